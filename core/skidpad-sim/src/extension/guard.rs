//! Calls into a program's own code: a panic becomes a message, and goes no further.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Call it; a panic is returned in words.
///
/// The models are called with `&self` and with memory that is thrown away after a failure, so nothing half-changed
/// is seen again.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| match panic.downcast::<Reason>() {
        Ok(reason) => reason.0,
        Err(panic) => format!("it panicked: {}", words(&*panic)),
    })
}

/// What [`fail`] unwinds with.
struct Reason(String);

/// Fail with a reason, from inside a model. It is reported as it is, where a panic's message begins with "it panicked";
/// and nothing is printed, as a panic is.
///
/// Use it where a model cannot go on: a model in another language that raised an exception, a table that ends.
pub fn fail(because: impl Into<String>) -> ! {
    resume_unwind(Box::new(Reason(because.into())))
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

/// Why numbers cannot be used, if one of them is not finite.
pub(crate) fn refuse_non_finite(what: &str, numbers: &[f64]) -> Result<(), String> {
    match numbers.iter().find(|number| !number.is_finite()) {
        None => Ok(()),
        Some(number) => Err(format!("its {what} is {number}")),
    }
}

thread_local! {
    /// The first failure since the last was taken. A step takes it on the thread on which it was noted.
    static FAILURE: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// What failed, and why.
pub(crate) struct Failure {
    pub(crate) what: String,
    pub(crate) because: String,
}

/// Keep a failure of a model that gives numbers only; the step that called it takes it.
pub(crate) fn note_failure(what: String, because: String) {
    FAILURE.with_borrow_mut(|failure| {
        failure.get_or_insert(Failure { what, because });
    });
}

/// The first failure since the last call.
pub(crate) fn take_failure() -> Option<Failure> {
    FAILURE.take()
}

thread_local! {
    /// Elements that failed since the last were taken, with their numbers.
    static FAILED_ELEMENTS: RefCell<Vec<(usize, String)>> = const { RefCell::new(Vec::new()) };
}

/// Keep the failure of an element that is asked while the world is being changed.
pub(crate) fn note_failed_element(element: usize, because: String) {
    FAILED_ELEMENTS.with_borrow_mut(|failed| {
        if failed.iter().all(|(known, _)| *known != element) {
            failed.push((element, because));
        }
    });
}

/// The elements that failed since the last call.
pub(crate) fn take_failed_elements() -> Vec<(usize, String)> {
    FAILED_ELEMENTS.take()
}

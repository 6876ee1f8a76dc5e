//! Where memory of the caller is read and written, panics end, and the last error is kept.
//!
//! Each `unsafe` block follows a pointer that was just found not to be null; that it points to as much memory as the
//! header says is the caller's promise.

use crate::status::{Failure, SkidpadStatus};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// The reason for the last failure on this thread, in words; empty before the first one.
/// Valid until the next call of this library on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_last_error() -> *const c_char {
    LAST_ERROR.try_with(|text| text.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Do the work of a call. A failure becomes its status and the last error; so does a panic.
pub(crate) fn call(work: impl FnOnce() -> Result<(), Failure>) -> SkidpadStatus {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return SkidpadStatus::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => {
            let failure = Failure::new(SkidpadStatus::Internal, panic_text(&*panic));
            // Dropping what was thrown might panic again.
            std::mem::forget(panic);
            failure
        }
    };
    let text: Vec<u8> = failure.message.into_bytes().into_iter().filter(|byte| *byte != 0).collect();
    // A thread that is ending has no last error any more.
    let _ = LAST_ERROR.try_with(|last| *last.borrow_mut() = CString::new(text).unwrap_or_default());
    failure.status
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("a bug of skidpad: {}; please report it", text.as_deref().unwrap_or("a panic without words"))
}

/// Refuses null pointers.
fn not_null<T>(pointer: *const T, what: &str) -> Result<(), Failure> {
    if pointer.is_null() { Err(Failure::argument(format!("{what} is a null pointer"))) } else { Ok(()) }
}

/// A text of the caller, up to its zero byte.
///
/// # Safety
/// `text` is null or points to a text that ends with a zero byte and does not change during the call.
pub(crate) unsafe fn bytes<'a>(text: *const c_char, what: &str) -> Result<&'a [u8], Failure> {
    not_null(text, what)?;
    // SAFETY: not null, and by the caller's promise it ends with a zero byte.
    Ok(unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// The same, as UTF-8.
///
/// # Safety
/// As that of [`bytes`].
pub(crate) unsafe fn text<'a>(text: *const c_char, what: &str) -> Result<&'a str, Failure> {
    // SAFETY: passed on.
    let bytes = unsafe { bytes(text, what) }?;
    std::str::from_utf8(bytes).map_err(|_| Failure::argument(format!("{what} is not UTF-8")))
}

/// A value of the caller.
///
/// # Safety
/// `value` is null or points to a `T`.
pub(crate) unsafe fn get<T: Copy>(value: *const T, what: &str) -> Result<T, Failure> {
    not_null(value, what)?;
    // SAFETY: not null, and by the caller's promise there is a `T`.
    Ok(unsafe { value.read_unaligned() })
}

/// Values of the caller. With a length of 0 the pointer may be null.
///
/// # Safety
/// `values` is null or points to `count` values.
pub(crate) unsafe fn list<T: Copy>(values: *const T, count: usize, what: &str) -> Result<Vec<T>, Failure> {
    if count == 0 {
        return Ok(Vec::new());
    }
    not_null(values, what)?;
    check_size::<T>(count, what)?;
    // SAFETY: not null, and by the caller's promise there are `count` values; `read_unaligned` asks for no alignment.
    Ok((0..count).map(|index| unsafe { values.add(index).read_unaligned() }).collect())
}

/// Write a value for the caller.
///
/// # Safety
/// `to` is null or points to memory for a `T`.
pub(crate) unsafe fn put<T: Copy>(to: *mut T, value: T, what: &str) -> Result<(), Failure> {
    not_null(to, what)?;
    // SAFETY: not null, and by the caller's promise there is room for a `T`.
    unsafe { to.write_unaligned(value) };
    Ok(())
}

/// Write a value for a caller who may not want it: nothing is written to a null pointer.
///
/// # Safety
/// As that of [`put`].
pub(crate) unsafe fn offer<T: Copy>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: not null, and by the caller's promise there is room for a `T`.
        unsafe { to.write_unaligned(value) };
    }
}

/// Copy values into an array of the caller. Nothing is written into one that is too small.
///
/// # Safety
/// `to` is null or points to memory for `capacity_bytes`.
pub(crate) unsafe fn copy<T: Copy>(
    values: &[T],
    to: *mut c_void,
    capacity_bytes: usize,
) -> Result<(), Failure> {
    let needed = size_of_val(values);
    if needed > capacity_bytes {
        let message = format!("the array has {capacity_bytes} bytes; {needed} are needed");
        return Err(Failure::new(SkidpadStatus::TooSmall, message));
    }
    if needed > 0 {
        not_null(to, "the array")?;
        // SAFETY: not null, room for `needed` bytes by the caller's promise and the check above, and our values are
        // in memory of our own.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr().cast::<u8>(), to.cast::<u8>(), needed) };
    }
    Ok(())
}

/// Write a text and its closing zero byte for the caller, and its length without that byte.
///
/// # Safety
/// `to` is null or points to memory for `capacity` bytes; `length` is null or points to a `usize`.
pub(crate) unsafe fn put_text(
    text: &str,
    to: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Result<(), Failure> {
    let mut bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).collect();
    // SAFETY: passed on.
    unsafe { offer(length, bytes.len()) };
    bytes.push(0);
    // SAFETY: passed on.
    unsafe { copy(&bytes, to.cast(), capacity) }
}

/// No object is larger than half of the address space.
fn check_size<T>(count: usize, what: &str) -> Result<(), Failure> {
    let is_possible = count.checked_mul(size_of::<T>()).is_some_and(|bytes| bytes <= isize::MAX as usize);
    is_possible.then_some(()).ok_or_else(|| Failure::argument(format!("{what}: {count} is too many")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::{null, null_mut};

    fn last_error() -> String {
        // SAFETY: a text of this thread, which no call changes meanwhile.
        unsafe { CStr::from_ptr(skidpad_last_error()) }.to_string_lossy().into_owned()
    }

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(call(|| panic!("the wheel came off")), SkidpadStatus::Internal);
        assert_eq!(last_error(), "a bug of skidpad: the wheel came off; please report it");
        let number = 7;
        assert_eq!(call(|| panic!("number {number}")), SkidpadStatus::Internal);
        assert!(last_error().contains("number 7"));
        assert_eq!(call(|| std::panic::panic_any(7_u8)), SkidpadStatus::Internal);
        assert!(last_error().contains("a panic without words"));
    }

    #[test]
    fn each_thread_has_its_own_last_error() {
        call(|| Err(Failure::argument("here")));
        std::thread::spawn(|| assert_eq!(last_error(), "")).join().expect("a thread");
        assert_eq!(call(|| Ok(())), SkidpadStatus::Ok);
        assert_eq!(last_error(), "here", "a success keeps it");
        call(|| Err(Failure::argument("a\0b")));
        assert_eq!(last_error(), "ab");
    }

    #[test]
    fn null_pointers_are_refused() {
        // SAFETY: null is allowed everywhere, and the others are variables of this test.
        unsafe {
            assert!(text(null(), "name").is_err_and(|it| it.message == "name is a null pointer"));
            assert!(get::<f64>(null(), "pose").is_err());
            assert!(put(null_mut(), 1.0, "pose").is_err());
            assert!(list::<f64>(null(), 4, "torques").is_err());
            assert!(list::<f64>(null(), 0, "torques").is_ok_and(|it| it.is_empty()));
            assert!(copy(&[1.0_f64], null_mut(), 8).is_err());
            offer(null_mut(), 1.0);
            let mut value = 0.0;
            offer(&raw mut value, 2.5);
            assert_eq!(get(&raw const value, "value").ok(), Some(2.5));
            assert!(
                list(&raw const value, usize::MAX, "values").is_err_and(|it| it.message.contains("too many"))
            );
        }
    }

    #[test]
    fn texts_fit_with_their_zero_byte_or_not_at_all() {
        let (mut room, mut length) = ([b'x' as c_char; 4], 0);
        // SAFETY: variables of this test, with their sizes.
        unsafe {
            assert!(put_text("robot", room.as_mut_ptr(), 4, &raw mut length).is_err());
            assert_eq!((length, room), (5, [b'x' as c_char; 4]), "nothing is written");
            assert!(put_text("rob", room.as_mut_ptr(), 4, &raw mut length).is_ok());
            assert_eq!(text(room.as_ptr(), "name").ok(), Some("rob"));
            assert!(put_text("", null_mut(), 0, &raw mut length).is_err());
            assert_eq!(length, 0);
            assert!(text(c"\xff".as_ptr(), "name").is_err_and(|it| it.message == "name is not UTF-8"));
        }
    }
}

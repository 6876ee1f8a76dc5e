//! The functions of the module. Bytes go in and out through two buffers: the caller asks where to write, writes, calls,
//! and reads the answer where [`skidpad_output`] says.
//!
//! All functions run on the one thread of a worker. A panic is a bug: the module stops, and [`skidpad_panic`] has its
//! message.

use crate::page::{Answer, Page};
use crate::recording::FilePart;
use skidpad_web::ViewerMessage;
use std::cell::RefCell;
use std::sync::Once;

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

static HOOK: Once = Once::new();

/// Where to write this many bytes of input.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_input(length: usize) -> *mut u8 {
    // Without unwinding nothing else would tell the message of a panic.
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| PANIC.with_borrow_mut(|text| *text = info.to_string())));
    });
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_output() -> *const u8 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

/// Length of the last answer [bytes].
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Answer the [`Question`](crate::Question) in the input buffer with an [`Answer`], both as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_ask() {
    let answer = match serde_json::from_slice(&INPUT.take()) {
        Ok(question) => PAGE.with_borrow_mut(|page| page.answer(question)),
        Err(error) => Answer::Refused { reason: format!("the question could not be read: {error}") },
    };
    OUTPUT.set(serde_json::to_vec(&answer).unwrap_or_default());
}

/// Take a file: the input buffer has its path, of this many bytes, and its content after it.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_give(path_length: usize) {
    let mut path = INPUT.take();
    let bytes = path.split_off(path_length.min(path.len()));
    PAGE.with_borrow_mut(|page| page.give(&String::from_utf8_lossy(&path), bytes));
}

/// Make a step of the world that runs, if one is due. Returns 1 if another one may be due, 0 if it is time to wait.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_turn() -> u32 {
    PAGE.with_borrow_mut(|page| u32::from(page.turn()))
}

/// Take the message of a viewer in the input buffer.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_receive() {
    let text = INPUT.take();
    PAGE.with_borrow_mut(|page| page.receive(&String::from_utf8_lossy(&text)));
}

/// The viewer has left.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_leave() {
    PAGE.with_borrow_mut(Page::leave);
}

/// Put the next message to the viewer into the output buffer. Returns 0 for none, 1 for a text, 2 for binary data.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_message() -> u32 {
    match PAGE.with_borrow_mut(Page::next_message) {
        None => 0,
        Some(ViewerMessage::Text(text)) => {
            OUTPUT.set(text.into_bytes());
            1
        }
        Some(ViewerMessage::Binary(bytes)) => {
            OUTPUT.set(bytes);
            2
        }
    }
}

/// Put the next part of a file that the run has written into the output buffer. Returns 0 for none, 1 for more bytes of
/// the file, 2 for its name, which comes last, with a line that says why it is incomplete, if it is.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_file_part() -> u32 {
    match PAGE.with_borrow_mut(Page::next_file_part) {
        None => 0,
        Some(FilePart::Bytes(bytes)) => {
            OUTPUT.set(bytes);
            1
        }
        Some(FilePart::End { name, problem }) => {
            let lines = [name].into_iter().chain(problem);
            OUTPUT.set(lines.collect::<Vec<_>>().join("\n").into_bytes());
            2
        }
    }
}

/// Put `scene.json` of the world that runs into the output buffer.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_scene_json() {
    OUTPUT.set(PAGE.with_borrow(|page| page.scene().map(|it| it.scene_json().to_vec())).unwrap_or_default());
}

/// Put `scene.glb` of the world that runs into the output buffer.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_scene_glb() {
    OUTPUT.set(PAGE.with_borrow(|page| page.scene().map(|it| it.scene_glb().to_vec())).unwrap_or_default());
}

/// Put the message of the panic that stopped the module into the output buffer.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_panic() {
    OUTPUT.set(PANIC.take().into_bytes());
}

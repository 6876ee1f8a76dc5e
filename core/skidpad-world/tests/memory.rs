//! Promise 11: whatever a world holds, reading it takes at most 256 MB.

use skidpad_world::{ExpandOptions, MapFiles, load};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory of the caller.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        MOST.fetch_max(now, Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        NOW.fetch_sub(layout.size(), Relaxed);
        let now = NOW.fetch_add(new_size, Relaxed) + new_size;
        MOST.fetch_max(now, Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test, so that nothing else is counted.
#[test]
fn a_world_at_its_limits_takes_at_most_256_mb() {
    let class = |visual_count: usize, block_count: usize| {
        format!(
            "<block:class name='c'>{}</block:class><for var='i' from='1' to='{block_count}'>\
             <block class='c'><init_pose>0 0 0</init_pose></block></for>",
            "<visual><model_uri>a.dae</model_uri></visual>".repeat(visual_count)
        )
    };
    for (name, content) in [
        ("elements", "<a/>".repeat(999_000)),
        ("attributes", "<a b=''/>".repeat(499_000)),
        ("texts", "<a>1</a>".repeat(999_000)),
        ("many attributes", format!("<a {}/>", "b='1' ".repeat(999)).repeat(900)),
        ("one class for many", class(300, 1_600)),
        ("long values", format!("<a b='{}'/>", "x".repeat(1_000)).repeat(15_000)),
    ] {
        let text = format!("<mvsim_world>{content}</mvsim_world>");
        let files = MapFiles::from_texts([("worlds/a.world.xml", text.as_str())]);
        let before = NOW.load(Relaxed);
        MOST.store(before, Relaxed);
        let loaded = load("worlds/a.world.xml", &files, &ExpandOptions::default());
        let most_mb = (MOST.load(Relaxed) - before) as f64 * 1e-6;
        println!("{name}: {most_mb:.0} MB, {} findings", loaded.diagnostics.iter().count());
        assert!(most_mb < 256.0, "{name}: {most_mb:.0} MB");
    }
}

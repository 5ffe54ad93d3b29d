//! An allocator that counts: how many bytes were asked for, and how many were held at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts what a thread asks for.
pub struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
}

/// What a piece of work took.
#[derive(Debug, Clone, Copy)]
pub struct Taken {
    /// Bytes that were asked for in all. What grows is asked for again, whole: copying counts.
    pub asked: u64,
    /// Bytes held at most beyond those held before.
    pub peak: u64,
}

/// Runs it and counts.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    let (asked, held) = (ASKED.get(), HELD.get());
    MOST.set(held);
    let done = work();
    let peak = u64::try_from(MOST.get() - held).unwrap_or(0);
    (done, Taken { asked: ASKED.get() - asked, peak })
}

fn add(bytes: usize) {
    ASKED.set(ASKED.get() + bytes as u64);
    HELD.set(HELD.get() + bytes as i64);
    MOST.set(MOST.get().max(HELD.get()));
}

// SAFETY: every call goes to the system's allocator unchanged; counting does not allocate.
#[allow(unsafe_code, reason = "an allocator is asked through an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - layout.size() as i64);
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        HELD.set(HELD.get() - layout.size() as i64);
        add(bytes);
        unsafe { System.realloc(at, layout, bytes) }
    }
}

//! Texts of any length and kind are read in work and memory that grow as the text does, counted in bytes that
//! were asked for: what is quadratic copies or keeps too much.

mod forms;
mod memory;

use facts::ProfileKind;
use forms::{FORMS, KINDS};
use memory::{Counting, Taken, counted};

#[global_allocator]
static COUNTING: Counting = Counting;

const ROWS: usize = 1_500;
const TIMES: usize = 8;
/// Above this, memory has to grow with the text: lists of CPUs, and paths in deep types, have bounds of their own.
const FIXED_BYTES: u64 = 100 << 20;
/// Of memory for each byte of text. A share of three bytes is a word, a value and a row with its names.
const PEAK_OF_A_BYTE: u64 = 300;

#[test]
fn work_and_memory_grow_with_the_text() {
    for form in FORMS {
        for kind in KINDS.into_iter().filter(|kind| form.kind.is_none_or(|only| only == *kind)) {
            let (small, large) = (read(kind, &form.text(ROWS)), form.text(ROWS * TIMES));
            let bytes = large.len() as u64;
            let large = read(kind, &large);
            // Doubling vectors may be caught at either end of a step, hence the room of one more time.
            let most = (small.asked + 200_000) * (TIMES as u64 + 4);
            assert!(large.asked <= most, "{kind:?}, {}: {small:?}, {large:?}", form.name);
            assert!(
                large.peak <= FIXED_BYTES + bytes * PEAK_OF_A_BYTE,
                "{kind:?}, {}: {large:?} for {bytes} bytes",
                form.name
            );
        }
    }
}

fn read(kind: ProfileKind, text: &str) -> Taken {
    let work = || {
        let mut reader = perf::Reader::new(kind, perf::Options::default());
        text.as_bytes().chunks(1 << 20).for_each(|chunk| reader.push(chunk));
        reader.finish()
    };
    counted(work).1
}

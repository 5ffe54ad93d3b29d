//! Time and memory of each kind of text, real and hostile, by its number of rows: `scaling [ROWS…]`.

use std::time::Instant;

#[path = "../tests/scaling/forms.rs"]
mod forms;
#[path = "../tests/scaling/memory.rs"]
mod memory;

use forms::{FORMS, KINDS};

#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;

fn main() {
    let mut sizes: Vec<usize> = Vec::new();
    let mut wanted = String::new();
    for argument in std::env::args().skip(1) {
        match argument.parse() {
            Ok(size) => sizes.push(size),
            Err(_) => wanted = argument,
        }
    }
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000, 1_000_000];
    }
    println!(
        "| reader | text | rows | MB | ms | MB asked for | MB at most |\n| - | - | -: | -: | -: | -: | -: |"
    );
    for form in FORMS {
        let kinds = KINDS.into_iter().filter(|kind| form.kind.is_none_or(|only| only == *kind));
        for kind in kinds {
            if !format!("{kind:?} {}", form.name).contains(&wanted) {
                continue;
            }
            for &rows in &sizes {
                let text = (form.text)(rows);
                let begin = Instant::now();
                let (_, taken) = memory::counted(|| {
                    let mut reader = perf::Reader::new(kind, perf::Options::default());
                    text.as_bytes().chunks(1 << 20).for_each(|chunk| reader.push(chunk));
                    reader.finish()
                });
                println!(
                    "| {kind:?} | {} | {rows} | {:.1} | {} | {:.1} | {:.1} |",
                    form.name,
                    text.len() as f64 / 1e6,
                    begin.elapsed().as_millis(),
                    taken.asked as f64 / 1e6,
                    taken.peak as f64 / 1e6,
                );
            }
        }
    }
}

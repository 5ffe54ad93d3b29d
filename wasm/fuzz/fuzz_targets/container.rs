//! Any bytes as a file: told apart, every section read, its facts gathered.

#![no_main]

use std::rc::Rc;

use container::{MemorySource, identify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(opened) = identify(Rc::new(MemorySource::new(bytes.to_vec()))) else { return };
    let _ = opened.facts();
    for index in 0..opened.sections().len().min(64) {
        let _ = opened.read_section(index);
        let _ = opened.read_range(index, 1, &mut [0; 7]);
    }
});

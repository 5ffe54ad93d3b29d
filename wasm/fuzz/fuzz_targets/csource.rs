//! Any bytes as C source, as pahole text, as a posted patch.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let doc = csource::read_header(bytes);
    for record in &doc.records {
        assert!(record.open < record.close && (record.close as usize) < bytes.len());
    }
    csource::read_pahole(bytes);
    csource::read_posted(bytes);
    csource::read_header_with(bytes, bytes);
});

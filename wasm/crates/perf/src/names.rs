//! Names of functions, as far as their letters show that something is missing.

/// Whether a name ends within its brackets or after a comma, as the first part of a C++ name does that was broken or
/// cut: `ns::Table<int,`, `ns::Table<int, long>::find(int`.
pub fn is_open(name: &[u8]) -> bool {
    let count = |sign: u8| name.iter().filter(|byte| **byte == sign).count();
    let is_operator = memchr::memmem::find(name, b"operator").is_some();
    name.ends_with(b",") || count(b'(') > count(b')') || !is_operator && count(b'<') > count(b'>')
}

#[cfg(test)]
mod tests {
    use super::is_open;

    #[test]
    fn a_name_closes_its_brackets() {
        for open in ["ns::Table<int,", "ns::Table<int, long>::find(int", "find(int co>", "f<g"] {
            assert!(is_open(open.as_bytes()), "{open}");
        }
        for whole in ["x::y() const", "a::operator<(b const&)", "f<int>::g", "a.b.(*C).D", "read"] {
            assert!(!is_open(whole.as_bytes()), "{whole}");
        }
    }
}

//! Names of types that are nested in a type of which only the signature is there.
//!
//! clang writes a type unit of `Outer::Inner` as an unnamed declaration of `Outer`, with the
//! signature of `Outer`'s own type unit, around `Inner`. That unit may stand anywhere in the file,
//! so the scan names the scope by the signature, and the name is put in once all units are read.

/// Marks a scope that is named by a signature: no name of a language begins with it.
const MARK: u8 = 1;
const DIGITS: usize = 16;
/// Types nested deeper than this in types of other units are taken for damage.
const MAX_DEPTH: u32 = 32;

/// The name of the scope that a signature stands for, until that is known.
pub(crate) fn scope_name(signature: u64) -> Vec<u8> {
    let mut name = vec![MARK];
    name.extend_from_slice(format!("{signature:0DIGITS$x}").as_bytes());
    name
}

/// Whether a name has to be completed.
pub(crate) fn is_signed(name: &[u8]) -> bool {
    name.first() == Some(&MARK)
}

/// Puts the name of the outer type in; `outer` looks it up. Without it the inner name remains.
pub(crate) fn complete(name: &[u8], outer: impl Fn(u64) -> Option<Vec<u8>>) -> Vec<u8> {
    let mut name = name.to_vec();
    for _ in 0..MAX_DEPTH {
        if !is_signed(&name) {
            return name;
        }
        let digits = name.get(1..=DIGITS).and_then(|digits| std::str::from_utf8(digits).ok());
        let signature = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let rest = name.get(1 + DIGITS..).unwrap_or_default().to_vec();
        name = match signature.and_then(&outer) {
            Some(mut full) => {
                full.extend_from_slice(&rest);
                full
            }
            None => rest.strip_prefix(b"::").unwrap_or(&rest).to_vec(),
        };
    }
    name.iter().copied().filter(|&byte| byte != MARK).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puts_outer_names_in() {
        let mut name = scope_name(7);
        name.extend_from_slice(b"::Inner");
        let full = |signature: u64| match signature {
            7 => Some([&scope_name(8)[..], b"::Middle"].concat()),
            8 => Some(b"ns::Outer".to_vec()),
            _ => None,
        };
        assert_eq!(complete(&name, full), b"ns::Outer::Middle::Inner");
        assert_eq!(complete(&name, |_| None), b"Inner");
        assert_eq!(complete(b"plain", full), b"plain");
        // A type that claims to be nested in itself.
        let ends = complete(&name, |signature| Some(scope_name(signature)));
        assert!(!is_signed(&ends));
    }
}

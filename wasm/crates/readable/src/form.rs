//! Mangled names of C++ and Rust in the words that reports have.

use std::fmt::{self, Write};

use cpp_demangle::{DemangleOptions, Symbol};

/// How much of a name is written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As perf prints it with libiberty (`bfd_demangle` without `DMGL_PARAMS`): `app::Stats::add<double>`.
    Name,
    /// With parameters: `app::Stats::add<double>(double)`.
    Parameters,
    /// With the type that it returns, as perf prints it with `__cxa_demangle`, and debuggers:
    /// `void app::Stats::add<double>(double)`.
    Whole,
}

/// Names of more bytes are nobody's question: templates of templates may fill any memory.
const MAX_NAME_BYTES: usize = 4096;

/// A mangled symbol in readable words, without blanks. `None` of a symbol that is not mangled.
pub(crate) fn readable(symbol: &str, form: Form) -> Option<String> {
    Some(without_thunk(compact(&written(symbol, form)?)))
}

/// A mangled symbol in readable words, as they are written; of a part that was split off, that it is one. `None` of a
/// symbol that is not mangled.
pub(crate) fn shown(symbol: &str, form: Form) -> Option<String> {
    let name = written(symbol, form)?;
    let part = ["cold", "part"].into_iter().find(|part| symbol.contains(&format!(".{part}")));
    Some(part.map_or(name.clone(), |part| format!("{name} [clone .{part}]")))
}

fn written(symbol: &str, form: Form) -> Option<String> {
    if !is_mangled(symbol) {
        return None;
    }
    // The version of a library's function.
    let symbol = symbol.split('@').next()?;
    let mut words = Words::default();
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        // The other form has the hash of the crate after it.
        write!(words, "{name:#}").ok()?;
    } else {
        let options = match form {
            Form::Name => DemangleOptions::new().no_params().no_return_type(),
            Form::Parameters => DemangleOptions::new().no_return_type(),
            Form::Whole => DemangleOptions::new(),
        };
        // `.isra.0` and `.llvm.123` follow what is mangled.
        let mangled = symbol.split('.').next()?;
        Symbol::new(mangled).ok()?.structured_demangle(&mut words, &options).ok()?;
    }
    Some(words.0)
}

/// What other tools call the functions that adjust `this` and jump on (Itanium C++ ABI 5.1.4.1).
fn without_thunk(name: String) -> String {
    let Some(inner) = name.strip_prefix("{virtualoverridethunk(") else { return name };
    let Some(inner) = inner.strip_suffix(")}") else { return name };
    let of = |offset: &str, kind: &str| {
        let (_, function) = inner.strip_prefix(offset)?.split_once(")},")?;
        let kind = if function.starts_with("{virtualoffset(") || function.starts_with("{offset(") {
            "covariantreturn"
        } else {
            kind
        };
        let function = function.rsplit_once(")},").map_or(function, |(_, function)| function);
        Some(format!("{kind}thunkto{function}"))
    };
    of("{offset(", "non-virtual").or_else(|| of("{virtualoffset(", "virtual")).unwrap_or(name)
}

/// Whether a compiler may have made it of a name of C++ or Rust.
pub(crate) fn is_mangled(symbol: &str) -> bool {
    symbol.starts_with("_Z") || symbol.starts_with("_R")
}

/// The abbreviations of the Itanium C++ ABI (5.1.10, `Ss` to `Sd`), which tools write out or not.
const ABBREVIATED: [(&str, &str); 4] = [
    ("basic_string<char,std::char_traits<char>,std::allocator<char>>", "string"),
    ("basic_istream<char,std::char_traits<char>>", "istream"),
    ("basic_ostream<char,std::char_traits<char>>", "ostream"),
    ("basic_iostream<char,std::char_traits<char>>", "iostream"),
];

/// What may stand after the parameters of a member function.
const QUALIFIERS: [&str; 4] = [" const", " volatile", " &", " &&"];

/// What two writings of one name have in common: blanks are elsewhere from tool to tool, the standard's abbreviations
/// are written out or not, and qualifiers after a member function are left out with its parameters or not; what clones are
/// called (`[clone .isra.0]`) is no part of a name.
pub(crate) fn compact(name: &str) -> String {
    let mut name = name.split(" [clone").next().unwrap_or(name).trim();
    while let Some(before) = QUALIFIERS.iter().find_map(|last| name.strip_suffix(last)) {
        name = before;
    }
    let name: String = name.chars().filter(|char| !char.is_whitespace()).collect();
    if !name.contains("std::basic_") {
        return name;
    }
    ABBREVIATED.iter().fold(name, |name, (long, short)| {
        let name = name.replace(&format!("std::{long}"), &format!("std::{short}"));
        // Constructors and destructors are called as the template is.
        let name = name
            .replace(&format!("std::{short}::basic_{short}"), &format!("std::{short}::{short}"));
        name.replace(&format!("std::{short}::~basic_{short}"), &format!("std::{short}::~{short}"))
    })
}

/// A name without its parameters: `app::Stats::hit(int)` is `app::Stats::hit`. `None` where it has none.
pub(crate) fn without_parameters(compacted: &str) -> Option<&str> {
    let mut depth = 0usize;
    if !compacted.ends_with(')') {
        return None;
    }
    for (at, char) in compacted.char_indices().rev() {
        match char {
            ')' => depth += 1,
            '(' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            let name = compacted.get(..at)?;
            // `operator()` has a pair of its own.
            return (!name.is_empty() && !name.ends_with("operator")).then_some(name);
        }
    }
    None
}

/// A name as it is written, up to its largest length.
#[derive(Default)]
struct Words(String);

impl Write for Words {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > MAX_NAME_BYTES {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

//! Readable names of C++ and Rust functions to the symbols of a file.
//!
//! Reports print `app::Stats::hit`, symbol tables have `_ZN3app5Stats3hitEi`. What reports leave out differs: the
//! parameters, the type that is returned, blanks. So a name stands for every function that may be printed so.
//!
//! ```
//! let names = readable::Names::of("1000 10 T _ZN3app5Stats3hitEi\n1010 10 T main\n");
//! assert_eq!(names.symbols("app::Stats::hit"), ["_ZN3app5Stats3hitEi"]);
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use form::{Form, compact, is_mangled, readable, shown, without_parameters};

mod form;

/// Symbols of one name that are answered.
const MAX_SYMBOLS: usize = 16;
/// Names that the beginning of one may stand for.
const MAX_CUT_NAMES: usize = 3;

/// The functions of a file by their readable names.
#[derive(Debug, Default)]
pub struct Names {
    functions: Vec<Function>,
    /// Numbers of functions by readable name without parameters and blanks.
    by_name: FxHashMap<Box<str>, Vec<u32>>,
}

#[derive(Debug)]
struct Function {
    symbol: Box<str>,
    address: u64,
}

impl Names {
    /// Reads the lines of the question `symbols`: address and size in hex, `T` for functions, the symbol.
    pub fn of(lines: &str) -> Names {
        let all = || lines.lines().filter_map(function_of);
        let mut names = Names::default();
        if !all().any(|(_, symbol)| is_mangled(symbol)) {
            return names;
        }
        for (number, (address, symbol)) in (0u32..).zip(all()) {
            // A report prints both the same: `run` in C and `run(int)`.
            let name = readable(symbol, Form::Name).unwrap_or_else(|| stem(symbol).to_owned());
            names.by_name.entry(name.into()).or_default().push(number);
            names.functions.push(Function { symbol: symbol.into(), address });
        }
        names
    }

    /// The symbols of the functions that a report may print so, at most 16, each place in the code once; `name*` is the
    /// beginning of a name that was cut. None where no function of C++ or Rust is among them: what the symbol table has
    /// by itself needs no other name.
    pub fn symbols(&self, name: &str) -> Vec<&str> {
        let found = match name.strip_suffix('*').filter(|begin| !begin.is_empty()) {
            Some(begin) => {
                let whole = self.alike(begin);
                if whole.is_empty() { self.beginning(begin) } else { whole }
            }
            None => self.alike(name),
        };
        let found: Vec<&Function> =
            found.iter().filter_map(|&number| self.functions.get(number as usize)).collect();
        if !found.iter().any(|function| is_mangled(&function.symbol)) {
            return Vec::new();
        }
        // Parts that were split off stand for the function only where there is nothing else.
        let is_all_parts = found.iter().all(|function| is_part(function));
        let (mut places, mut names) = (FxHashSet::default(), FxHashSet::default());
        found
            .into_iter()
            .filter(|function| is_all_parts || !is_part(function))
            // Constructors of a class alone and as a base are one function, often; static functions share a name.
            .filter(|function| places.insert(function.address) && names.insert(&function.symbol))
            .map(|function| &*function.symbol)
            .take(MAX_SYMBOLS)
            .collect()
    }

    /// A symbol in words that a person reads, as it is where it is not mangled: without parameters, but where they tell
    /// it from another function of the file. The same of each symbol, whatever else is asked.
    ///
    /// ```
    /// let lines = "10 4 T _ZN3app5Stats3hitEi\n20 4 T _ZN3app5Stats3hitEl\n30 4 T _ZNK3app5Stats3getEv\n";
    /// let names = readable::Names::of(lines);
    /// assert_eq!(names.shown("_ZN3app5Stats3hitEi"), "app::Stats::hit(int)");
    /// assert_eq!(names.shown("_ZNK3app5Stats3getEv"), "app::Stats::get");
    /// ```
    pub fn shown(&self, symbol: &str) -> String {
        let bare = readable(symbol, Form::Name);
        let alike = bare.and_then(|name| self.by_name.get(&*name)).into_iter().flatten();
        let alike = alike.filter_map(|&number| self.functions.get(number as usize));
        let places: FxHashSet<u64> =
            alike.filter(|function| !is_part(function)).map(|function| function.address).collect();
        let form = if places.len() > 1 { Form::Parameters } else { Form::Name };
        shown(symbol, form).unwrap_or_else(|| symbol.to_owned())
    }

    /// Numbers of the functions of a readable name.
    fn alike(&self, name: &str) -> Vec<u32> {
        let name = compact(name);
        match (self.by_name.get(&*name), without_parameters(&name)) {
            (Some(found), _) => found.clone(),
            (None, Some(bare)) => self.with_parameters(bare, &name),
            (None, None) => Vec::new(),
        }
    }

    /// Of a name's functions those that are written so with their parameters.
    fn with_parameters(&self, bare: &str, written: &str) -> Vec<u32> {
        let is_written = |&&number: &&u32| {
            let Some(function) = self.functions.get(number as usize) else { return false };
            [Form::Parameters, Form::Whole]
                .into_iter()
                .any(|form| readable(&function.symbol, form).as_deref() == Some(written))
        };
        // What it returns may be written in front.
        let found = self.by_name.get(bare).or_else(|| {
            let begins = bare.char_indices().filter(|&(at, _)| at > 0);
            begins.filter_map(|(at, _)| self.by_name.get(bare.get(at..)?)).next()
        });
        found.into_iter().flatten().filter(is_written).copied().collect()
    }

    /// Numbers of the functions whose names begin so; none where they are of too many names.
    fn beginning(&self, begin: &str) -> Vec<u32> {
        let begin = compact(begin);
        let names = self.by_name.iter().filter(|(name, _)| name.starts_with(&*begin));
        let found: Vec<&Vec<u32>> = names.map(|(_, at)| at).take(MAX_CUT_NAMES + 1).collect();
        if found.len() > MAX_CUT_NAMES {
            return Vec::new();
        }
        let mut numbers: Vec<u32> = found.into_iter().flatten().copied().collect();
        numbers.sort_unstable();
        numbers
    }
}

/// Address and symbol of a line that is of a function.
fn function_of(line: &str) -> Option<(u64, &str)> {
    let mut words = line.splitn(4, ' ');
    let address = u64::from_str_radix(words.next()?, 16).ok()?;
    let is_function = words.nth(1)? == "T";
    words.next().filter(|_| is_function).map(|symbol| (address, symbol))
}

/// Whether a compiler split it off another function.
fn is_part(function: &Function) -> bool {
    function.symbol.contains(".cold") || function.symbol.contains(".part")
}

/// A name without what compilers put after it.
fn stem(symbol: &str) -> &str {
    symbol.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(symbol)
}

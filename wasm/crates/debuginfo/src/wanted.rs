//! Names that are looked for among very many.

use rustc_hash::FxHashMap;

/// Whole names, and beginnings of names (written with a last `*`).
pub struct Wanted<'a> {
    queries: &'a [&'a str],
    whole: FxHashMap<&'a [u8], u32>,
    beginnings: Vec<(&'a [u8], u32)>,
}

impl<'a> Wanted<'a> {
    /// Prepares the names.
    pub fn new(queries: &'a [&'a str]) -> Wanted<'a> {
        let mut wanted = Wanted { queries, whole: FxHashMap::default(), beginnings: Vec::new() };
        for (number, name) in queries.iter().enumerate() {
            match name.strip_suffix('*') {
                Some(beginning) => wanted.beginnings.push((beginning.as_bytes(), number as u32)),
                None => {
                    wanted.whole.insert(name.as_bytes(), number as u32);
                }
            }
        }
        wanted
    }

    /// Which of the names this one answers.
    #[inline]
    pub fn find(&self, name: &[u8]) -> Option<u32> {
        self.whole.get(name).copied().or_else(|| {
            let found = self.beginnings.iter().find(|(beginning, _)| name.starts_with(beginning));
            found.map(|(_, number)| *number)
        })
    }

    /// A name as it was asked for.
    pub fn query(&self, number: u32) -> &'a str {
        self.queries.get(number as usize).copied().unwrap_or_default()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.queries.len()
    }
}

//! What a comparison found.

use std::fmt::Debug;

/// Findings that are told; the rest is counted.
const TOLD: usize = 3;

/// What is wrong, and what is missing.
#[derive(Debug, Default)]
pub(super) struct Findings {
    wrong: List,
    missing: List,
}

#[derive(Debug, Default)]
struct List {
    told: Vec<String>,
    count: usize,
}

impl List {
    fn add(&mut self, what: impl FnOnce() -> String) {
        self.count += 1;
        if self.told.len() < TOLD {
            self.told.push(what());
        }
    }

    fn sentence(&self) -> Option<String> {
        let more = self.count - self.told.len();
        let more = if more > 0 { format!("; {more} more") } else { String::new() };
        (self.count > 0).then(|| self.told.join("; ") + &more)
    }
}

impl Findings {
    /// Something that the clean text does not say.
    pub fn is_wrong(&mut self, what: impl FnOnce() -> String) {
        self.wrong.add(what);
    }

    /// Something that only the clean text says.
    pub fn is_missing(&mut self, what: impl FnOnce() -> String) {
        self.missing.add(what);
    }

    /// What is wrong.
    pub fn wrong(&self) -> Option<String> {
        self.wrong.sentence()
    }

    /// What is missing.
    pub fn missing(&self) -> Option<String> {
        self.missing.sentence()
    }

    /// Whether nothing was found at all.
    pub fn is_empty(&self) -> bool {
        self.wrong.count == 0 && self.missing.count == 0
    }

    /// How many of both: of two comparisons the one with less is the right pair.
    pub fn weight(&self) -> (usize, usize) {
        (self.wrong.count, self.missing.count)
    }

    /// Adds what another comparison found, about this.
    pub fn add(&mut self, about: impl Fn() -> String, other: Self) {
        self.each_of(other, |what| format!("{}: {what}", about()));
    }

    /// Adds what a comparison of a part found.
    pub fn join(&mut self, part: Self) {
        self.each_of(part, |what| what);
    }

    fn each_of(&mut self, other: Self, told: impl Fn(String) -> String) {
        for (mine, theirs) in [(&mut self.wrong, other.wrong), (&mut self.missing, other.missing)] {
            let untold = theirs.count - theirs.told.len();
            for what in theirs.told {
                mine.add(|| told(what));
            }
            mine.count += untold;
        }
    }

    /// A value that may be absent and must not be another.
    pub fn optional<T: PartialEq + Debug>(
        &mut self,
        what: &str,
        clean: Option<&T>,
        read: Option<&T>,
    ) {
        match (clean, read) {
            (clean, read) if clean == read => {}
            (Some(_), None) => self.is_missing(|| format!("no {what}")),
            (_, Some(read)) => self.is_wrong(|| match clean {
                Some(clean) => format!("{what} {read:?} instead of {clean:?}"),
                None => format!("{what} {read:?} is invented"),
            }),
            (None, None) => {}
        }
    }

    /// A list of which some may be absent, and none may be added.
    pub fn subset<T: PartialEq + Debug>(&mut self, what: &str, clean: &[T], read: &[T]) {
        for item in read.iter().filter(|item| !clean.contains(item)) {
            self.is_wrong(|| format!("{what}: {item:?} is invented"));
        }
        if read.len() > clean.len() {
            self.is_wrong(|| format!("{what}: {} instead of {}", read.len(), clean.len()));
        }
        if read.len() < clean.len() {
            self.is_missing(|| format!("{what}: {} of {}", read.len(), clean.len()));
        }
    }
}

//! Lines that hold no more than the beginning of a sample: the text ends in it.

use super::Script;
use crate::tokens::hex;

/// The kernel keeps so many characters of a thread's name, which perf prints flush right.
const LONGEST_NAME: usize = 15;
/// Names of threads that are kept.
const MAX_THREADS: usize = 256;
/// Fewer blanks may begin a sentence.
const FEWEST_BLANKS: usize = 4;

impl Script {
    /// Whether a line is the beginning of a sample of an event that has a data source, of which it has nothing. What comes
    /// behind the last sample of a text may hide that the text ends in it.
    pub(super) fn is_begun(&self, text: &str) -> bool {
        let known = |event: &str| self.events.iter().any(|known| known.starts_with(event));
        self.samples > 0 && pasted::begins_sample(text) && pasted::event_of(text).is_none_or(known)
    }

    /// The line without the tab that samples have before them: what begins with one more is a caller.
    fn without_margin<'a>(&self, text: &'a str) -> &'a str {
        text.strip_prefix('\t').filter(|_| self.tabbed).unwrap_or(text)
    }

    pub(super) fn thread(&mut self, before: &str) {
        if self.threads.len() < MAX_THREADS
            && let Some(name) = pasted::thread_of(before)
            && !self.threads.contains(name)
        {
            self.threads.insert(name.to_owned());
        }
    }

    /// Whether a line begins with the name of a thread and the number of a process, or has no more than the beginning of them,
    /// which what was taken off before it may have left without its blanks. A caller is a number.
    pub(super) fn begins_as_thread(&self, text: &str) -> bool {
        let text = self.without_margin(text);
        // Callers are behind a tab.
        let line = text.trim();
        let has_ids = |rest: &str| {
            let ids = rest.split_whitespace().next().filter(|_| rest.starts_with(' '));
            // What fences a text in may stand right behind its end.
            let ids = ids.map(|ids| ids.trim_end_matches(['`', '~']));
            ids.is_some_and(|ids| {
                ids.starts_with(|c: char| c.is_ascii_digit())
                    && ids.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/')
            })
        };
        !text.contains('\t')
            && self.threads.iter().any(|name| {
                let rest = line.strip_prefix(name.as_str());
                rest.is_some_and(has_ids)
                    || (text.starts_with(' ') || hex(line.as_bytes()).is_none())
                        && !line.is_empty()
                        && line.len() <= name.len()
                        && name.starts_with(line)
            })
    }

    /// A few letters behind blanks, as many as a sample has before its name: the text ends in a sample.
    pub(super) fn fragment(&mut self, line: &[u8]) {
        let line = line.strip_prefix(b"\t").filter(|_| self.tabbed).unwrap_or(line);
        let text = line.trim_ascii();
        let blanks = line.len() - line.trim_ascii_start().len();
        let is_name = !text.is_empty() && text.len() <= LONGEST_NAME && !line.contains(&b'\t');
        self.ends_inside |= self.samples > 0 && blanks >= FEWEST_BLANKS && is_name;
    }
}

#[cfg(test)]
mod tests {
    use super::Script;

    #[test]
    fn the_beginning_of_a_name_is_known_without_its_blanks_too() {
        let mut script = Script::new(false);
        script.threads.extend(["fifteen-letters", "abc"].map(str::to_owned));
        assert!(script.begins_as_thread("  fi") && script.begins_as_thread("fi"));
        // A number may be a caller.
        assert!(!script.begins_as_thread("if") && !script.begins_as_thread("ab"));
    }
}

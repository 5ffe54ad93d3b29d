//! Patches in a mail: their lines are no lines of the report above or below them, but for those of a file that a patch adds.

/// Follows the lines of a text and tells which of them are a patch's, by the lengths that its hunks state.
#[derive(Debug, Default, Clone, Copy)]
pub struct Hunks {
    /// Lines of the hunk that are still to come, of the old file and of the new one.
    old: u64,
    new: u64,
    /// The hunk is a whole file that was not there before.
    adds_file: bool,
    /// Blanks before each of its lines, as a mail shows what a terminal printed.
    margin: usize,
    /// A patch was seen.
    seen: bool,
}

/// What a line is to a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken<'a> {
    /// None of a patch.
    Not,
    /// A line of a patch.
    Patch,
    /// A line of a file that a patch adds, without its `+`.
    Added(&'a str),
}

impl Hunks {
    /// What this line is.
    pub fn take<'a>(&mut self, line: &'a str) -> Taken<'a> {
        if self.old > 0 || self.new > 0 {
            let blanks = line.bytes().take(self.margin).take_while(|byte| *byte == b' ').count();
            let whole = line;
            let line = line.get(blanks..).unwrap_or_default();
            let (old, new) = match line.bytes().next() {
                // The rest was cut out.
                Some(_) if blanks < self.margin => return self.after_cut(whole),
                Some(b'+') => (0, 1),
                Some(b'-') => (1, 0),
                Some(b' ' | b'\t') | None => (1, 1),
                Some(b'\\') => (0, 0),
                _ => return self.after_cut(whole),
            };
            self.old = self.old.saturating_sub(old);
            self.new = self.new.saturating_sub(new);
            let added = line.strip_prefix('+').filter(|_| self.adds_file);
            return added.map_or(Taken::Patch, Taken::Added);
        }
        let bare = line.trim_start_matches(' ');
        if let Some((old, new)) = hunk(bare) {
            (self.old, self.new, self.adds_file) = (old, new, old == 0);
            self.margin = line.len() - bare.len();
            // What a mail shows of a terminal, indented, is not what it posts.
            self.seen |= self.margin == 0;
            return Taken::Patch;
        }
        const STARTS: [&str; 6] =
            ["diff --git ", "--- a/", "+++ b/", "--- /dev/null", "+++ /dev/null", "index "];
        self.seen |= line.starts_with(STARTS[0]);
        if STARTS.iter().any(|start| line.starts_with(start)) { Taken::Patch } else { Taken::Not }
    }

    fn after_cut<'a>(&mut self, line: &'a str) -> Taken<'a> {
        (self.old, self.new) = (0, 0);
        self.take(line)
    }

    /// Whether the text holds a patch.
    pub fn seen(&self) -> bool {
        self.seen
    }
}

/// `@@ -1,7 +1,8 @@`
fn hunk(line: &str) -> Option<(u64, u64)> {
    let (old, rest) = line.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let length = |range: &str| match range.split_once(',') {
        Some((_, length)) => length.parse().ok(),
        None => Some(1),
    };
    Some((length(old)?, length(new)?))
}

/// Whether the beginning of a text holds a patch.
pub fn holds_patch(lines: &[String]) -> bool {
    let mut hunks = Hunks::default();
    for line in lines {
        hunks.take(line);
    }
    hunks.seen()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_ends_with_its_last_hunk() {
        let text = [
            "diff --git a/x.txt b/x.txt",
            "--- a/x.txt",
            "+++ b/x.txt",
            "@@ -1,2 +1,3 @@ f",
            " a",
            "+   0.00% 0x8",
            " b",
            "   1.00% 0x8",
        ];
        let mut hunks = Hunks::default();
        let taken = text.map(|line| hunks.take(line) == Taken::Patch);
        assert_eq!(taken, [true, true, true, true, true, true, true, false]);
        assert!(hunks.seen());
        assert!(!holds_patch(&["--- before ---".to_owned(), "@@ not a hunk".to_owned()]));
    }

    #[test]
    fn a_file_that_is_added_is_text() {
        let mut hunks = Hunks::default();
        assert_eq!(hunks.take("@@ -0,0 +1,2 @@"), Taken::Patch);
        assert_eq!(hunks.take("+   1.00% 0x8"), Taken::Added("   1.00% 0x8"));
        assert_eq!(hunks.take("+"), Taken::Added(""));
        assert_eq!(hunks.take("   2.00% 0x8"), Taken::Not);
    }

    #[test]
    fn a_hunk_that_was_cut_out_ends() {
        let mut hunks = Hunks::default();
        assert_eq!(hunks.take("@@ -1,20 +1,20 @@"), Taken::Patch);
        assert_eq!(hunks.take("[snip]"), Taken::Not);
        assert_eq!(hunks.take("   1.00% 0x8"), Taken::Not);
    }

    #[test]
    fn an_indented_difference_is_shown_and_not_posted() {
        let mut hunks = Hunks::default();
        assert_eq!(hunks.take("   @@ -1,2 +1,2 @@"), Taken::Patch);
        assert_eq!(hunks.take("   -   1.00% 0x8"), Taken::Patch);
        assert_eq!(hunks.take("   +   2.00% 0x8"), Taken::Patch);
        assert_eq!(hunks.take("out of it"), Taken::Not);
        assert!(!hunks.seen());
    }
}

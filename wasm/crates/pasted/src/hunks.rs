//! Patches in a mail: their lines are no lines of the report above or below them.

/// Follows the lines of a text and tells which of them are a patch's, by the lengths that its hunks state.
#[derive(Debug, Default, Clone, Copy)]
pub struct Hunks {
    /// Lines of the hunk that are still to come, of the old file and of the new one.
    old: u64,
    new: u64,
    /// A patch was seen.
    seen: bool,
}

impl Hunks {
    /// Whether this line belongs to a patch.
    pub fn takes(&mut self, line: &str) -> bool {
        if self.old > 0 || self.new > 0 {
            let (old, new) = match line.bytes().next() {
                Some(b'+') => (0, 1),
                Some(b'-') => (1, 0),
                Some(b' ' | b'\t') | None => (1, 1),
                Some(b'\\') => (0, 0),
                // The rest was cut out.
                _ => return self.stop(line),
            };
            self.old = self.old.saturating_sub(old);
            self.new = self.new.saturating_sub(new);
            return true;
        }
        if let Some(lengths) = hunk(line) {
            (self.old, self.new) = lengths;
            self.seen = true;
            return true;
        }
        let starts = line.starts_with("diff --git ");
        self.seen |= starts;
        starts
            || ["--- a/", "+++ b/", "--- /dev/null", "+++ /dev/null", "index "]
                .iter()
                .any(|start| line.starts_with(start))
    }

    /// Whether the text holds a patch.
    pub fn seen(&self) -> bool {
        self.seen
    }

    fn stop(&mut self, line: &str) -> bool {
        (self.old, self.new) = (0, 0);
        self.takes(line)
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
    lines.iter().for_each(|line| {
        hunks.takes(line);
    });
    hunks.seen()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_ends_where_its_hunks_say() {
        let text = [
            "diff --git a/x b/x",
            "--- a/x",
            "+++ b/x",
            "@@ -1,2 +1,3 @@ struct s",
            " a",
            "+   0.00% 0x8",
            " b",
            "   1.00% 0x8",
            "-- ",
            "2.43",
        ];
        let mut hunks = Hunks::default();
        let taken: Vec<bool> = text.iter().map(|line| hunks.takes(line)).collect();
        assert_eq!(taken, [true, true, true, true, true, true, true, false, false, false]);
        assert!(hunks.seen());
        assert!(!holds_patch(&["--- before ---".to_owned(), "@@ not a hunk".to_owned()]));
    }

    #[test]
    fn a_hunk_that_was_cut_out_ends() {
        let mut hunks = Hunks::default();
        assert!(hunks.takes("@@ -1,20 +1,20 @@"));
        assert!(!hunks.takes("[snip]"));
        assert!(!hunks.takes("   1.00% 0x8"));
    }
}

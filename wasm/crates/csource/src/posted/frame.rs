//! What hunks of all forms are made of: their sides, what stands before their lines, their ranges and files.

/// A hunk as lines.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct CutHunk {
    pub file: String,
    pub range: String,
    pub context: String,
    pub line: u32,
    /// Quote marks before each of its lines.
    pub depth: usize,
    /// Its lines in the text, its `@@` among them, from 0.
    pub at: std::ops::Range<usize>,
    pub missing_lines: u32,
    pub old_start: u32,
    pub new_start: u32,
    pub old: Vec<SideLine>,
    pub new: Vec<SideLine>,
}

/// A line of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideLine {
    pub text: String,
    pub changed: bool,
    pub number: u32,
}

/// What stands before every line of a hunk: marks of a reply, or an indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Quote marks.
    pub marks: usize,
    /// Blanks, where there are no marks.
    pub blanks: usize,
}

impl Frame {
    /// Of the line that begins a hunk.
    pub fn of(text: &str) -> Self {
        let inside = text.trim_start_matches([' ', '\t', '>', '|']);
        let before = &text[..text.len() - inside.len()];
        let marks = before.matches(['>', '|']).count();
        Self { marks, blanks: if marks > 0 { 0 } else { before.len() } }
    }

    /// The line without it; `None` where the line does not have it.
    pub fn off<'a>(&self, text: &'a str) -> Option<&'a str> {
        if self.marks == 0 {
            let blanks = text.len() - text.trim_start_matches([' ', '\t']).len();
            return match blanks < self.blanks {
                true if text.trim().is_empty() => Some(""),
                true => None,
                false => Some(&text[self.blanks..]),
            };
        }
        let mut rest = text;
        for _ in 0..self.marks {
            rest = rest.trim_start_matches([' ', '\t']).strip_prefix(['>', '|'])?;
        }
        // The blank after the last mark belongs to the diff no more.
        Some(rest.strip_prefix(' ').unwrap_or(rest))
    }
}

/// A line without any of its quote marks.
pub fn unquoted(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = rest.trim_start_matches([' ', '\t']).strip_prefix(['>', '|']) {
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    rest
}

/// `@@ -1,7 +1,8 @@ struct s {`
#[derive(Debug, PartialEq, Eq)]
pub struct Range {
    pub old_start: u32,
    pub old_lines: u32,
    pub new_start: u32,
    pub new_lines: u32,
    /// The `@@ … @@` itself.
    pub text: String,
    /// What is behind it.
    pub context: String,
}

impl Range {
    pub fn of(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("@@ -")?;
        let (old, rest) = rest.split_once(" +")?;
        let (new, context) = rest.split_once(" @@")?;
        let range = |text: &str| {
            let (start, lines) = text.split_once(',').unwrap_or((text, "1"));
            Some((start.parse::<u32>().ok()?, lines.parse::<u32>().ok()?))
        };
        let ((old_start, old_lines), (new_start, new_lines)) = (range(old)?, range(new)?);
        Some(Self {
            old_start,
            old_lines,
            new_start,
            new_lines,
            text: format!("@@ -{old} +{new} @@"),
            context: context.trim().to_owned(),
        })
    }
}

/// The file that `+++ b/path` names (`--- a/path` where it is taken away), or `*** path` of a context diff.
pub fn file_of(text: &str) -> Option<String> {
    let path = match text.strip_prefix("+++ ") {
        Some(path) => path,
        None => text.strip_prefix("--- ").or_else(|| text.strip_prefix("*** "))?,
    };
    // A context diff's `*** 1,7 ****`.
    if path.ends_with(" ****") || path.ends_with(" ----") || path.starts_with('*') {
        return None;
    }
    // Behind a tab is the time.
    let path = path.split('\t').next().unwrap_or(path).trim();
    let path = path.trim_matches('"');
    if path.is_empty() || path == "/dev/null" || path.starts_with('-') {
        return None;
    }
    let bare =
        ["a/", "b/", "i/", "w/", "c/", "o/"].iter().find_map(|start| path.strip_prefix(start));
    Some(bare.unwrap_or(path).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        let check = |text: &str, expect: Option<&str>| {
            assert_eq!(file_of(text).as_deref(), expect, "{text}");
        };
        check("+++ b/include/linux/fs.h", Some("include/linux/fs.h"));
        check("+++ fs.h\t2026-01-01 00:00:00", Some("fs.h"));
        check("+++ /dev/null", None);
        check("*** 1,7 ****", None);
        check("--- 1,7 ----", None);
        check("---", None);
        check("*** old/fs.h\tMon", Some("old/fs.h"));
    }

    #[test]
    fn ranges() {
        let range = Range::of("@@ -1,7 +2 @@ struct s {").expect("a range");
        assert_eq!(
            (range.old_start, range.old_lines, range.new_start, range.new_lines),
            (1, 7, 2, 1)
        );
        assert_eq!(range.context, "struct s {");
        assert_eq!(Range::of("@@ struct s"), None);
    }
}

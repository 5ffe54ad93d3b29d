//! What people call a report, in a line above it: "Baseline:", "With this change:", a version.

use facts::MeasuredState;

/// A heading is no longer.
const HEADING_CHARS: usize = 72;

/// The heading that a line outside of perf's tables is: rows begin with a number or are longer.
pub fn heading_between(text: &str) -> Option<Heading> {
    let first = text.split_whitespace().find(|word| word.contains(char::is_alphanumeric))?;
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_code = first.len() >= 6 && first.bytes().all(|byte| byte.is_ascii_hexdigit());
    let of_perf = text.starts_with('\t') || text.contains(['{', ';', '%']);
    if is_number(first) || is_code || of_perf || first == "Annotate" {
        return None;
    }
    let found = heading(text)?;
    // Behind a `#` perf's own lines stand, which speak of no state of the code.
    (!text.starts_with('#') || text.contains(':') || found.is_state).then_some(found)
}

/// Whether a line of perf's own header, whose value a mailer broke off, seems to be a heading.
fn is_of_perf(name: &str) -> bool {
    matches!(
        name,
        "Warning" | "Sort order" | "Total weight" | "Total Lost Samples" | "Event count (approx.)"
    )
}

/// What a line calls the report below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// Its words.
    pub name: String,
    /// It speaks of a state of the code, so that another report begins below it.
    pub is_state: bool,
    /// Which one.
    pub state: Option<MeasuredState>,
}

impl Heading {
    /// Name and state, of a text that has a heading.
    pub fn parts(heading: Option<Self>) -> (Option<String>, Option<MeasuredState>) {
        heading.map_or((None, None), |heading| (Some(heading.name), heading.state))
    }
}

/// Whether a name is the version of a kernel and no more: `6.12`, `v6.12-rc3`, `v6.12+series`. A time is longer.
fn is_version(name: &str) -> bool {
    let name = name.strip_prefix('v').unwrap_or(name);
    let end = name.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(name.len());
    let (numbers, rest) = name.split_at(end);
    let parts = || numbers.split('.');
    matches!(parts().count(), 2 | 3)
        && parts().all(|part| matches!(part.len(), 1..=3))
        && (rest.is_empty() || rest.starts_with(['-', '+']) && rest.len() > 1)
        && !rest.contains(char::is_whitespace)
}

/// Whether a line introduces what somebody wrote, or belongs to a patch.
fn is_of_mail(name: &str) -> bool {
    const OF_GIT: [&str; 4] = ["new file mode ", "deleted file mode ", "old mode ", "new mode "];
    [" wrote", " writes", " schrieb", " escreveu"].iter().any(|end| name.ends_with(end))
        || OF_GIT.iter().any(|start| name.starts_with(start))
}

/// The heading that a line is; `None` where it is none.
pub fn heading(text: &str) -> Option<Heading> {
    const BEFORE: [&str; 15] = [
        "before",
        "baseline",
        "base",
        "unpatched",
        "vanilla",
        "mainline",
        "original",
        "without",
        "w/o",
        "stock",
        "upstream",
        "reverted",
        "parent",
        "orig",
        "old",
    ];
    const AFTER: [&str; 6] = ["after", "patched", "with", "w/", "fixed", "new"];
    const CODE: [&str; 12] = [
        "patch",
        "patches",
        "patched",
        "change",
        "changes",
        "fix",
        "fixes",
        "series",
        "this",
        "commit",
        "reorder",
        "reordering",
    ];
    let bare = text.trim_matches(|c: char| c.is_whitespace() || "#=*-_+|[]".contains(c)).trim();
    let colon = bare.ends_with(':');
    let name = bare.trim_end_matches(':').trim();
    if is_version(name) {
        let drawn = ["#", "==", "**", "["].iter().any(|sign| text.trim().starts_with(sign));
        let says_so = colon || drawn || name.starts_with('v');
        return says_so.then(|| Heading { name: name.to_owned(), is_state: true, state: None });
    }
    // The name of a list in JSON. The titles of columns have gaps between them.
    let is_key = name.starts_with('"') && name.ends_with('"');
    if is_key || is_of_perf(name) || is_of_mail(name) || !colon && name.contains("  ") {
        return None;
    }
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric() && c != '.' && c != '/')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if words.is_empty()
        || name.chars().count() > HEADING_CHARS
        || !name.contains(char::is_alphabetic)
    {
        return None;
    }
    let version = |word: &String| {
        word.strip_prefix('v')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    // "With 160 threads" is another workload and no other code.
    let of_code = |word: &String| CODE.contains(&word.as_str()) || version(word);
    let speaks_of_code = words.len() == 1 || words.iter().any(of_code);
    let is_state_word = |word: &&String| {
        speaks_of_code || !matches!(word.as_str(), "with" | "without" | "w/" | "w/o")
    };
    let before = words.iter().filter(is_state_word).any(|word| BEFORE.contains(&word.as_str()));
    let after = words
        .iter()
        .filter(is_state_word)
        .any(|word| AFTER.contains(&word.as_str()) || version(word));
    let state = match (before, after) {
        (true, false) => Some(MeasuredState::Before),
        (false, true) => Some(MeasuredState::After),
        _ => None,
    };
    // A sentence of a mail speaks of states too; a heading is short or ends in a colon.
    let is_state = (before || after) && (colon || before != after && words.len() <= 4);
    (colon || is_state).then(|| Heading { name: name.to_owned(), is_state, state })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_no_headings() {
        let name = |text: &str| heading_between(text).map(|found| found.name);
        assert_eq!(name("before:").as_deref(), Some("before"));
        assert_eq!(name("With this change:").as_deref(), Some("With this change"));
        for row in [
            "  0.50%  struct base",
            "\t ffff81 parent",
            "Annotate type: 'struct base' (7 samples):",
            "};",
            "",
        ] {
            assert_eq!(heading_between(row), None, "{row}");
        }
    }

    #[test]
    fn headings_of_mails() {
        let check = |text: &str, expect: Option<(&str, bool)>| {
            let found = heading(text);
            assert_eq!(
                found.as_ref().map(|found| (found.name.as_str(), found.is_state)),
                expect,
                "{text}"
            );
        };
        check("Baseline:", Some(("Baseline", true)));
        check("=== before ===", Some(("before", true)));
        check("With this change:", Some(("With this change", true)));
        check("# v2", Some(("v2", true)));
        check("w/o patch:", Some(("w/o patch", true)));
        check("perf c2c report of the hot line:", Some(("perf c2c report of the hot line", false)));
        check("The lock was contended before, as one can see in this long sentence.", None);
        let state = |text: &str| heading(text).and_then(|found| found.state);
        assert_eq!(state("w/o patch:"), Some(MeasuredState::Before));
        assert_eq!(state("With this change:"), Some(MeasuredState::After));
        assert_eq!(state("before and after:"), None);
        assert_eq!(state("with 160 threads:"), None);
        for text in ["6.12:", "== 6.12 ==", "# 6.12", "**6.12**", "[6.12]"] {
            check(text, Some(("6.12", true)));
        }
        check("v6.12", Some(("v6.12", true)));
        check("v6.12+series", Some(("v6.12+series", true)));
        check("6.12.3-rc1:", Some(("6.12.3-rc1", true)));
        check("2628.123456:", None);
        check("6.12", None);
        check("On Mon, Jan 5, 2026, X wrote:", None);
        check("new file mode 100644", None);
        check("before   after", None);
        check("before after", None);
        check("\"lines\": [", None);
        check("-------", None);
        check("[snip]", None);
    }
}

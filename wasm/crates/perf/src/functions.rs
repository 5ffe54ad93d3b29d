//! The function view of `perf c2c report --function` (2026): functions against functions, and no offsets.
//!
//! ```text
//!          Shared Data Functions Table     (2 entries, sorted on Cycles %)
//! #    Cycles    Store
//! #         %    count  Function / Contending function / Cacheline
//! # .........  .......  ...
//!   -  20.25%      300  - [k] reader_of_head
//!                  200    - [k] writer_of_head
//!                  200        0xffff888100001080
//! ```
//!
//! (`Documentation/perf-c2c.txt` of perf 7.3, which has it in its TUI, and the test of the patches for `--stdio`.) What it
//! has of a line is its address and how many stores one function made there: no offset, and no count of loads.

/// Its title, in a text as in the TUI.
const TITLE: &str = "Shared Data Functions Table";
/// The last column.
const COLUMN: &str = "Function / Contending function / Cacheline";

/// Whether a text has the view, by what it holds.
pub fn is_in(has: &impl Fn(&str) -> bool) -> bool {
    has(TITLE) || has(COLUMN)
}

/// Whether a line begins the view: its title, or the header of its columns.
pub fn is_function_view(line: &str) -> bool {
    is_in(&|text: &str| line.contains(text))
}

#[cfg(test)]
mod tests {
    use crate::{NothingUsable, Options, ProfileKind, detect, read};

    // Invented, in the form that the test of `--stdio` asks for.
    const VIEW: &str = "\
           Shared Data Functions Table     (2 entries, sorted on Cycles %)
=================================================
#
#    Cycles    Store
#         %    count  Function / Contending function / Cacheline
# .........  .......  ..........................................
#
  -  20.25%      300  - [k] reader_of_head
                 200    - [k] writer_of_head
                 200        0xffff888100001080
                 100    - [k] writer_of_tail
                  60        0xffff888100002640
                  40        0xffff888100001000
";

    fn check(text: &str) {
        assert_eq!(detect(text.as_bytes()), Some(ProfileKind::C2cReport), "{text}");
        let found = read(text.as_bytes(), Options::default());
        assert_eq!(found.err(), Some(NothingUsable::OnlyFunctions), "{text}");
    }

    #[test]
    fn a_function_view_alone_is_named() {
        check(VIEW);
        // Without its title, quoted in a mail, and as the TUI shows it.
        let rows: Vec<&str> = VIEW.lines().skip(2).collect();
        check(&rows.join("\n"));
        check(&VIEW.lines().map(|line| format!("> {line}\n")).collect::<String>());
        let screen = [
            "Shared Data Functions Table     (2 entries, sorted on Cycles %)",
            "   Cycles    Store",
            "        %    count  Function / Contending function / Cacheline",
            "+  41.50%      512  + [k] other_reader",
            "-  20.25%      300  - [k] reader_of_head",
            "               200    - [k] writer_of_head",
            "               200        0xffff888100001080",
        ];
        check(&screen.join("\n"));
    }
}

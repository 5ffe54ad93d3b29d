//! The lines of a unified hunk, by the counts of its `@@`: whole, quoted, wrapped by a mailer, with their first blanks
//! lost, cut off.

use mailtext::MailLine;

use super::frame::{CutHunk, Frame, Range, SideLine, file_of, unquoted};

/// How lines that have no sign are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unsigned {
    /// A mailer broke the line before: each goes on with it.
    GoesOn,
    /// A mailer took the first blank away: each is context.
    Context,
    /// What comes after a whole line is context.
    AfterWhole,
}

/// The hunk whose `@@` is line `at`, and the line behind it.
pub fn hunk(
    lines: &[MailLine],
    at: usize,
    frame: Frame,
    range: &Range,
    file: &str,
) -> (CutHunk, usize) {
    #[expect(clippy::indexing_slicing, reason = "the caller has read this line")]
    let header = &lines[at];
    let ways = [Unsigned::AfterWhole, Unsigned::GoesOn, Unsigned::Context];
    let readings = ways.map(|way| read(lines, at, frame, range, way));
    // One that keeps to the counts is better than one that goes on: somebody may have edited the hunk by hand.
    let best = readings
        .iter()
        .position(|reading| reading.fits && reading.beyond == 0)
        .or_else(|| readings.iter().position(|reading| reading.fits))
        .unwrap_or(0);
    let [first, second, third] = readings;
    let reading = [first, second, third].into_iter().nth(best).unwrap_or_default();
    let hunk = CutHunk {
        file: file.to_owned(),
        range: range.text.clone(),
        context: match reading.more_context {
            Some(more) => format!("{} {more}", range.context),
            None => range.context.clone(),
        },
        line: header.number,
        depth: frame.marks,
        at: at..reading.next,
        missing_lines: reading.old_left.max(reading.new_left),
        // git counts the line before an empty range.
        old_start: range.old_start + u32::from(range.old_lines == 0),
        new_start: range.new_start + u32::from(range.new_lines == 0),
        old: reading.old,
        new: reading.new,
    };
    (hunk, reading.next)
}

#[derive(Debug, Default)]
struct Reading {
    old: Vec<SideLine>,
    new: Vec<SideLine>,
    old_left: u32,
    new_left: u32,
    more_context: Option<String>,
    next: usize,
    /// Lines beyond its counts.
    beyond: u32,
    /// It ends where its counts say.
    fits: bool,
}

fn read(lines: &[MailLine], at: usize, frame: Frame, range: &Range, way: Unsigned) -> Reading {
    let mut reading = Reading {
        old_left: range.old_lines,
        new_left: range.new_lines,
        next: at + 1,
        ..Reading::default()
    };
    // The last line, on which sides it stands.
    let mut last: Option<(bool, bool)> = None;
    // A remark of the one who answers stands apart from what it answers.
    let mut apart = false;
    while let Some(line) = lines.get(reading.next) {
        let is_done = reading.old_left == 0 && reading.new_left == 0;
        let text = match frame.off(&line.text) {
            Some(text) => {
                apart = false;
                text
            }
            None if is_done => break,
            None if line.text.trim().is_empty() || apart || frame.marks == 0 => {
                if frame.marks == 0 && !line.text.trim().is_empty() {
                    // Less indented than the hunk: it is over.
                    break;
                }
                apart = true;
                reading.next += 1;
                continue;
            }
            // What was quoted has its marks; without them it is the rest of a line, or somebody's remark.
            None if way != Unsigned::GoesOn
                && last.is_none_or(|on| is_whole(&last_text(&reading, on))) =>
            {
                apart = true;
                reading.next += 1;
                continue;
            }
            None => unquoted(&line.text),
        };
        if ends(text, lines.get(reading.next + 1).map(|next| next.text.as_str()), frame) {
            break;
        }
        let sign = text.chars().next();
        let signed = matches!(sign, None | Some('+' | '-' | ' ' | '\t' | '\\'));
        if is_done {
            // What a mailer broke off the last line.
            let goes_on = !signed
                && way != Unsigned::Context
                && last.is_some_and(|on| !is_whole(&last_text(&reading, on)));
            let beyond = signed && changes_follow(lines, reading.next, frame);
            reading.beyond += u32::from(beyond);
            if !goes_on && !beyond {
                break;
            }
        }
        reading.next += 1;
        if sign == Some('\\') {
            continue;
        }
        if !signed && last.is_none() && way != Unsigned::Context && may_go_on(&range.context) {
            // The `@@` line itself was broken.
            reading.more_context = Some(text.trim().to_owned());
            continue;
        }
        if !signed {
            let joins = match way {
                Unsigned::GoesOn => true,
                Unsigned::Context => false,
                Unsigned::AfterWhole => last.is_some_and(|on| !is_whole(&last_text(&reading, on))),
            };
            if let (true, Some((old, new))) = (joins, last) {
                for (side, is_on) in [(&mut reading.old, old), (&mut reading.new, new)] {
                    if let (true, Some(last)) = (is_on, side.last_mut()) {
                        last.text = format!("{} {}", last.text.trim_end(), text.trim_start());
                    }
                }
                continue;
            }
        }
        let on = match sign {
            Some('+') => (false, true),
            Some('-') => (true, false),
            _ => (true, true),
        };
        // A tab at the start may be the rest of a blank and a tab.
        let bare =
            if signed && sign != Some('\t') { text.get(1..).unwrap_or_default() } else { text };
        let side_line =
            SideLine { text: bare.to_owned(), changed: on != (true, true), number: line.number };
        if on.0 {
            reading.old.push(side_line.clone());
            reading.old_left = reading.old_left.saturating_sub(1);
        }
        if on.1 {
            reading.new.push(side_line);
            reading.new_left = reading.new_left.saturating_sub(1);
        }
        last = Some(on);
    }
    if reading.next == lines.len() {
        drop_half_line(&mut reading, last);
    }
    let behind = lines.get(reading.next).and_then(|line| frame.off(&line.text)).unwrap_or_default();
    let goes_on = behind.starts_with(['+', '-'])
        && !behind.starts_with("-- ")
        && behind != "--"
        && !behind.starts_with("---")
        && !behind.starts_with("+++");
    reading.fits = reading.old_left == 0 && reading.new_left == 0 && !goes_on;
    reading
}

/// A text that ends in the middle of a hunk may end in the middle of a line: `+void *next_sch` is no member.
fn drop_half_line(reading: &mut Reading, last: Option<(bool, bool)>) {
    let Some(on) = last.filter(|_| reading.old_left > 0 || reading.new_left > 0) else { return };
    if is_whole(&last_text(reading, on)) {
        return;
    }
    if on.0 {
        reading.old.pop();
        reading.old_left += 1;
    }
    if on.1 {
        reading.new.pop();
        reading.new_left += 1;
    }
}

/// Whether lines go on as those of a hunk do and one of them is changed, though its counts are used up.
fn changes_follow(lines: &[MailLine], from: usize, frame: Frame) -> bool {
    for (at, line) in lines.iter().enumerate().skip(from) {
        let text = frame.off(&line.text).unwrap_or_default();
        let next = lines.get(at + 1).map(|next| next.text.as_str());
        if ends(text, next, frame) || text.starts_with("---") || text.starts_with("+++") {
            return false;
        }
        match text.chars().next() {
            Some('+' | '-') => return true,
            Some(' ' | '\t' | '\\') => {}
            _ => return false,
        }
    }
    false
}

fn last_text(reading: &Reading, (_, on_new): (bool, bool)) -> String {
    let side = if on_new { &reading.new } else { &reading.old };
    side.last().map(|line| line.text.clone()).unwrap_or_default()
}

/// Whether a mailer may have broken what the `@@` line names: `struct s {` and `int f(int a)` are whole.
fn may_go_on(context: &str) -> bool {
    !context.is_empty() && !context.ends_with(['{', ')', ';'])
}

/// Whether a line needs no other to end it.
fn is_whole(text: &str) -> bool {
    let text = text.trim_end();
    text.is_empty()
        || text.ends_with([';', '{', '}'])
        || text.ends_with("*/")
        || text.starts_with('#')
}

/// Whether a line is the first one after a hunk, however many lines the `@@` promised.
fn ends(text: &str, next: Option<&str>, frame: Frame) -> bool {
    let names_new =
        || next.and_then(|next| frame.off(next)).is_some_and(|next| next.starts_with("+++ "));
    text.starts_with("diff --git ")
        || text.starts_with("@@ -")
        || text == "-- "
        || text == "--"
        || (text.starts_with("--- ") && names_new() && file_of(text).is_some())
        || (text.starts_with("Index: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, old: &[&str], new: &[&str], missing: u32) {
        let lines: Vec<MailLine> = mailtext::mail_lines(text.as_bytes());
        let cut = super::super::hunks::cut(&lines);
        let hunk = &cut.hunks[0];
        let texts = |side: &[SideLine]| -> Vec<String> {
            side.iter()
                .map(|line| {
                    let sign = if line.changed { "!" } else { "" };
                    format!("{sign}{}", line.text.split_whitespace().collect::<Vec<_>>().join(" "))
                })
                .collect()
        };
        assert_eq!(texts(&hunk.old), old, "{text}");
        assert_eq!(texts(&hunk.new), new, "{text}");
        assert_eq!(hunk.missing_lines, missing, "{text}");
    }

    const OLD: [&str; 3] = ["int a;", "!long long b;", "int c;"];
    const NEW: [&str; 3] = ["int a;", "int c;", "!int d;"];

    #[test]
    fn whole_and_quoted() {
        let whole =
            "@@ -1,3 +1,3 @@ struct s {\n int a;\n-long long b;\n int c;\n+int d;\n-- \n2.1\n";
        check(whole, &OLD, &NEW, 0);
        let quoted: String = whole.lines().map(|line| format!("> {line}\n")).collect();
        check(&quoted, &OLD, &NEW, 0);
        let indented: String = whole.lines().map(|line| format!("    {line}\n")).collect();
        check(&indented, &OLD, &NEW, 0);
        // Somebody answers in the middle of it.
        check(
            "> @@ -1,3 +1,3 @@\n> \tint a;\n> -\tlong long b;\n\nWhy? This was\n- on its own\n\n> \tint c;\n> +\tint d;\n",
            &OLD,
            &NEW,
            0,
        );
    }

    #[test]
    fn a_remark_with_fewer_marks_is_no_line_of_it() {
        let whole = "@@ -1,3 +1,3 @@ struct s {\n int a;\n-long long b;\n int c;\n+int d;\n";
        let quoted: Vec<String> = whole.lines().map(|line| format!("> > {line}\n")).collect();
        for remark in
            [">\n> Why is that?\n\nBecause.\n\n", "Why is that?\n", "> Why is that;\n> And this.\n"]
        {
            let text = [&quoted[..2], &[remark.to_owned()], &quoted[2..]].concat().concat();
            check(&text, &OLD, &NEW, 0);
        }
    }

    #[test]
    fn wrapped_and_with_lost_blanks() {
        check(
            "@@ -1,3 +1,3 @@ struct with_a_name_that_is_too\n_long {\n int a;\n-long\nlong b;\n int c;\n+int\nd;\n",
            &OLD,
            &NEW,
            0,
        );
        check("@@ -1,3 +1,3 @@\n int a;\n-long\nlong b;\n int c;\n+int\nd;\n", &OLD, &NEW, 0);
        check("@@ -1,3 +1,3 @@\nint a;\n-long long b;\nint c;\n+int d;\n", &OLD, &NEW, 0);
        // The end of a comment that a reply broke off has fewer marks, and the blanks of context are gone.
        check(
            "> > @@ -1,3 +1,3 @@ struct s {\n> > int a;\n> > -long long b; /* one\n> */\n> > int c;\n> > +int d;\n",
            &["int a;", "!long long b; /* one */", "int c;"],
            &NEW,
            0,
        );
    }

    #[test]
    fn a_text_that_ends_in_the_middle_of_a_line() {
        let cut = "@@ -1,9 +1,9 @@ struct s {\n int a;\n-long long b;\n int c;\n+int d;\n";
        check(cut, &OLD, &NEW, 6);
        check(&format!("{cut}+void *next_sche"), &OLD, &NEW, 6);
        check(&format!("{cut} __cacheline_group_begin(rd) ____cach"), &OLD, &NEW, 6);
        // The counts say that it is whole.
        check("@@ -1 +1,2 @@\n int a;\n+GROUP(a)", &["int a;"], &["int a;", "!GROUP(a)"], 0);
    }

    #[test]
    fn counts_that_nobody_corrected() {
        check(
            "@@ -1,2 +1,2 @@\n int a;\n-long long b;\n int c;\n+int d;\n-- \n2.1\n",
            &OLD,
            &NEW,
            0,
        );
        let next = "@@ -1,1 +1,1 @@\n int a;\n-long long b;\n int c;\n+int d;\n--- a/x.h\n+++ b/x.h\n@@ -9 +9 @@\n-int e;\n";
        check(next, &OLD, &NEW, 0);
    }

    #[test]
    fn what_was_cut_out_is_counted() {
        check("@@ -1,9 +1,9 @@\n int a;\n-long long b;\n int c;\n+int d;\n", &OLD, &NEW, 6);
    }
}

//! Rows as a spreadsheet writes them, or a table of Markdown: a sign between the values, and no blanks.

use std::borrow::Cow;

use crate::signs::{bare_share, mended_behind_quotes};
use crate::words::{is_address, is_number, is_percent};

const SIGNS: [char; 3] = [',', ';', '|'];
/// A row of perf's tables has more values; a line of counts has as many.
const FEWEST: usize = 4;

/// The sign between the values of a text's rows; `None` where most of them are written otherwise. Shares may have lost
/// their `%`, or have another sign for it.
pub fn separator_of<'a>(lines: impl Iterator<Item = &'a str>) -> Option<char> {
    let mut counts = [0; SIGNS.len()];
    let mut rows = 0;
    for line in lines.filter(|line| line.contains("0x")) {
        let parts = SIGNS.map(|sign| line.contains(sign) && is_row(line, sign));
        rows += usize::from(line.contains('%') || parts.contains(&true));
        for (count, parts) in counts.iter_mut().zip(parts) {
            *count += usize::from(parts);
        }
    }
    let (sign, count) = SIGNS.into_iter().zip(counts).max_by_key(|(_, count)| *count)?;
    (count * 2 > rows).then_some(sign)
}

/// The sign between the words of all lines, of a text that has counters or names of columns; `None` where there is none.
pub fn separator_of_all(lines: &[&str]) -> Option<char> {
    SIGNS.into_iter().find(|sign| is_all_parted(lines.iter().copied(), *sign))
}

/// Whether the sign is between the words of all lines: around the colon of a counter too, or behind the `#` before the
/// names of columns.
fn is_all_parted<'a>(mut lines: impl Iterator<Item = &'a str>, sign: char) -> bool {
    lines.any(|line| {
        if !line.contains(sign) {
            return false;
        }
        let values = values(line, sign);
        if values
            .array_windows()
            .any(|[sign, name]| &**sign == "#" && matches!(&**name, "Num" | "Index"))
        {
            return true;
        }
        let colon = values.iter().position(|value| value == ":");
        colon.is_some_and(|at| at > 0 && values.get(at + 1).is_some_and(|value| is_number(value)))
    })
}

/// The line with a blank between all of its words.
pub fn all_parted(line: &str, sign: char) -> Cow<'_, str> {
    if !line.contains(sign) && !is_quoted(line.trim()) {
        return Cow::Borrowed(line);
    }
    let values = values(line, sign);
    let words: Vec<&str> =
        values.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
    Cow::Owned(words.join(" "))
}

/// The sign between the columns of a text that a spreadsheet wrote with each of them in quotes; `None` where it did not.
pub fn separator_of_quoted(lines: &[&str]) -> Option<char> {
    SIGNS.into_iter().find(|sign| {
        let between = format!("\"{sign}\"");
        let (mut parted, mut quoted, mut others) = (0, 0, 0);
        for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
            match is_quoted(line) {
                true if line.contains(&between) => parted += 1,
                true => quoted += 1,
                false => others += 1,
            }
        }
        parted >= FEWEST && others * 20 <= parted + quoted
    })
}

fn is_row(line: &str, sign: char) -> bool {
    let values = values(line, sign);
    let has = |is: fn(&str) -> bool| values.iter().any(|value| is(value));
    values.len() > FEWEST && has(is_share) && has(is_address)
}

/// A share with two decimals, whatever became of its `%`.
fn is_share(value: &str) -> bool {
    is_percent(value) || bare_share(value, 2).is_some()
}

/// The line with blanks between its values; as it is where it has no row's values. A spreadsheet fills all lines up with
/// signs.
pub fn parted(line: &str, sign: char) -> Cow<'_, str> {
    let values = values(line, sign);
    let is_figure = |value: &&String| is_number(value) || is_share(value) || is_address(value);
    let figures = values.iter().filter(is_figure).count();
    if figures < FEWEST {
        let bare = line.trim_end().trim_end_matches(sign);
        let is_filled = line.trim_end().len() > bare.len() + 1;
        if is_quoted(line.trim()) {
            return Cow::Owned(values.join("  "));
        }
        if is_end_of_row(line.trim(), sign) {
            return all_parted(line, sign);
        }
        return Cow::Borrowed(if is_filled { bare } else { line });
    }
    // A share that is left out would be taken for the next one.
    let first = values.iter().position(|value| is_share(value)).unwrap_or(values.len());
    let end = values.iter().position(|value| is_address(value)).unwrap_or(0);
    let shown = values.iter().enumerate().map(|(at, value)| match value.as_str() {
        "" if (first..end).contains(&at) => "n/a",
        value => value,
    });
    let shown: Vec<&str> = shown.filter(|value| !value.is_empty()).collect();
    // What shows a row without its signs are its columns, which are apart only now.
    let row = format!("  {}", shown.join("  "));
    Cow::Owned(mended_behind_quotes(&row).into_owned())
}

/// Whether all of a line is between quotes, as a spreadsheet writes the only value of one too.
fn is_quoted(line: &str) -> bool {
    line.len() > 1 && line.starts_with('"') && line.ends_with('"')
}

/// Whether a line has one of the bars around a row of Markdown alone: a break parted it from the others.
fn is_end_of_row(line: &str, sign: char) -> bool {
    sign == '|' && line.matches(sign).count() > 1 && line.starts_with(sign) != line.ends_with(sign)
}

/// The values of a line: in quotes or braces (`0{0-1,4}`) the sign parts nothing.
fn values(line: &str, sign: char) -> Vec<String> {
    let (mut out, mut value) = (Vec::new(), String::new());
    let (mut quoted, mut braces) = (false, false);
    for char in line.chars() {
        match char {
            '"' => quoted = !quoted,
            _ if char == sign && !quoted && !braces => {
                out.push(std::mem::take(&mut value).trim().to_owned());
            }
            _ => {
                // A name may have braces around words, between which bars are.
                braces = char == '{' && sign != '|' || braces && char != '}';
                value.push(char);
            }
        }
    }
    out.push(value.trim().to_owned());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "0.00%,20.64%,76.56%,99.05%,0.00%,0x0,0,924,0x4011b1,0,238,60,380,2,[.] writer,demo,demo.c:20,0{0,2} 1{5}";

    #[test]
    fn values_of_a_spreadsheet() {
        assert_eq!(separator_of([ROW, "a, b"].into_iter()), Some(','));
        assert_eq!(
            parted(ROW, ','),
            "  0.00%  20.64%  76.56%  99.05%  0.00%  0x0  0  924  0x4011b1  0  238  60  380  2  [.] writer  demo  demo.c:20  0{0,2} 1{5}"
        );
        let quoted = format!("\"{}\"", values(ROW, ',').join("\",\""));
        assert_eq!(values(&quoted, ','), values(ROW, ','));
        assert_eq!(
            parted("0;0;266;373;256;105;0;0x4070c0", ';'),
            "  0  0  266  373  256  105  0  0x4070c0"
        );
        assert_eq!(all_parted("\": cpu/mem-stores/P\"", ','), ": cpu/mem-stores/P");
        assert_eq!(parted("\": cpu/mem-stores/P\"", ','), ": cpu/mem-stores/P");
        assert_eq!(parted("|1.00%|2.00%|3.00%|0x8|", '|'), "  1.00%  2.00%  3.00%  0x8");
    }

    #[test]
    fn a_share_that_is_left_out_stays_unknown() {
        assert_eq!(
            parted("1.00%,,3.00%,4.00%,0x8,0,1", ','),
            "  1.00%  n/a  3.00%  4.00%  0x8  0  1"
        );
    }

    #[test]
    fn values_without_their_signs_are_a_row() {
        for sign in ["", "pct", "%25"] {
            let row = ROW.replace('%', sign);
            assert_eq!(separator_of([row.as_str()].into_iter()), Some(','), "{sign}");
            assert_eq!(parted(&row, ','), parted(ROW, ','), "{sign}");
        }
        // Samples have no shares: `perf mem -D report -x,` is another reader's.
        let sample = "3344,3346,0x401150,0x4040c8,12,0x10268080144,/opt/q:f<a, b>";
        assert_eq!(separator_of([sample].into_iter()), None);
    }

    #[test]
    fn other_lines_stay() {
        assert_eq!(parted("Trace Event Information,,,,", ','), "Trace Event Information");
        assert_eq!(parted("cpu/mem-loads,ldlat=30/P", ','), "cpu/mem-loads,ldlat=30/P");
        let clean =
            "  0.00%  20.64%  0.00%  0x0  0  1  0x401150  [.] f<a, b>  demo  0{0,2,4,6,8,10}";
        assert_eq!(separator_of([clean].into_iter()), None);
    }
}

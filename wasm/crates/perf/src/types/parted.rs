//! Rows and headers of types as a spreadsheet writes them: a sign between the columns, with or without the `%` of a share.

/// Between columns; a name has the first too, inside of brackets or before a blank.
const SIGNS: [char; 3] = [',', ';', '|'];
/// perf prints a share with so many decimals.
const DECIMALS: usize = 2;

/// The line with gaps between its columns, `56.36,struct queue +0x8 (head.next)` as perf has it; `None` where no sign parts
/// them.
pub(super) fn parted(line: &str) -> Option<String> {
    let line = line.trim();
    SIGNS.into_iter().find_map(|sign| header(line, sign).or_else(|| row(line, sign)))
}

fn header(line: &str, sign: char) -> Option<String> {
    let names = line.strip_prefix('#')?;
    (names.contains("Data Type") && names.contains(sign)).then(|| line.replace(sign, "  "))
}

fn row(line: &str, sign: char) -> Option<String> {
    let (mut out, mut rest) = (String::new(), line);
    while let Some((word, behind)) = rest.split_once(sign)
        && let Some(share) = share(word.trim())
    {
        out += &format!("  {share}%");
        rest = behind;
    }
    (!out.is_empty()).then(|| format!("{out}  {}", with_gaps(rest.trim(), sign)))
}

/// The number of a share, whose sign may be gone.
fn share(word: &str) -> Option<&str> {
    let bare = word.strip_suffix('%').unwrap_or(word);
    let (whole, part) = bare.split_once('.')?;
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let fits = (1..=3).contains(&whole.len()) && part.len() == DECIMALS;
    (fits && is_number(whole) && is_number(part)).then_some(bare)
}

/// The names behind the shares: inside of brackets the sign is a name's own, and so it is before a blank.
fn with_gaps(names: &str, sign: char) -> String {
    let mut out = String::with_capacity(names.len() + 4);
    let mut depth = 0_usize;
    let mut chars = names.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if char == sign && depth == 0 && chars.peek().is_some_and(|next| *next != ' ') {
            out.push_str("  ");
        } else {
            out.push(char);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::parted;

    #[test]
    fn columns_come_apart() {
        for (line, expect) in [
            ("56.36,struct queue +0x8 (head.next)", "  56.36%  struct queue +0x8 (head.next)"),
            ("1.00%;2.00%;struct a;struct a +8 (b)", "  1.00%  2.00%  struct a  struct a +8 (b)"),
            ("3.00,map<int,long> +0 (k)", "  3.00%  map<int,long> +0 (k)"),
            ("# Overhead|Data Type|Data Type Offset", "# Overhead  Data Type  Data Type Offset"),
        ] {
            assert_eq!(parted(line).as_deref(), Some(expect));
        }
        for other in ["  1.00%  struct a +8 (b)", "1.5,000 rows", "# Samples: 1 of events 'a, b'"] {
            assert_eq!(parted(other), None, "{other}");
        }
    }
}

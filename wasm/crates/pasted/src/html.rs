//! HTML that people copy along with a text: tags, entities, rows of tables.

/// HTML that people copy along. C++ has angle brackets too: only these names are tags, and only where no
/// name stands before them.
const TAGS: [&str; 14] = [
    "pre", "p", "div", "span", "code", "tt", "font", "b", "i", "td", "tr", "table", "tbody", "html",
];

/// The line without tags; those that end a block become line ends.
pub fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let after_name =
            out.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | ','));
        match tag.find('>').and_then(|end| tag_of(&tag[1..end], after_name).map(|with| (end, with)))
        {
            Some((end, with)) => {
                out.push_str(with);
                rest = &tag[end + 1..];
            }
            None => {
                out.push('<');
                rest = &tag[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// What a tag is replaced by; `None` where it is none.
fn tag_of(inside: &str, after_name: bool) -> Option<&'static str> {
    let closes = inside.starts_with('/');
    let bare = inside.trim_start_matches('/').trim_end_matches('/').trim_end();
    let name = bare.split([' ', '=']).next().unwrap_or_default().to_ascii_lowercase();
    if name == "br" && !closes {
        return Some("\n");
    }
    let known = TAGS.contains(&name.as_str());
    let attributes = bare.len() > name.len() && bare.contains('=');
    match (known, closes) {
        (true, true) if matches!(name.as_str(), "p" | "div" | "tr" | "pre") => Some("\n"),
        (true, true) => Some(if name == "td" { " " } else { "" }),
        (true, false) if attributes || !after_name => Some(""),
        _ => None,
    }
}

/// The line with the signs that its entities stand for.
pub fn without_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, entity) = rest.split_at(at);
        out.push_str(before);
        let found = entity
            .bytes()
            .take(10)
            .position(|byte| byte == b';')
            .and_then(|end| char_of(&entity[1..end]).map(|char| (end, char)));
        match found {
            Some((end, char)) => {
                out.push(char);
                rest = &entity[end + 1..];
            }
            None => {
                out.push('&');
                rest = &entity[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn char_of(entity: &str) -> Option<char> {
    if let Some(number) = entity.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let code = match hex {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        let char = code.ok().and_then(char::from_u32)?;
        return Some(if char.is_whitespace() { ' ' } else { char });
    }
    Some(match entity {
        "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
        "gt" => '>',
        "lt" => '<',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "hellip" => '\u{2026}',
        "minus" | "ndash" => '-',
        "lbrack" | "lsqb" => '[',
        "rbrack" | "rsqb" => ']',
        "percnt" => '%',
        _ => return None,
    })
}

/// Whether a line begins a row of an HTML table and does not end it.
pub fn begins_html_row(text: &str) -> bool {
    let start = text.trim_start();
    (start.starts_with("<tr>") || start.starts_with("<tr ")) && !start.contains("</tr>")
}

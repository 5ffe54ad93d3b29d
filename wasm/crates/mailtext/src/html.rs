//! A page of HTML, as a browser saves it or a mailer sends it: tags and entities.

/// Tags that a page has around preformatted text. A C++ name has angle brackets too, which a page writes as entities.
const BLOCKS: [&str; 6] = ["p", "div", "tr", "pre", "table", "li"];

/// The characters that a line of a page shows; those tags that end a block become line ends.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let is_tag =
            tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let Some(end) = tag.find('>').filter(|_| is_tag) else {
            out.push('<');
            rest = &tag[1..];
            continue;
        };
        let inside = tag[1..end].to_ascii_lowercase();
        let name = inside.trim_matches('/').split([' ', '=', '/']).next().unwrap_or_default();
        match name {
            "br" => out.push('\n'),
            "td" | "th" if inside.starts_with('/') => out.push_str("  "),
            _ if inside.starts_with('/') && BLOCKS.contains(&name) => out.push('\n'),
            _ => {}
        }
        rest = &tag[end + 1..];
    }
    out.push_str(rest);
    if out.contains('&') { without_entities(&out) } else { out }
}

/// The line with the signs that its entities stand for.
fn without_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, entity) = rest.split_at(at);
        out.push_str(before);
        let end = entity.bytes().take(10).position(|byte| byte == b';');
        let found = end.and_then(|end| char_of(&entity[1..end]).map(|char| (end, char)));
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
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        let char = code.ok().and_then(char::from_u32)?;
        return Some(if char.is_whitespace() { ' ' } else { char });
    }
    Some(match entity {
        "nbsp" => ' ',
        "gt" => '>',
        "lt" => '<',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_entities() {
        assert_eq!(plain("<pre> 9.22%&nbsp;0x8 f&lt;int&gt;</pre>"), " 9.22% 0x8 f<int>\n");
        assert_eq!(plain("<tr><td>0x8</td><td>f</td></tr>"), "0x8  f  \n");
        assert_eq!(plain("a < b &unknown; &#x26;"), "a < b &unknown; &");
    }
}

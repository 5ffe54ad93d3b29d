//! Lines that part the members of a body: C++'s access labels, kernel-doc's `private:` and `public:`.

use facts::{LineRange, WallKind, WallText};

use crate::items::{Item, ItemKind};
use crate::source::Source;

/// The walls among a body's items, in order.
pub fn walls(source: &Source, items: &[Item]) -> Vec<WallText> {
    items.iter().filter_map(|item| wall(source, item)).collect()
}

fn wall(source: &Source, item: &Item) -> Option<WallText> {
    let (kind, text) = match item.kind {
        ItemKind::Label => {
            let code = source.significant(item.first..item.last);
            (WallKind::Access, source.joined(&code))
        }
        ItemKind::Comment => comment_wall(source.bytes(item.first))?,
        _ => return None,
    };
    let last_line = source.last_line(item.last);
    Some(WallText { kind, text, at: source.point(item.first), last_line })
}

/// `/* private: … */`, as scripts/kernel-doc takes it: at the beginning of the comment, in any case.
pub fn comment_wall(comment: &[u8]) -> Option<(WallKind, String)> {
    let text = String::from_utf8_lossy(comment);
    let text = text.strip_prefix("/*")?.trim_end_matches("*/").trim();
    let lower = text.to_lowercase();
    let kind = if lower.starts_with("private:") {
        WallKind::DocPrivate
    } else if lower.starts_with("public:") {
        WallKind::DocPublic
    } else {
        return None;
    };
    Some((kind, text.lines().next().unwrap_or_default().trim().to_owned()))
}

/// Whether a wall stands in these lines.
pub fn holds(walls: &[WallText], lines: LineRange) -> bool {
    walls.iter().any(|wall| wall.at.line <= lines.last && wall.last_line >= lines.first)
}

//! What comments in a body say, and to whom they belong.

use facts::{BodyNode, PlaceDemand};

use crate::pieces::lines_of;

/// N of `--- cacheline N boundary (B bytes) ---`, which pahole writes and people paste.
pub fn boundary(comment: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(comment);
    let rest = text.split("--- cacheline ").nth(1)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    rest[digits.len()..].starts_with(" boundary").then(|| digits.parse().ok()).flatten()
}

/// "must be first", "keep this last": what a comment asks of its member's place.
pub fn demand(comment: &[u8]) -> Option<PlaceDemand> {
    const VERBS: [&str; 8] = [
        "must be",
        "must come",
        "must go",
        "must remain",
        "must stay",
        "should be",
        "has to be",
        "keep",
    ];
    let text = plain_words(comment);
    VERBS.iter().find_map(|verb| {
        let rest = text.split(verb).nth(1)?;
        let mut words = rest.split_whitespace().filter(|word| {
            !matches!(
                *word,
                "the" | "this" | "as" | "at" | "very" | "it" | "in" | "always" | "placed" | "here"
            )
        });
        match words.next()? {
            "first" | "beginning" | "start" | "top" => Some(PlaceDemand::First),
            "last" | "end" | "bottom" => Some(PlaceDemand::Last),
            _ => None,
        }
    })
}

/// Lower case, every run of what is no letter a blank.
fn plain_words(comment: &[u8]) -> String {
    let text = String::from_utf8_lossy(comment).to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Whether the node at `position` is the only one of its paragraph: what follows it is an empty line,
/// a comment, or the end. Then the comment above it is its own; else it may speak of all of them.
pub fn stands_alone(nodes: &[BodyNode], position: usize) -> bool {
    let Some(next) = nodes.get(position + 1) else {
        return true;
    };
    match next {
        BodyNode::Blank { .. } | BodyNode::Comment { .. } | BodyNode::Other { .. } => true,
        BodyNode::Piece { .. } | BodyNode::Chain { .. } | BodyNode::Marker { .. } => {
            lines_of(&nodes[position]).last + 1 < lines_of(next).first
        }
    }
}

/// Whether a comment is an explanation of what stands right under it: several lines that do not speak
/// of more than one member. A single line above several members may as well be their title.
pub fn explains_one(comment: &[u8]) -> bool {
    const GROUP: [&str; 10] = [
        "fields",
        "members",
        "below",
        "these",
        "following",
        "both",
        "remaining",
        "rest",
        "section",
        "group",
    ];
    let text = plain_words(comment);
    let lines = comment
        .split(|byte| *byte == b'\n')
        .filter(|line| line.iter().any(u8::is_ascii_alphanumeric))
        .count();
    lines > 1 && !text.split(' ').any(|word| GROUP.contains(&word))
}

/// Whether a comment names a member of the node: by its whole name as a word, or as kernel-doc (`@name`).
pub fn names_member(comment: &[u8], node: &BodyNode) -> bool {
    let text = String::from_utf8_lossy(comment);
    let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let mut names = Vec::new();
    names_in(node, &mut names);
    names
        .iter()
        // `end`, `list`, `lock` are names and words: only what looks like a name counts.
        .any(|name| {
            words.contains(&name.as_str())
                && (name.contains('_') || text.contains(&format!("@{name}")))
        })
}

fn names_in(node: &BodyNode, names: &mut Vec<String>) {
    match node {
        BodyNode::Piece { piece } => {
            for member in &piece.members {
                names.extend(member.declarators.iter().filter_map(|each| each.name.clone()));
            }
        }
        BodyNode::Chain { branches, .. } => {
            for branch in branches {
                for node in &branch.nodes {
                    names_in(node, names);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demands() {
        let check = |text: &str, expected| assert_eq!(demand(text.as_bytes()), expected, "{text}");
        check("/* must be first! */", Some(PlaceDemand::First));
        check("/* MUST be the first member */", Some(PlaceDemand::First));
        check("/* Must be last, is variable */", Some(PlaceDemand::Last));
        check("/* This must be at\n * the end */", Some(PlaceDemand::Last));
        check("/* keep last */", Some(PlaceDemand::Last));
        check("/* first of all */", None);
        check("/* must be held */", None);
    }

    #[test]
    fn boundaries() {
        assert_eq!(boundary(b"/* --- cacheline 3 boundary (192 bytes) --- */"), Some(3));
        assert_eq!(
            boundary(b"/* --- cacheline 1 boundary (64 bytes) was 8 bytes ago --- */"),
            Some(1)
        );
        assert_eq!(boundary(b"/* a cacheline boundary */"), None);
    }
}

//! What comments in a body say, and to whom they belong.

use facts::BodyNode;

/// Lower case, every run of what is no letter a blank.
pub fn plain_words(comment: &[u8]) -> String {
    let text = String::from_utf8_lossy(comment).to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Whether the node at `position` is the only one of its paragraph: what follows it is an empty line,
/// a comment, or the end. Then the comment above it is its own; else it may speak of all of them.
pub fn stands_alone(nodes: &[BodyNode], position: usize) -> bool {
    let Some([node, next, ..]) = nodes.get(position..) else {
        return true;
    };
    match next {
        BodyNode::Blank { .. } | BodyNode::Comment { .. } | BodyNode::Other { .. } => true,
        BodyNode::Piece { .. } | BodyNode::Chain { .. } | BodyNode::Marker { .. } => {
            node.lines().last + 1 < next.lines().first
        }
    }
}

/// Whether a comment speaks of several members: "the following fields", "all below", "these two".
pub fn speaks_of_several(comment: &[u8]) -> bool {
    let text = plain_words(comment);
    let words: Vec<&str> = text.split(' ').collect();
    let several = |word: &str| {
        matches!(
            word,
            "fields"
                | "members"
                | "variables"
                | "entries"
                | "elements"
                | "counters"
                | "stuff"
                | "two"
                | "three"
                | "four"
                | "five"
                | "six"
        )
    };
    let points = |word: &str| {
        matches!(
            word,
            "following"
                | "next"
                | "remaining"
                | "other"
                | "these"
                | "those"
                | "all"
                | "both"
                | "last"
                | "first"
        )
    };
    words.iter().enumerate().any(|(at, word)| {
        let word = *word;
        let next = |ahead: usize| words.get(at + ahead).copied().unwrap_or_default();
        let before =
            at.checked_sub(1).and_then(|before| words.get(before)).copied().unwrap_or_default();
        match word {
            "below" | "hereafter" => true,
            // "everything under this lock", "from here on"
            "everything" | "anything" => matches!(next(1), "under" | "after" | "that" | "from"),
            "from" => next(1) == "here",
            "these" | "those"
                if matches!(next(1), "are" | "is" | "must" | "should" | "need" | "have") =>
            {
                true
            }
            // "number of fields" counts them.
            "fields" | "members" => !matches!(before, "of" | "nr" | "num" | "the"),
            "rest" => {
                matches!(words.get(at + 3).copied().unwrap_or_default(), "struct" | "structure")
                    || matches!(next(2), "fields" | "members")
            }
            "section" | "group" | "block" | "cacheline" => before == "this",
            _ => points(word) && (several(next(1)) || several(next(2)) || several(next(3))),
        }
    })
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

/// Whether a comment is `/** @name: … */` of a member of the node.
pub fn is_kernel_doc_of(comment: &[u8], node: &BodyNode) -> bool {
    let text = String::from_utf8_lossy(comment);
    let mut names = Vec::new();
    names_in(node, &mut names);
    text.trim_start().starts_with("/**")
        && names.iter().any(|name| text.contains(&format!("@{name}:")))
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

/// Whether a comment speaks of the first of several members by name and of none of the others: `/* list of users */`
/// above `users` and `count`. A name that says nothing (`a`, `end`) is no mention.
pub fn names_only_first(comment: &[u8], nodes: &[BodyNode], position: usize) -> bool {
    let text = plain_words(comment);
    let words: Vec<&str> = text.split(' ').collect();
    let mentions = |node: &BodyNode| {
        let mut names = Vec::new();
        names_in(node, &mut names);
        names.iter().any(|name| {
            let mut parts = name.split('_').filter(|part| part.len() > 2).peekable();
            parts.peek().is_some() && parts.all(|part| words.contains(&part))
        })
    };
    let others = nodes
        .iter()
        .skip(position + 1)
        .take_while(|node| matches!(node, BodyNode::Piece { .. } | BodyNode::Chain { .. }));
    nodes.get(position).is_some_and(mentions) && !others.into_iter().any(mentions)
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
    fn comments_that_speak_of_several() {
        let several = |text: &str| speaks_of_several(text.as_bytes());
        for text in [
            "these three stay together",
            "/* The following fields are read mostly */",
            "/* all fields below are protected by lock */",
            "/* these are hot */",
            "/* next two: receive path */",
            "/* Fields of the slow path. */",
            "// everything under this lock",
            "/* from here on cold */",
            "/* the rest of the structure is private */",
        ] {
            assert!(several(text), "{text}");
        }
        for text in [
            "/* number of fields */",
            "/* the next entry of the list */",
            "/* protects the rest of the list */",
            "/* all users of it */",
            "/* last time it was seen */",
        ] {
            assert!(!several(text), "{text}");
        }
    }
}

//! What comments in a body say, and to whom they belong.

use facts::{BodyNode, PlaceDemand};

/// N of `--- cacheline N boundary (B bytes) ---`, which pahole writes and people paste.
pub fn boundary(comment: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(comment);
    let rest = text.split("--- cacheline ").nth(1)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    rest[digits.len()..].starts_with(" boundary").then(|| digits.parse().ok()).flatten()
}

/// "must be first", "keep this last", "do not move": what a comment asks of its member's place.
pub fn demand(comment: &[u8]) -> Option<PlaceDemand> {
    let text = plain_words(comment);
    let words: Vec<&str> = text.split(' ').collect();
    (0..words.len()).find_map(|at| demand_at(&words[at..]))
}

/// Words that tell where without a word of their own: "must be *at the very* end".
fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "this"
            | "as"
            | "at"
            | "very"
            | "it"
            | "in"
            | "always"
            | "placed"
            | "here"
            | "be"
            | "field"
            | "member"
            | "remain"
            | "stay"
            | "come"
            | "go"
            | "listed"
            | "declared"
            | "kept"
            | "absolutely"
            | "a"
            | "is"
            | "are"
            | "to"
            | "these"
            | "those"
            | "them"
            | "all"
            | "both"
            | "two"
            | "three"
            | "four"
            | "fields"
            | "members"
            | "hot"
            | "cold"
            | "on"
    )
}

fn demand_at(words: &[&str]) -> Option<PlaceDemand> {
    let starts = |phrase: &[&str]| words.starts_with(phrase);
    let never = [
        "move",
        "moved",
        "reorder",
        "reordered",
        "rearrange",
        "rearranged",
        "relocate",
        "shuffle",
        "change",
        "touch",
        "put",
        "add",
        "insert",
        "separate",
        "split",
    ];
    let negated = if starts(&["do", "not"]) || starts(&["must", "not"]) {
        2
    } else if starts(&["don", "t"]) || starts(&["never"]) || starts(&["dont"]) {
        if starts(&["don", "t"]) { 2 } else { 1 }
    } else {
        0
    };
    if negated > 0 {
        let rest = &words[negated..];
        let rest = if rest.first() == Some(&"be") { &rest[1..] } else { rest };
        let verb = *rest.first()?;
        if !never.contains(&verb) {
            return None;
        }
        // "do not change this value" asks for something else.
        let about_order = |word: &str| {
            matches!(
                word,
                "order"
                    | "layout"
                    | "before"
                    | "above"
                    | "after"
                    | "below"
                    | "offset"
                    | "position"
                    | "between"
                    | "positions"
                    | "offsets"
            )
        };
        let plain = matches!(
            verb,
            "move"
                | "moved"
                | "reorder"
                | "reordered"
                | "rearrange"
                | "rearranged"
                | "relocate"
                | "shuffle"
        );
        let for_a_time =
            matches!(rest.get(1), Some(&"while" | &"when" | &"until" | &"unless" | &"if"));
        let plain = plain && !for_a_time;
        return (plain || rest.iter().take(8).any(|word| about_order(word)))
            .then_some(PlaceDemand::Stay);
    }
    let order = starts(&["order", "matters"])
        || starts(&["order", "is", "important"])
        || starts(&["order", "is", "significant"])
        || starts(&["in", "this", "order"])
        || starts(&["keep", "in", "order"])
        || starts(&["keep", "in", "sync"])
        || starts(&["keep", "the", "order"])
        || starts(&["keep", "this", "order"]);
    if order {
        return Some(PlaceDemand::Stay);
    }
    let verb = match words.first().copied()? {
        "must" | "should" | "needs" | "need" | "shall" | "has" | "have" | "keep" | "leave"
        | "always" | "ought" => 1,
        // "first field!", "last member": said without a verb.
        _ => return None,
    };
    let mut rest = words[verb..].iter().copied().skip_while(|word| is_filler(word));
    let word = rest.next()?;
    let next = rest.next().unwrap_or_default();
    match word {
        // "should be first checked" speaks of a time.
        "first" | "beginning" | "start" | "top" | "front" => Some(PlaceDemand::First),
        "last" | "end" | "bottom" | "final" => Some(PlaceDemand::Last),
        "offset" if matches!(next, "0" | "zero") => Some(PlaceDemand::First),
        "adjacent" | "contiguous" | "consecutive" | "together" | "unmoved" => {
            Some(PlaceDemand::Stay)
        }
        // "keep the next two together", "in the same cache line"
        "next" | "same" | "one" if matches!(next, "cacheline" | "cache" | "line" | "order") => {
            Some(PlaceDemand::Stay)
        }
        "next" => (next == "to").then_some(PlaceDemand::Stay),
        "immediately" | "right" | "directly" | "just" => {
            matches!(next, "after" | "before" | "follow" | "precede" | "behind" | "above" | "below")
                .then_some(PlaceDemand::Stay)
        }
        "side" => (next == "by").then_some(PlaceDemand::Stay),
        "follow" | "precede" => Some(PlaceDemand::Stay),
        _ => None,
    }
}

/// "order of the fields must match the code in …", "do not reorder": what a comment above a struct says of all members.
pub fn states_order(comment: &[u8]) -> bool {
    String::from_utf8_lossy(comment).split(['.', '!', '@', ';']).any(is_about_order)
}

/// Whether a sentence says that members have to keep their order.
fn is_about_order(sentence: &str) -> bool {
    let text = plain_words(sentence.as_bytes());
    let words: Vec<&str> = text.split(' ').collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    // "in order to", "byte order" are of something else.
    let others = [&["in", "order"], &["order", "to"], &["byte", "order"]];
    if words.windows(2).any(|pair| others.iter().any(|two| two[..] == *pair)) {
        return false;
    }
    let is_told = demand(sentence.as_bytes()) == Some(PlaceDemand::Stay);
    let binds = ["must", "match", "matches", "matters", "fixed", "mirrors"];
    let of_members =
        ["field", "fields", "member", "members", "element", "elements", "struct", "structure"];
    is_told && has(&["order", "reorder", "reordered", "rearrange", "rearranged", "layout"])
        || has(&["order", "layout"]) && has(&binds) && has(&of_members)
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
            nodes[position].lines().last + 1 < next.lines().first
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
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        match word {
            "below" | "hereafter" => true,
            // "everything under this lock", "from here on"
            "everything" | "anything" => matches!(next(1), "under" | "after" | "that" | "from"),
            "from" => next(1) == "here",
            "these" | "those" => {
                matches!(next(1), "are" | "is" | "must" | "should" | "need" | "have")
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
    let others = nodes[position + 1..]
        .iter()
        .take_while(|node| matches!(node, BodyNode::Piece { .. } | BodyNode::Chain { .. }));
    mentions(&nodes[position]) && !others.into_iter().any(mentions)
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
        check("/* This has to be the very first field */", Some(PlaceDemand::First));
        check("/* needs to be at offset 0 */", Some(PlaceDemand::First));
        check("/* always kept at the end */", Some(PlaceDemand::Last));
        check("/* leave this at the bottom of the struct */", Some(PlaceDemand::Last));
        check("/* Do not move! */", Some(PlaceDemand::Stay));
        check("/* don't reorder the fields below */", Some(PlaceDemand::Stay));
        check("/* do not put anything before this */", Some(PlaceDemand::Stay));
        check("/* must directly follow lock */", Some(PlaceDemand::Stay));
        check("/* these must be adjacent */", Some(PlaceDemand::Stay));
        check("/* The order matters */", Some(PlaceDemand::Stay));
        check("/* the following fields must be first */", Some(PlaceDemand::First));
        check("/* keep these first */", Some(PlaceDemand::First));
        check("/* Keep these hot fields together. */", Some(PlaceDemand::Stay));
        check("/* must be on the same cache line */", Some(PlaceDemand::Stay));
        check("/* should all be in one cacheline */", Some(PlaceDemand::Stay));
        check("/* keep these two side by side */", Some(PlaceDemand::Stay));
        check("/* all of these are hot */", None);
        check("/* first of all */", None);
        check("/* do not change the value while it is in use */", None);
        check("/* must not be moved while locked */", None);
        check("/* keep a reference */", None);
        check("/* must be held before this is read */", None);
        check("/* must be held */", None);
    }

    #[test]
    fn comments_that_state_the_order_of_all() {
        let check =
            |text: &str, expected| assert_eq!(states_order(text.as_bytes()), expected, "{text}");
        check(
            "/*\n * This is the structure pointed to by thread.sp for an inactive task.  The\n * order of the fields must match the code in __switch_to_asm().\n */",
            true,
        );
        check("/* Do not reorder: the firmware reads it. */", true);
        check("/* The layout of this struct is fixed by the hardware. */", true);
        check("/* Order of members matters: asm uses them */", true);
        check("/* pages of an order that is tried first */", false);
        check("/* must be held in order to read this */", false);
        check("/* what a reader does */", false);
        check(
            "/** struct c - of it\n * @polling: in ms. The order is not fixed.\n * @last: last member */",
            false,
        );
        check("/* matches the wValue field (le16 byte order) */", false);
        check("/* relocs must be sorted by order of submit_offset */", false);
        check(
            "/* The order of the structure members matters. reinit_class() zeroes the rest. */",
            true,
        );
    }

    #[test]
    fn comments_that_speak_of_several() {
        let several = |text: &str| speaks_of_several(text.as_bytes());
        for text in [
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

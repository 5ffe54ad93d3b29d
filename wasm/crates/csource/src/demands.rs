//! What comments ask of the places of members.

use facts::PlaceDemand;

use crate::comments::plain_words;

/// "must be first", "keep this last", "do not move": what a comment asks of its member's place.
pub fn demand(comment: &[u8]) -> Option<PlaceDemand> {
    let text = plain_words(comment);
    if text.contains("offset") && FIXED.iter().any(|phrase| text.contains(phrase)) {
        return Some(PlaceDemand::Stay);
    }
    let words: Vec<&str> = text.split(' ').collect();
    (0..words.len()).find_map(|at| demand_at(words.get(at..)?))
}

/// What is said of a place that others count on.
const FIXED: [&str; 5] = [
    "fixed offset",
    "offset is fixed",
    "hardcoded offset",
    "offset is hardcoded",
    "offsets are hardcoded",
];

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
        let rest = words.get(negated..)?;
        let rest = rest.strip_prefix(&["be"]).unwrap_or(rest);
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
        "stay" | "stays" | "remain" | "remains" | "belong" | "belongs" | "go" | "lie"
            if words.get(1) == Some(&"together") =>
        {
            return Some(PlaceDemand::Stay);
        }
        // "first field!", "last member": said without a verb.
        _ => return None,
    };
    let mut rest = words.iter().skip(verb).copied().skip_while(|word| is_filler(word));
    let word = rest.next()?;
    let next = rest.next().unwrap_or_default();
    match word {
        // "should be first checked" speaks of a time.
        "first" | "beginning" | "start" | "top" | "front" => Some(PlaceDemand::First),
        "last" | "end" | "bottom" | "final" => Some(PlaceDemand::Last),
        // "should be a second" speaks of a time.
        "second" | "2nd" if !has_article(words, word) => Some(PlaceDemand::Second),
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

/// Whether "a" stands right before a word.
fn has_article(words: &[&str], word: &str) -> bool {
    words.windows(2).any(|pair| pair == ["a", word])
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
    // Most comments speak of something else altogether.
    if !has(&["order", "reorder", "reordered", "rearrange", "rearranged", "layout"]) {
        return false;
    }
    // "in order to", "byte order" are of something else.
    let others = [&["in", "order"], &["order", "to"], &["byte", "order"]];
    if words.windows(2).any(|pair| others.iter().any(|two| two[..] == *pair)) {
        return false;
    }
    let is_told = demand(sentence.as_bytes()) == Some(PlaceDemand::Stay);
    let binds = ["must", "match", "matches", "matters", "fixed", "mirrors"];
    let of_members =
        ["field", "fields", "member", "members", "element", "elements", "struct", "structure"];
    is_told || has(&["order", "layout"]) && has(&binds) && has(&of_members)
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
        check("/* keep second */", Some(PlaceDemand::Second));
        check("/* Must be the second member: the hardware reads it. */", Some(PlaceDemand::Second));
        check("/* has to be the 2nd field */", Some(PlaceDemand::Second));
        check("/* should be a second or more */", None);
        check("/* keep awake for a second after each scan */", None);
        check("/* must be 2**n (about 1/2 second) */", None);
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
        check("/* these three stay together */", Some(PlaceDemand::Stay));
        check("/* all of these belong together */", Some(PlaceDemand::Stay));
        check("/* how long a task may stay on it */", None);
        check("/* must be on the same cache line */", Some(PlaceDemand::Stay));
        check("/* should all be in one cacheline */", Some(PlaceDemand::Stay));
        check("/* keep these two side by side */", Some(PlaceDemand::Stay));
        check("/* fixed offset, used by asm */", Some(PlaceDemand::Stay));
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
}

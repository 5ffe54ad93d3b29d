//! Any bytes give a document whose lines and spans lie in the file, in order.

use facts::{BodyNode, HazardQuery, HeaderDoc, Keyword, LineRange};
use proptest::prelude::*;

#[path = "support/words.rs"]
mod words;

use words::words;

fn covers(nodes: &[BodyNode], last: u32, next: &mut u32) -> bool {
    nodes.iter().all(|node| {
        let lines = match node {
            BodyNode::Blank { lines }
            | BodyNode::Comment { lines, .. }
            | BodyNode::Other { lines, .. }
            | BodyNode::Chain { lines, .. } => *lines,
            BodyNode::Piece { piece } | BodyNode::Marker { piece, .. } => piece.lines,
        };
        let LineRange { first, last: end } = lines;
        let ordered = first >= *next && first <= end && end <= last;
        *next = end + 1;
        ordered
    })
}

proptest! {
    #![proptest_config(seeds::cases(3000))]

    #[test]
    fn words_in_any_order(words in proptest::collection::vec(proptest::sample::select(words()), 0..80)) {
        read_in_order(&words.concat());
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
    }
}

fn read_in_order(text: &str) {
    let lines = text.matches('\n').count() as u32 + 1;
    let doc = read_all(text.as_bytes());
    for record in &doc.records {
        assert!(record.open < record.close && (record.close as usize) < text.len());
        let mut next = 1;
        assert!(covers(&record.body, lines, &mut next), "{text:?} {record:#?}");
    }
}

#[test]
fn what_failed_once_is_in_order() {
    read_in_order("struct s {\npublic:#if X\n};\n");
}

/// Every reader of the crate gets the same texts: none may panic, or take long.
fn read_all(text: &[u8]) -> HeaderDoc {
    csource::read_pahole(text);
    csource::read_posted(text);
    let query = HazardQuery {
        keyword: Keyword::Struct,
        name: "s".to_owned(),
        aliases: vec!["a".to_owned(), "x".to_owned()],
        members: vec!["a".to_owned(), "b".to_owned()],
        first_types: vec!["a".to_owned()],
        pointers: Vec::new(),
        cplusplus: false,
        held: Vec::new(),
        offsets: Vec::new(),
    };
    csource::read_hazards("lib/a.c", text, &query);
    csource::read_header(text)
}

#[test]
fn hostile_text_ends_soon() {
    for pattern in [
        "struct s {",
        "typedef ",
        "{",
        "(",
        "#if X\n",
        "struct s { int a; } ",
        "#endif\nint a",
        "a(b)\n",
        "int x[(",
        "{}",
        "struct a struct ",
        "template <",
        "template <class T> ",
        "/* x */\n",
        "struct s {\nint a",
    ] {
        read_all(pattern.repeat(40_000).as_bytes());
        read_all(format!("struct s {{{}}};", pattern.repeat(40_000)).as_bytes());
    }
}

//! Any bytes give a document whose lines and spans lie in the file, in order; text that nobody means is read without a
//! panic, in bounded time, and what is not understood is named.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

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
        stand_ins: Vec::new(),
    };
    csource::read_hazards("lib/a.c", text, &query);
    csource::read_header(text)
}

/// What a slow machine needs for the largest of them, many times over.
const LONGEST: Duration = Duration::from_secs(20);

/// Of this thread, where the system says so: what else runs on the machine is no fault of the text's.
fn processor_time() -> Duration {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    let stated = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = stated.and_then(|text| text.split(' ').next()?.parse().ok());
    used.map_or_else(|| BEGIN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

#[test]
fn hostile_text_ends_soon() {
    for pattern in [
        "struct s {",
        "typedef ",
        "{",
        "(",
        "{(",
        "!(",
        "#if X\n",
        "#if A\nint a;\n",
        "#if A(1) + 2\nint a;\n#endif\n",
        "#endif\nint a",
        "#pragma pack(push, 1)\n",
        "struct s { int a; } ",
        "a(b)\n",
        "int x[(",
        "{}",
        "struct a struct ",
        "template <",
        "template <class T> ",
        "/* x */\n",
        "struct s {\nint a",
        "struct s v = { .a = ",
        "FIELDS(a, b);\n",
        "int a DENSE __aligned(8);\n",
    ] {
        let many = pattern.repeat(40_000);
        let begin = processor_time();
        let body = format!("struct s {{\n{many}}};\n");
        read_all(many.as_bytes());
        read_all(body.as_bytes());
        read_all(format!("#define FIELDS(a, b) int a; int b;\n{body}").as_bytes());
        read_all(
            format!("struct s {{ int a : {many};\n#if {many}1\nint b;\n#endif\n}};").as_bytes(),
        );
        // The same as lines that a patch adds.
        let lines = many.lines().take(20_000).map(|line| format!("+{line}\n"));
        let head = "--- a/x.h\n+++ b/x.h\n@@ -1,0 +1,20000 @@ struct s {\n".to_owned();
        csource::read_posted(lines.fold(head, |text, line| text + &line).as_bytes());
        let taken = processor_time() - begin;
        assert!(taken < LONGEST, "{pattern}: {taken:?}");
    }
}

#[test]
fn a_hundred_thousand_members_are_read() {
    let doc = read_all(format!("struct s {{\n{}}};\n", "int a;\n".repeat(100_000)).as_bytes());
    assert_eq!(doc.records[0].body.len(), 100_000);
}

#[test]
fn a_chain_that_never_ends_is_named() {
    let branches = "#elif B\nint b;\n".repeat(20_000);
    let doc = read_all(format!("struct s {{\n#if A\nint a;\n{branches}#endif\n}};\n").as_bytes());
    let reason = doc.records[0].unsupported.as_deref();
    assert_eq!(reason, Some("The #if chain at line 2 has more than 500 branches."));
}

#[test]
fn unbalanced_and_odd() {
    for text in [
        "struct s { int a; /* never ends",
        "struct s { int a; } }; }}} struct t { int b; };",
        "struct s { struct t { union { int a;",
        "struct s { char *a; /* \"/*\" */ int b; }; // \\\nint c;",
        "struct s {\r\n\tint a; \\\r\n\tint b;\r\n};\r\n",
        "struct s ??< int a??(4??); ??>;",
        "struct s { int a\0; \0 };\0",
        "#define A A\n#define B C\n#define C B\nstruct s { A; B; int x A; int y B; };",
        "#define F(x) F(x) F(x)\nstruct s { F(F(F(1))); int a F(2); };",
        "#define P ##\n#define Q # ## #\nstruct s { P; Q(1); };",
        "@@ -1,9 +1,9 @@\n",
    ] {
        read_all(text.as_bytes());
        csource::read_header_with(text.as_bytes(), text.as_bytes());
    }
}

#[test]
fn half_a_hunk() {
    let whole = "--- a/x.h\n+++ b/x.h\n@@ -1,5 +1,6 @@ struct s {\n \tint a; /* one\n * two */\n+\tint b; // new\n #ifdef X\n \tint c[N];\n };\n";
    for end in 0..whole.len() {
        csource::read_posted(&whole.as_bytes()[..end]);
        csource::read_posted(&whole.as_bytes()[end..]);
    }
}

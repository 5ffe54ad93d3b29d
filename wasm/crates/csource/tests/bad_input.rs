//! Text that nobody means: it is read without a panic, in bounded time, and what is not understood is named.

use std::time::{Duration, Instant};

use csource::{read_header, read_header_with, read_posted};
use facts::HeaderDoc;

/// What a slow machine needs for the largest of them, many times over.
const LONGEST: Duration = Duration::from_secs(20);

fn read(text: &str) -> HeaderDoc {
    let begin = Instant::now();
    let doc = read_header(text.as_bytes());
    read_posted(diff(text).as_bytes());
    assert!(begin.elapsed() < LONGEST, "{:?}", begin.elapsed());
    doc
}

/// The same as lines that a patch adds.
fn diff(text: &str) -> String {
    let lines: Vec<&str> = text.lines().take(20_000).collect();
    let added: String = lines.iter().map(|line| format!("+{line}\n")).collect();
    format!("--- a/x.h\n+++ b/x.h\n@@ -1,0 +1,{} @@ struct s {{\n{added}", lines.len())
}

fn body(inside: &str) -> String {
    format!("struct s {{\n{inside}\n}};\n")
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
        read(text);
        read_header_with(text.as_bytes(), text.as_bytes());
    }
}

#[test]
fn half_a_hunk() {
    let whole = "--- a/x.h\n+++ b/x.h\n@@ -1,5 +1,6 @@ struct s {\n \tint a; /* one\n * two */\n+\tint b; // new\n #ifdef X\n \tint c[N];\n };\n";
    for end in 0..whole.len() {
        read_posted(&whole.as_bytes()[..end]);
        read_posted(&whole.as_bytes()[end..]);
    }
}

#[test]
fn a_hundred_thousand_of_each() {
    let many = |line: &str| line.repeat(100_000);
    let doc = read(&format!("struct s {{\n{}}};\n", many("int a;\n")));
    assert_eq!(doc.records[0].body.len(), 100_000);
    read(&body(&many("FIELDS(a, b);\n")));
    read(&format!("#define FIELDS(a, b) int a; int b;\n{}", body(&many("FIELDS(a, b);\n"))));
    read(&body(&many("int a DENSE __aligned(8);\n")));
    read(&body(&many("#if A(1) + 2\nint a;\n#endif\n")));
    read(&many("#pragma pack(push, 1)\n"));
    read(&body(&many("{(")));
    read(&body(&format!("int a : {};", "(".repeat(100_000))));
    read(&format!("struct s {{\n#if {}1\nint a;\n#endif\n}};\n", "!(".repeat(100_000)));
}

#[test]
fn a_chain_that_never_ends_is_named() {
    let doc = read(&body(&format!("#if A\nint a;\n{}#endif", "#elif B\nint b;\n".repeat(20_000))));
    let reason = doc.records[0].unsupported.as_deref();
    assert_eq!(reason, Some("The #if chain at line 2 has more than 500 branches."));
    read(&format!("struct s {{\n{}", "#if A\nint a;\n".repeat(20_000)));
}

//! Texts of any number of rows: as perf writes them, and as somebody would who wants a reader to be slow or large.

use facts::ProfileKind::{self, C2cReport, MemDump, MemReport, Script, TypeReport};

/// A text of `n` rows, lines or words, and the reader that it is for.
pub struct Form {
    /// What the text is.
    pub name: &'static str,
    /// Whose reader takes it; `None`: each of [`KINDS`].
    pub kind: Option<ProfileKind>,
    make: Make,
}

enum Make {
    Whole(fn(usize) -> String),
    Rows(fn(usize) -> String),
}

impl Form {
    /// The text.
    pub fn text(&self, n: usize) -> String {
        match self.make {
            Make::Whole(text) => text(n),
            Make::Rows(row) => each(n, row),
        }
    }
}

/// The kinds of text.
pub const KINDS: [ProfileKind; 5] = [C2cReport, Script, MemDump, MemReport, TypeReport];

const fn of(kind: ProfileKind, name: &'static str, text: fn(usize) -> String) -> Form {
    Form { name, kind: Some(kind), make: Make::Whole(text) }
}

const fn rows(kind: ProfileKind, name: &'static str, row: fn(usize) -> String) -> Form {
    Form { name, kind: Some(kind), make: Make::Rows(row) }
}

const fn any(name: &'static str, text: fn(usize) -> String) -> Form {
    Form { name, kind: None, make: Make::Whole(text) }
}

/// Every form.
pub const FORMS: [Form; 40] = [
    rows(C2cReport, "lines of five rows", c2c_line_and_row),
    of(C2cReport, "one line's rows", |n| format!("0 1 9 9 9 9 0x40\n{}", each(n, c2c_row))),
    rows(C2cReport, "trimmed lines", |i| {
        format!(
            "{i} 9 9 9 9 {:#x}\n  10.00% 10.00% 0.00% 0.00% 0x8 0 1 0x4 1 1 1 1 1 [k] f\n",
            i * 64
        )
    }),
    rows(C2cReport, "the table of lines", |i| {
        format!("{i} {:#x} 0 1 0.10% 9 5 4 20 10 10 5 4 1 1 1 1 2 5 2 4 1 1\n", i * 64)
    }),
    rows(C2cReport, "wrapped rows", |i| {
        format!(
            "  10.00% 10.00%\n 0.00% 0.00%\n 0x{:x} 0 1\n0x401150 1 2 3\n 4 5 [.] f\n g h.c:1 0 1\n",
            i % 64
        )
    }),
    rows(C2cReport, "rows that never end", |i| {
        format!("{}\n", if i % 9 == 0 { "10.00% 10.00% 0x8 1" } else { "1 2" })
    }),
    of(C2cReport, "lists of all CPUs", |n| {
        "1.00% 1.00% 1.00% 1.00% 0x8 0 1 0x4 1 1 1 1 1 [k] f g 0{0-16383}\n".repeat(n)
    }),
    of(C2cReport, "a row of lists of all CPUs", |n| {
        format!(
            "1.00% 1.00% 1.00% 1.00% 0x8 0 1 0x4 1 1 1 1 1 [k] f g{}\n",
            " 0{0-16383}".repeat(n)
        )
    }),
    of(C2cReport, "one statistic", |n| "Store No available memory level : 1\n".repeat(n)),
    rows(C2cReport, "statistics", |i| format!("Load Operations {i} : {i}\n")),
    rows(Script, "samples", script_sample),
    rows(Script, "samples of one row, each on its own CPU", |i| {
        format!(
            "a 1/2 [{}] 1.0: e: 40 1808042 |OP LOAD|LVL N/A 5 401156 f (/g) 40\n",
            9_999_999 - i
        )
    }),
    rows(Script, "samples with callers", |i| {
        format!("a 1/2 [0] 1.0: e: {:x} 1808042 |OP LOAD|LVL N/A 5\n   401156 f{i} (/g)\n", i * 8)
    }),
    rows(Script, "events", |i| {
        format!("a 1/2 [0] 1.0: e{i}: 40 1808042 |OP LOAD|LVL N/A 5 401156 f (/g) 40\n")
    }),
    of(Script, "a sample of many groups", |n| {
        format!("a 1/2 1.0: e: 40 42 {}\n", "|OP LOAD".repeat(n))
    }),
    of(Script, "a sample of many brackets", |n| {
        format!("a 1/2 1.0: e: 40 42 |OP LOAD 5 401156{}\n", " (f".repeat(n))
    }),
    rows(MemDump, "samples", |i| {
        format!("1 2 0x{:x} 0x{:x} 5 0x1100142 /a/b{i}:f{i}\n", i * 4, i * 8)
    }),
    rows(MemDump, "separated samples", |i| {
        format!("1,2,0x4,0x{:x},5,0x1100142,/a/b:f{i}\n", i * 8)
    }),
    of(MemDump, "a sample of many numbers", |n| {
        format!("1 2 0x4 0x8 {}0x1100142 a:b\n", "5 ".repeat(n))
    }),
    of(MemReport, "rows", |n| {
        format!(
            "{MEM_HEADER}{}",
            each(n, |i| format!(
                "0.01%  3  30  L1 hit  [.] f{i}  demo  [.] g{}+0x{:x}  demo  HitM\n",
                i / 8,
                i % 64
            ))
        )
    }),
    of(MemReport, "rows of addresses", |n| {
        format!(
            "{MEM_HEADER}{}",
            each(n, |i| format!(
                "0.01%  3  30  L1 hit  [.] f  demo  [.] {:#018x}  demo  HitM\n",
                i * 32
            ))
        )
    }),
    of(MemReport, "columns", |n| {
        format!("Overhead  Data Symbol{}\n{}", "  x".repeat(n), "1%\n".repeat(n))
    }),
    rows(MemReport, "events", |i| format!("# Samples: 1K of event 'e{i}'\n")),
    rows(TypeReport, "types of four offsets", |i| {
        let own = format!("     0.25%     struct a{} +{} (b.c{i})\n", i / 4, i % 4 * 8);
        if i % 4 == 0 { format!("  1.00%     struct a{}\n{own}", i / 4) } else { own }
    }),
    of(TypeReport, "a long event over types", |n| {
        format!("# Samples: 1 of event '{}'\n{}", "e".repeat(n), each(n, |i| format!("1% a{i}\n")))
    }),
    rows(TypeReport, "tables of an event each", |i| {
        format!("# Samples: 1 of event 'e{i}'\n1% struct a +8 (b)\n")
    }),
    rows(TypeReport, "annotations", |i| {
        format!(
            "Annotate type: 'struct a{i}' in b (7 samples):\n Percent offset size field\n 1.00 0 8 struct a{i} {{\n 1.00 0 8 long b;\n }};\n"
        )
    }),
    of(TypeReport, "members of deep members", |n| {
        let deep = "b".repeat(n / 250 * 8);
        let open = each(n.min(250), |i| format!("1 0 8 struct a {deep}{i} {{\n"));
        format!(
            "Annotate type: 'struct a'\nSamples offset size field\n{open}{}",
            "1 0 8 c d;\n".repeat(n)
        )
    }),
    of(TypeReport, "JSON of a long name over offsets", |n| {
        json(&format!("{{ \"name\": \"{}\", \"offset\": 0, \"size\": 9999999 }}", "m".repeat(n)), n)
    }),
    of(TypeReport, "JSON of members and offsets", |n| {
        let member = |i| format!("{{ \"name\": \"m\", \"offset\": {}, \"size\": 4 }}", i * 4);
        json(&(0..n).map(member).collect::<Vec<_>>().join(","), n)
    }),
    any("lines of digits", |n| "123456789\n".repeat(n)),
    any("lines of percents", |n| "%\n".repeat(n)),
    any("lines of braces", |n| "{\n".repeat(n)),
    any("tiny words", |n| "1 ".repeat(n)),
    any("tiny shares", |n| "1% ".repeat(n)),
    any("one word", |n| "a".repeat(n)),
    any("quotes", |n| "> ".repeat(n)),
    any("entities without an end", |n| "&amp;amp&".repeat(n)),
    any("soft breaks", |n| "a=\n".repeat(n)),
    any("quoted-printable", |n| "=3D1% 0x8=20\n".repeat(n)),
];

const MEM_HEADER: &str = "# Samples: 1K of event 'cpu/mem-loads/P'\n# Overhead  Samples  Local Weight  Memory access  Symbol  Shared Object  Data Symbol  Data Object  Snoop\n";

fn json(members: &str, offsets: usize) -> String {
    let sample =
        |i| format!("{{ \"offset\": {}, \"nr_samples_load\": 1, \"nr_samples_store\": 0 }}", i * 4);
    format!(
        "{{ \"version\": 1, \"dsos\": [ {{ \"types\": [ {{ \"type\": \"struct a\", \"members\": [ {members} ], \"histograms\": [ {{ \"samples\": [ {} ] }} ] }} ] }} ] }}",
        (0..offsets).map(sample).collect::<Vec<_>>().join(",")
    )
}

fn each(n: usize, row: impl Fn(usize) -> String) -> String {
    (0..n).map(row).collect()
}

fn c2c_line_and_row(i: usize) -> String {
    let line = format!("----\n  {i}  266  373  323  164  73  {:#x}\n----\n", i / 5 * 64);
    if i.is_multiple_of(5) { line + &c2c_row(i) } else { c2c_row(i) }
}

fn c2c_row(i: usize) -> String {
    format!(
        "  20.00%  20.00%  20.00%  20.00%  20.00%  0x{:x}  0  1  0x{:x}  751  234  115  520  3  [.] function_{i}  demo  demo.c:{i}  0{{0,2}}  1{{5}}\n",
        i % 64,
        0x40_1000 + i * 4,
    )
}

fn script_sample(i: usize) -> String {
    format!(
        "demo 3344/{} [{:03}] 2628.103015: cpu/mem-loads,ldlat=30/P: {:x} 1808042 |OP LOAD|LVL Remote Cache (1 hop) hit|SNP HitM|TLB N/A|LCK N/A|BLK  N/A 653 {:x} function_{i}+0x10 (/path/demo) {:x}\n",
        3344 + i % 60,
        i % 64,
        i * 24,
        0x40_1000 + i * 4,
        i * 24 + 4096,
    )
}

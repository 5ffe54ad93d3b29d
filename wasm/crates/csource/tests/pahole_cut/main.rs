//! pahole's output, cut at each line and each byte: what is read is what the whole text says, or something is said.

mod taken;

use std::collections::BTreeMap;

use facts::{StructDesc, TypeFact, TypeShape};

const TEXTS: [(&str, &str); 8] = [
    ("plain", include_str!("../pahole/plain-1.24.txt")),
    ("expanded", include_str!("../pahole/expanded-1.32.txt")),
    ("hex", include_str!("../pahole/hex-1.32.txt")),
    ("includes", include_str!("../pahole/includes-1.24.txt")),
    ("three", include_str!("../pahole/three-1.24.txt")),
    ("class", include_str!("../pahole/class-1.24.txt")),
    ("units", include_str!("../pahole/units-1.24.txt")),
    ("old", include_str!("../pahole/old.txt")),
];

/// Offset and size in bits of each member by its path, from the start of the outermost struct.
type Fields = BTreeMap<String, (u64, Option<u64>)>;

fn fields(of: &StructDesc) -> Fields {
    let mut found = Fields::new();
    add(&of.types, of.root, "", 0.0, &mut found);
    found
}

fn add(types: &[TypeFact], at: u32, above: &str, start: f64, found: &mut Fields) {
    match &types[at as usize].shape {
        TypeShape::Aggregate { members, .. } => {
            for (place, member) in members.iter().enumerate() {
                let unnamed = format!("?{place}");
                let path = format!("{above}.{}", member.name.as_deref().unwrap_or(&unnamed));
                let offset = start + member.offset_bits;
                found.insert(
                    path.clone(),
                    (offset as u64, member.size_bits.map(|bits| bits as u64)),
                );
                add(types, member.type_index, &path, offset, found);
            }
        }
        TypeShape::Array { element, .. } => {
            add(types, *element, &format!("{above}[]"), start, found)
        }
        _ => {}
    }
}

fn read(text: &str) -> Vec<StructDesc> {
    csource::read_pahole(text.as_bytes())
}

fn said(of: &StructDesc) -> String {
    of.diagnostics.iter().map(|remark| remark.text.clone() + "\n").collect()
}

/// `part` is a beginning of the whole text, or an end of it.
fn check(name: &str, whole: &[StructDesc], part: &str, is_beginning: bool) {
    for of in read(part) {
        let nameless = of.name == "(name missing)";
        let same = |each: &&StructDesc| each.name == of.name || nameless;
        let mine = fields(&of);
        let fits = whole.iter().filter(same).any(|each| {
            let theirs = fields(each);
            // Unnamed members are numbered, and the numbers begin where the text does.
            let known = |(path, place): (&String, &(u64, Option<u64>))| {
                path.contains(".left_out_at_")
                    || theirs.get(path) == Some(place)
                    || (!is_beginning && theirs.values().any(|other| other == place))
            };
            mine.iter().all(known)
        });
        assert!(fits, "{name}: {mine:#?}\n{part}");
        let complete = whole
            .iter()
            .filter(same)
            .any(|each| fields(each) == mine && each.types[0].size_bytes == of.types[0].size_bytes);
        assert!(complete || !of.diagnostics.is_empty(), "{name} says nothing:\n{part}");
        if nameless {
            assert!(said(&of).contains("begins inside a struct"), "{}", said(&of));
        }
    }
}

#[test]
fn whole_texts_are_whole() {
    let sizes = |name: &str| -> Vec<(String, f64, usize, usize)> {
        let text = TEXTS.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
        let found = read(text).into_iter();
        let size = |of: &StructDesc| of.types[0].size_bytes.unwrap_or(0.0);
        found
            .map(|of| (of.name.clone(), size(&of), fields(&of).len(), of.diagnostics.len()))
            .collect()
    };
    let queue = |fields: usize, remarks: usize| vec![("queue".to_owned(), 256.0, fields, remarks)];
    assert_eq!(sizes("plain"), queue(24, 0));
    assert_eq!(sizes("hex"), queue(24, 0));
    assert_eq!(sizes("includes"), queue(24, 0));
    assert_eq!(sizes("expanded").len(), 1);
    assert_eq!(
        sizes("three"),
        [
            ("pk".to_owned(), 29.0, 4, 0),
            ("big".to_owned(), 216.0, 8, 0),
            ("rw_semaphore".to_owned(), 40.0, 5, 0)
        ]
    );
    assert_eq!(sizes("old"), [("rw_semaphore".to_owned(), 48.0, 7, 0)]);
}

#[test]
fn a_cut_at_the_end_leaves_what_was_before_it() {
    for (name, text) in TEXTS {
        let whole = read(text);
        for at in 0..text.len() {
            check(name, &whole, &text[..at], true);
        }
    }
}

#[test]
fn mails_may_have_lost_the_indentation() {
    for (name, text) in TEXTS {
        let flat: String = text.lines().map(|line| format!("> {}\n", line.trim())).collect();
        let whole = read(&flat);
        let same = read(text);
        assert_eq!(whole.len(), same.len(), "{name}");
        assert!(whole.iter().zip(&same).all(|(a, b)| fields(a) == fields(b)), "{name}");
        let mut end = 0;
        for line in flat.split_inclusive('\n') {
            end += line.len();
            check(name, &whole, &flat[..end], true);
            check(name, &whole, &flat[..end - line.len() / 2], true);
        }
    }
}

#[test]
fn members_before_a_cut_are_read() {
    let (_, text) = TEXTS[0];
    let at = text.find("raw_spinlock_t").unwrap_or(0);
    let found = read(&text[..at]);
    let paths: Vec<String> = fields(&found[0]).into_keys().collect();
    assert!(
        paths.contains(&".un.l".to_owned()) && paths.contains(&".in[].u.y".to_owned()),
        "{paths:?}"
    );
    assert!(
        said(&found[0]).contains("its size and the members after the last one"),
        "{}",
        said(&found[0])
    );
    // In a nested struct: what is not whole is left out.
    let at = text.find("char       q;").unwrap_or(0);
    let found = read(&text[..at]);
    assert!(!fields(&found[0]).keys().any(|path| path.starts_with(".un")));
    assert!(said(&found[0]).contains("a struct or union inside it"), "{}", said(&found[0]));
}

#[test]
fn a_cut_at_the_beginning_leaves_what_is_after_it() {
    // What a class declares inside is a struct of its own.
    for (name, text) in TEXTS.into_iter().filter(|(name, _)| *name != "class") {
        let whole = read(text);
        for at in 0..text.len() {
            check(name, &whole, &text[at..], false);
        }
    }
    let (_, text) = TEXTS[0];
    let at = text.find("\traw_spinlock_t").unwrap_or(0);
    let found = read(&text[at..]);
    assert_eq!(found[0].name, "(name missing)");
    assert!(fields(&found[0]).contains_key(".tail"));
    assert_eq!(found[0].types[0].size_bytes, Some(256.0));
}

#[test]
fn a_lost_line_or_brace_is_said() {
    for (name, text) in TEXTS {
        let whole = read(text);
        let lines: Vec<&str> = text.lines().collect();
        for lost in 0..lines.len() {
            let is_blank = lines[lost].trim().is_empty();
            // Of a union nothing tells how many members it has.
            let in_union = enclosing(&lines, lost).is_some_and(|head| head.trim() == "union {");
            // Where a bit-field is depends on how those before it count their bits.
            let bits = name == "old" && lines[lost].contains("unsigned int");
            // Remarks of which nothing depends, and C++ that is no field.
            if in_union
                || bits
                || is_blank
                || (lines[lost].trim_start().starts_with("/*") && !lines[lost].contains("XXX"))
                || name == "class"
            {
                continue;
            }
            let rest: Vec<&str> = lines
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != lost)
                .map(|(_, line)| *line)
                .collect();
            let rest = rest.join("\n") + "\n";
            let found = read(&rest);
            for of in &found {
                let mine = fields(of);
                let theirs: Vec<Fields> = whole.iter().map(fields).collect();
                let known = |place: &(u64, Option<u64>)| {
                    theirs.iter().any(|each| each.values().any(|other| other == place))
                };
                let stated = mine.iter().filter(|(path, _)| !path.contains(".left_out_at_"));
                assert!(
                    stated.map(|(_, place)| place).all(known),
                    "{name} without {}:\n{mine:#?}",
                    lines[lost]
                );
            }
            let complete = found.len() == whole.len()
                && found.iter().zip(&whole).all(|(a, b)| fields(a) == fields(b));
            let remark = found.iter().any(|of| !of.diagnostics.is_empty() || is_read_only(of));
            assert!(complete || remark, "{name} without {:?}: nothing said", lines[lost]);
        }
    }
}

#[test]
fn bytes_that_were_left_out_are_no_hole() {
    let text = "struct mapping {\n\tstruct inode * host; /* 0 8 */\n\tstruct rw_semaphore {\n\t\tlong count; /* 8 8 */\n\t\tstruct list_head wait_list; /* 16 16 */\n\tunsigned long nrpages; /* 32 8 */\n\n\t/* size: 40, cachelines: 1, members: 3 */\n};\n";
    let found = read(text);
    let places = fields(&found[0]);
    assert_eq!(places.get(".left_out_at_8"), Some(&(64, Some(24 * 8))), "{places:#?}");
    assert_eq!(places.get(".nrpages"), Some(&(256, Some(64))));
    assert!(said(&found[0]).contains("Plain bytes are shown instead"), "{}", said(&found[0]));
}

/// The line that opens what a line is in.
fn enclosing<'a>(lines: &[&'a str], at: usize) -> Option<&'a str> {
    let mut closed = 0;
    for line in lines[..at].iter().rev() {
        closed += usize::from(line.trim_start().starts_with('}'));
        if line.trim_end().ends_with('{') {
            if closed == 0 {
                return Some(line);
            }
            closed -= 1;
        }
    }
    None
}

fn is_read_only(of: &StructDesc) -> bool {
    matches!(&of.types[of.root as usize].shape, TypeShape::Aggregate { read_only: Some(_), .. })
}

#[test]
fn no_alignment_is_made_up_for_bytes_that_the_text_leaves_out() {
    // Between `wait_lock` and `osq` a member is missing: pahole would state a hole.
    let text = "struct rw_semaphore {\n\tatomic_long_t count; /* 0 8 */\n\traw_spinlock_t wait_lock; /* 8 4 */\n\tstruct optimistic_spin_queue osq; /* 32 4 */\n\tstruct task_struct * owner; /* 40 8 */\n\n\t/* size: 48, cachelines: 1, members: 4 */\n};\n";
    let found = read(text);
    let TypeShape::Aggregate { members, read_only, .. } = &found[0].types[0].shape else {
        unreachable!("{found:?}")
    };
    assert!(members.iter().all(|member| member.align.is_none()), "{members:#?}");
    assert!(
        read_only.as_deref().is_some_and(|why| why.contains("No alignment explains")),
        "{read_only:?}"
    );
    let said = said(&found[0]);
    assert!(said.contains("what is at bytes 12 to 32, before `osq`"), "{said}");
}

#[test]
fn bits_of_old_versions_count_from_the_other_end() {
    let found = fields(&read(TEXTS[7].1)[0]);
    assert_eq!(found[".a"], (36 * 8, Some(3)));
    assert_eq!(found[".b"], (36 * 8 + 3, Some(7)));
}

/// A text that is cut states no size, and of a struct whose order nobody computes no alignment is asked for.
#[test]
fn nothing_is_invented_of_a_cut_text() {
    let text = "struct foo {
\tint                        a;                    /*     0     4 */

\t/* XXX 60 bytes hole, try to pack */

\tint                        lock;                 /*    64     4 */

\t/* size: 128, cachelines: 2, members: 2 */
";
    let end = text.find("\n\t/* size").unwrap_or(0);
    for (part, size) in [(&text[..end], None), (text, Some(128.0))] {
        let found = read(part);
        assert_eq!(found[0].types[0].size_bytes, size, "{part}");
        assert!(aligned(&found[0]).is_empty(), "{part}");
    }
    // A brace is missing: what stands in the place of the struct inside is aligned to nothing.
    let text = text.replace(
        "\tint                        lock;",
        "\tstruct {\n\t\tlong x;  /*    64     8 */\n\tint                        lock;",
    );
    let text = text.replace("/*    64     4 */", "/*    72     4 */") + "};\n";
    let found = read(&text);
    assert_eq!(found[0].types[0].size_bytes, Some(128.0));
    assert_eq!(fields(&found[0]).len(), 3, "{:?}", fields(&found[0]));
    assert!(aligned(&found[0]).is_empty(), "{text}");
    assert!(said(&found[0]).contains("a closing brace is missing"), "{}", said(&found[0]));
}

/// Members of the outermost struct that are said to be aligned.
fn aligned(of: &StructDesc) -> Vec<&str> {
    let TypeShape::Aggregate { members, .. } = &of.types[of.root as usize].shape else {
        return Vec::new();
    };
    let own = members.iter().filter(|member| member.align.is_some());
    own.map(|member| member.name.as_deref().unwrap_or_default()).collect()
}

//! Lines that somebody took out of pahole's output: what they held is missing, and no hole.

use std::collections::BTreeSet;

use facts::StructDesc;

use crate::{TEXTS, enclosing, fields, read, said};

/// What people write where they take lines out, or nothing.
const MARKS: [&str; 8] = [
    "",
    "\t[...]\n",
    "...\n",
    "\t(snip)\n",
    "\t/* ... */\n",
    "\t\u{2026}\n",
    "\t// 12 members omitted\n",
    "<snip>\n\n",
];

#[test]
fn what_was_taken_out_is_no_hole() {
    for (name, text) in TEXTS.into_iter().filter(|(name, _)| *name != "class") {
        let whole = read(text);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let states_place = |line: &str| line.contains(';') && line.contains("/*");
        for from in 0..lines.len() {
            // Of a union nothing tells, and a nested struct whose brace goes is another test's.
            let in_union =
                enclosing(&lines, from).is_some_and(|head| head.trim().ends_with("union {"));
            let inside = lines[from].starts_with("\t\t");
            for (taken, mark) in (1..=3).flat_map(|n| MARKS.map(|mark| (n, mark))) {
                let Some(out) = lines.get(from..from + taken) else { continue };
                let braces = out.iter().any(|line| line.contains(['{', '}']));
                let members = out.iter().filter(|line| states_place(line)).count();
                if braces || in_union || members == 0 || (inside && mark.is_empty()) {
                    continue;
                }
                let rest = lines[..from].concat() + mark + &lines[from + taken..].concat();
                let found = read(&rest);
                assert_eq!(found.len(), whole.len(), "{name}\n{rest}");
                let noted = found
                    .iter()
                    .zip(&whole)
                    .any(|(a, b)| a.diagnostics.len() > b.diagnostics.len());
                // The oldest versions count storage units, in which another bit-field still is.
                let in_unit = name == "old"
                    && mark.is_empty()
                    && out.iter().any(|line| line.contains("unsigned int"));
                assert!(noted || in_unit, "{name} says nothing:\n{rest}");
                for (of, was) in found.iter().zip(&whole) {
                    let (mine, theirs) = (covered(of), covered(was));
                    // Bits of a storage unit and the last member leave no place that would show them.
                    let bits = out.iter().any(|line| line.contains(':'));
                    let last = theirs.last() > mine.last();
                    let is_hole = theirs.iter().find(|byte| !mine.contains(byte));
                    assert!(is_hole.is_none() || bits || last, "{name}: byte {is_hole:?}\n{rest}");
                    let own =
                        fields(of).into_iter().filter(|(path, _)| !path.contains(".left_out_at_"));
                    let known = fields(was);
                    for (path, place) in own.filter(|(path, _)| !path.contains('?')) {
                        assert_eq!(known.get(&path), Some(&place), "{name}: {path}\n{rest}");
                    }
                }
            }
        }
    }
}

/// The bytes that some field has.
fn covered(of: &StructDesc) -> BTreeSet<u64> {
    let all = fields(of);
    let leaves = all.iter().filter(|(path, _)| {
        let inside = |other: &String| {
            other.len() > path.len()
                && other.starts_with(path.as_str())
                && !other[path.len()..].starts_with(char::is_alphanumeric)
        };
        !all.keys().any(inside)
    });
    leaves
        .flat_map(|(_, (start, bits))| start / 8..(start + bits.unwrap_or(0)).div_ceil(8))
        .collect()
}

#[test]
fn the_figures_at_the_end_tell_what_is_missing() {
    let said_of = |text: &str| said(&read(text)[0]);
    let text = TEXTS[0].1;
    let without = |part: &str| {
        let lines = text.split_inclusive('\n').filter(|line| !line.contains(part));
        lines.collect::<String>()
    };
    let told = said_of(&without("*fn)"));
    assert!(
        told.contains(
            "states 16 members, and 15 of them could be read: 1 are missing, 8 bytes of members"
        ),
        "{told}"
    );
    assert!(told.contains("leaves out bytes 76 to 87, before `names`"), "{told}");
    let told = said_of(&without("   ld;"));
    assert!(told.contains("bytes 192 to 207, before `tail`"), "{told}");
    let told = said_of(&without(" b:7;"));
    assert!(told.contains("7 bits of bit-fields"), "{told}");
    // A size that lost a digit.
    let told = said_of(&text.replace("/*   152    40 */", "/*   152     4 */"));
    assert!(told.contains("36 bytes of members are missing, or a size in it is wrong"), "{told}");
    // Remarks alone were taken out: pahole's figures say that all members are there, so that holes are holes.
    let found = read(&without("XXX"));
    assert!(
        !fields(&found[0]).keys().any(|path| path.contains("left_out")),
        "{:?}",
        fields(&found[0])
    );
    // Members at the end, before what pahole states of it.
    let end = text.find("\t/* --- cacheline 3").unwrap_or(0)..text.find("\n\t/* size").unwrap_or(0);
    let mut short = text.to_owned();
    short.replace_range(end, "");
    let told = said_of(&short);
    assert!(told.contains("bytes 192 to 207, at the end"), "{told}");
}

#[test]
fn a_struct_of_which_every_member_was_taken_out_comes_back() {
    let summary = "\t/* size: 16, cachelines: 1, members: 2 */\n\t/* padding: 4 */\n\t/* last cacheline: 16 bytes */\n};\n";
    for keyword in ["struct", "union"] {
        for mark in MARKS {
            let text = format!("{keyword} few {{\n{mark}\n{summary}");
            let found = read(&text);
            let [few] = &found[..] else { unreachable!("{} came back:\n{text}", found.len()) };
            assert_eq!((few.name.as_str(), few.types[0].size_bytes), ("few", Some(16.0)), "{text}");
            assert!(said(few).contains("2 are missing"), "{}\n{text}", said(few));
            let bytes = if keyword == "union" { 0 } else { 12 };
            assert_eq!(covered(few).len(), bytes, "{text}");
        }
    }
    // Nothing is missing of one that has no members.
    assert!(read("struct none {\n\n\t/* size: 0, cachelines: 0, members: 0 */\n};\n").is_empty());
}

/// What is free in the storage unit of a bit-field is told by pahole; where it says nothing, members were there.
#[test]
fn bytes_behind_bits_are_free_by_pahole_s_word_alone() {
    let text = TEXTS.iter().find(|(name, _)| *name == "units").map_or("", |(_, text)| text);
    let without = |names: &[&str]| {
        let named = |line: &str| names.iter().any(|name| line.contains(&format!(" {name};")));
        let lines = text.split_inclusive('\n').filter(|line| !named(line));
        lines.collect::<String>()
    };
    for (names, bytes) in [
        // Behind bits of which some are said to be free, and which they are nothing tells.
        (&["count"][..], 9..16),
        (&["step"], 25..26),
        (&["step", "more", "final"], 25..28),
        (&["more", "final"], 26..28),
        // Together with a hole.
        (&["near"], 29..32),
        (&["kind:4"], 8..12),
    ] {
        let found = read(&without(names));
        let all = covered(&found[0]);
        assert!(bytes.clone().all(|byte| all.contains(&byte)), "{names:?}: {all:?}");
        let free = [37, 38, 39];
        assert!(free.iter().all(|byte| !all.contains(byte)), "{names:?}: {all:?}");
        let told = said(&found[0]);
        let sentence = format!("bytes {} to {}, before", bytes.start, bytes.end - 1);
        assert!(told.contains(&sentence), "{names:?}: {told}");
    }
    // At the end pahole counts the free bits of the last unit apart.
    let all = covered(&read(&without(&["last:5"]))[0]);
    assert!(all.contains(&36) && !all.contains(&37), "{all:?}");
}

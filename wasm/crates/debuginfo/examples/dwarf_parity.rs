//! `cargo run --release -p debuginfo --example dwarf_parity -- FILE [PAHOLE_OUTPUT]`: compares
//! every struct of a file with what `pahole -F dwarf` prints of it: names, sizes, offsets, bit
//! positions, holes, padding. Runs pahole where no saved output is given. Ends with 1 where
//! anything differs.

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use debuginfo::TypeReader;
use facts::{MemberFact, StructDesc, StructIndex, TypeShape};

/// One struct as pahole prints it.
#[derive(Default)]
struct Printed {
    keyword: String,
    name: String,
    lines: Vec<PrintedLine>,
    size: u64,
    holes: u32,
    hole_bytes: u32,
    padding: u32,
}

/// A member's line: its declaration and the numbers behind it.
struct PrintedLine {
    text: String,
    offset: u64,
    bit: Option<u64>,
    size: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: dwarf_parity FILE [PAHOLE_OUTPUT]");
        std::process::exit(2);
    };
    let output = match arguments.next() {
        Some(saved) => std::fs::read_to_string(saved).unwrap_or_default(),
        None => match Command::new("pahole").args(["-F", "dwarf", &path]).output() {
            Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
            Err(error) => {
                eprintln!("pahole cannot be run: {error}");
                std::process::exit(2);
            }
        },
    };
    let printed = parse(&output);
    let mut dwarf = match support::dwarf(Path::new(&path)) {
        Ok(dwarf) => dwarf,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let _ = dwarf.index(&mut |_, _| {});
    let index = dwarf.summaries();
    let mut rows: HashMap<&str, Vec<u32>> = HashMap::new();
    let names: Vec<&str> = index.names.lines().collect();
    for (row, name) in names.iter().enumerate() {
        rows.entry(name).or_default().push(row as u32);
    }

    // Every row can be described, and its key is the one that the list knows it by.
    let mut wrong_keys = 0;
    for row in 0..names.len() as u32 {
        match dwarf.describe(row) {
            Ok(desc) if dwarf.find(&desc.key) == Some(row) => {}
            Ok(desc) => {
                wrong_keys += 1;
                println!("key of row {row}: {} is found at {:?}", desc.key, dwarf.find(&desc.key));
            }
            Err(error) => {
                wrong_keys += 1;
                println!("{error}");
            }
        }
    }

    let (mut equal, mut different, mut missing) = (0, 0, 0);
    for theirs in &printed {
        let Some(candidates) = rows.get(theirs.name.as_str()) else {
            missing += 1;
            println!("{} {}: not in our list", theirs.keyword, theirs.name);
            continue;
        };
        let mut first_difference = None;
        let same = candidates.iter().any(|&row| {
            let difference = match dwarf.describe(row) {
                Ok(desc) => compare(theirs, &desc, &index, row),
                Err(error) => Some(error.to_string()),
            };
            let same = difference.is_none();
            if first_difference.is_none() {
                first_difference = difference;
            }
            same
        });
        if same {
            equal += 1;
        } else {
            different += 1;
            println!(
                "{} {}: {}",
                theirs.keyword,
                theirs.name,
                first_difference.unwrap_or_default()
            );
        }
    }
    let theirs: HashMap<&str, ()> = printed.iter().map(|one| (one.name.as_str(), ())).collect();
    let ours_only = names.iter().filter(|name| !theirs.contains_key(**name)).count();
    println!(
        "{} printed by pahole: {equal} equal, {different} different, {missing} not listed by us",
        printed.len()
    );
    println!(
        "{} rows of ours, {ours_only} of names that pahole does not print, {wrong_keys} without their key",
        names.len()
    );
    if different + missing + wrong_keys > 0 {
        std::process::exit(1);
    }
}

fn parse(output: &str) -> Vec<Printed> {
    let mut list = Vec::new();
    let mut current: Option<Printed> = None;
    // How many lines there were when each nested aggregate began.
    let mut open = Vec::new();
    for line in output.lines() {
        if let Some(head) = line.strip_suffix(" {")
            && !line.starts_with('\t')
        {
            let (keyword, name) = head.split_once(' ').unwrap_or((head, ""));
            current = Some(Printed {
                keyword: keyword.to_owned(),
                name: name.to_owned(),
                ..Printed::default()
            });
        } else if line.starts_with('}') {
            list.extend(current.take());
        } else if let Some(current) = &mut current {
            // Figures of a nested struct are indented further.
            if let Some(figures) = line.strip_prefix("\t/* ").and_then(|l| l.strip_suffix(" */")) {
                for figure in figures.split(", ") {
                    let (what, value) = figure.split_once(": ").unwrap_or((figure, ""));
                    let value = value.parse::<u32>().unwrap_or(0);
                    match what {
                        "size" => current.size = u64::from(value),
                        "holes" => current.holes = value,
                        "sum holes" => current.hole_bytes = value,
                        "padding" => current.padding = value,
                        _ => {}
                    }
                }
            } else {
                let member = member_line(line);
                if line.ends_with('{') {
                    open.push(current.lines.len());
                } else if line.trim_start().starts_with('}') {
                    let inner = open.pop().unwrap_or(0);
                    // What a pointer points to is no part of the struct.
                    if member.as_ref().is_some_and(|member| member.text.starts_with("} *")) {
                        current.lines.truncate(inner);
                    }
                }
                current.lines.extend(member);
            }
        }
    }
    list
}

/// `type name; /* offset size */` or `type name:3; /* offset: bit size */`.
fn member_line(line: &str) -> Option<PrintedLine> {
    let (text, numbers) = line.rsplit_once("/*")?;
    let numbers = numbers.strip_suffix("*/")?;
    let (numbers, bit) = match numbers.split_once(':') {
        Some((offset, rest)) => {
            let mut rest = rest.split_whitespace();
            let bit = rest.next()?.parse().ok()?;
            (format!("{offset} {}", rest.next()?), Some(bit))
        }
        None => (numbers.to_owned(), None),
    };
    let mut numbers = numbers.split_whitespace();
    let offset = numbers.next()?.parse().ok()?;
    let size = numbers.next()?.parse().ok()?;
    let mut text = text.trim().to_owned();
    while let Some(start) = text.find("__attribute__((") {
        let mut depth = 0;
        let end = text[start..].find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ')' && depth == 0
        })?;
        text = format!("{}{}", text[..start].trim_end(), &text[start + end + 1..]);
    }
    Some(PrintedLine { text, offset, bit, size })
}

/// One of our members with its place in the whole, in pahole's order: what an unnamed aggregate
/// holds comes before it.
struct Flat<'a> {
    member: &'a MemberFact,
    offset_bits: u64,
}

fn flatten<'a>(desc: &'a StructDesc, type_index: u32, base_bits: u64, into: &mut Vec<Flat<'a>>) {
    let TypeShape::Aggregate { members, .. } = &desc.types[type_index as usize].shape else {
        return;
    };
    for member in members {
        if member.role == facts::MemberRole::InferredBits {
            continue;
        }
        let offset_bits = base_bits + member.offset_bits as u64;
        let mut inner = member.type_index;
        while let TypeShape::Array { element, .. } = &desc.types[inner as usize].shape {
            inner = *element;
        }
        let name = desc.types[inner as usize].name.as_str();
        if matches!(name.rsplit(' ').next(), Some("struct" | "union")) {
            flatten(desc, inner, offset_bits, into);
        }
        into.push(Flat { member, offset_bits });
    }
}

fn compare(theirs: &Printed, desc: &StructDesc, index: &StructIndex, row: u32) -> Option<String> {
    let row = row as usize;
    // pahole prints no size of a union.
    if theirs.keyword != "union" && index.sizes_bytes[row] as u64 != theirs.size {
        return Some(format!("size {} here, {} there", index.sizes_bytes[row], theirs.size));
    }
    let mut flat = Vec::new();
    flatten(desc, desc.root, 0, &mut flat);
    if flat.len() != theirs.lines.len() {
        return Some(format!("{} members here, {} there", flat.len(), theirs.lines.len()));
    }
    for (our, their) in flat.iter().zip(&theirs.lines) {
        let named = match &our.member.name {
            Some(name) => their
                .text
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|word| word == name),
            None => their.text == "};",
        };
        let their_bits = their.offset * 8 + their.bit.unwrap_or(0);
        let same_size = match &our.member.bit_field {
            Some(bits) => their.text.ends_with(&format!(":{};", bits.width_bits)),
            None => our.member.size_bits == Some(their.size as f64 * 8.0),
        };
        if !named || our.offset_bits != their_bits || !same_size {
            return Some(format!(
                "{:?} at bit {} of {:?} here, `{}` at bit {their_bits} of {} bytes there",
                our.member.name, our.offset_bits, our.member.size_bits, their.text, their.size
            ));
        }
    }
    let ours = (index.hole_counts[row], index.hole_bytes[row], index.padding_bytes[row]);
    let their = (theirs.holes, theirs.hole_bytes, theirs.padding);
    if ours != their {
        return Some(format!("holes, their bytes, padding {ours:?} here, {their:?} there"));
    }
    None
}

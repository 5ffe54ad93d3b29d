//! Two readers that have half of the entries each list, together, what one reader of all lists.

mod support;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use debuginfo::TypeReader;
use debuginfo::dwarf::{Dwarf, Half};
use debuginfo::sections::{SectionError, SectionInfo, Sections};
use facts::StructIndex;
use support::{FileSections, open};

const UNITS: usize = 24;

/// A program of many units: each has a struct of its own, one that all have alike, and one of which
/// the members differ from unit to unit while its size does not.
fn program(name: &str, flags: &[&str]) -> Result<PathBuf, String> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("halves-{name}"));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory");
    let mut sources = Vec::new();
    for unit in 0..UNITS {
        let source = directory.join(format!("u{unit}.c"));
        let text = format!(
            "struct common {{ char a; long b; }};\n\
             struct own_{unit} {{ int x[{}]; char tail; }};\n\
             typedef struct {{ short s[{}]; }} named_{};\n\
             struct varying {{ int m{}; int n; }};\n\
             struct common c{unit}; struct own_{unit} o{unit}; named_{} t{unit}; struct varying v{unit};\n",
            unit + 1,
            unit % 5 + 1,
            unit % 5,
            unit % 3,
            unit % 5,
        );
        std::fs::write(&source, text).expect("a source file");
        sources.push(source);
    }
    let file = directory.join("program");
    let mut command = Command::new("gcc");
    command.args(["-g", "-shared", "-fPIC", "-o"]).arg(&file).args(flags).args(&sources);
    judges::run(&mut command).map(|_| file)
}

/// A half as it comes in, `piece` bytes at a time; `None` where the file cannot be divided.
fn half(file: &Path, half: Half, piece: usize) -> Option<(Dwarf, StructIndex)> {
    let opened = open(file).expect("a file with DWARF");
    let target = opened.target().clone();
    let sections = Rc::new(FileSections::new(opened));
    let mut dwarf = Dwarf::open_half(sections.clone(), target, half).expect("DWARF")?;
    let (section, range) = dwarf.half().expect("a range");
    let feed = |dwarf: &mut Dwarf, take_in: fn(&mut Dwarf)| {
        let mut at = range.start;
        while at < range.end {
            let len = piece.min((range.end - at) as usize);
            let mut bytes = vec![0; len];
            sections.read_range(section, at, &mut bytes).expect("the bytes");
            dwarf.incoming().extend_from_slice(&bytes);
            take_in(dwarf);
            at += len as u64;
        }
    };
    feed(&mut dwarf, Dwarf::take_in);
    let _ = dwarf.end_half()?;
    if piece < usize::MAX {
        // Else they are read again by need.
        dwarf.rewind();
        feed(&mut dwarf, Dwarf::take_in_again);
    }
    let index = dwarf.summaries();
    Some((dwarf, index))
}

/// Each row in words, without its number among those of its name.
fn rows(index: &StructIndex, hashes: &[f64]) -> Vec<String> {
    let names = index.names.lines().enumerate();
    names
        .map(|(row, name)| {
            format!(
                "{name} {} {} members {} holes {} padding {} {}",
                index.kinds[row],
                index.sizes_bytes[row],
                index.member_counts[row],
                index.hole_bytes[row],
                index.padding_bytes[row],
                hashes.get(row).copied().unwrap_or_default(),
            )
        })
        .collect()
}

#[test]
fn halves_list_together_what_the_whole_lists() {
    for (name, flags) in [("dwarf5", &["-gdwarf-5"][..]), ("dwarf4", &["-gdwarf-4"][..])] {
        let file = match program(name, flags) {
            Ok(file) => file,
            Err(reason) => judges::skip!(reason),
        };
        for piece in [7, 977, usize::MAX] {
            let (first, first_index) = half(&file, Half::First, piece).expect("a first half");
            let (second, second_index) = half(&file, Half::Second, piece).expect("a second half");
            let mut whole = support::dwarf(&file).expect("DWARF");
            let _ = whole.index(&mut |_, _| {});
            let expected = rows(&whole.summaries(), &[]);
            assert_eq!(expected.len(), UNITS + 1 + 5 + 3);

            let own = rows(&first_index, &first_index.member_hashes);
            let other = rows(&second_index, &second_index.member_hashes);
            assert!(own.len() < expected.len() && other.len() < expected.len());
            let mut together: Vec<String> = own.clone();
            together.extend(other.into_iter().filter(|row| !own.contains(row)));
            let without_hash = |row: &String| row.rsplit_once(' ').map(|(row, _)| row.to_owned());
            let together: Vec<String> = together.iter().filter_map(without_hash).collect();
            let expected: Vec<String> = expected.iter().filter_map(without_hash).collect();
            assert_eq!(together, expected);

            for row in 0..first_index.kinds.len() as u32 {
                let desc = first.describe(row).expect("a description");
                let same = whole.find(&desc.key).expect("the same struct in the whole file");
                assert_eq!(whole.describe(same).expect("a description"), desc);
            }
            // What both have the whole describes from the first, which is another source file here.
            for row in 0..second_index.kinds.len() as u32 {
                let desc = second.describe(row).expect("a description");
                assert!(whole.find(&desc.key).is_some(), "{}", desc.key);
            }
        }
    }
}

/// Type units are referred to from everywhere.
#[test]
fn what_refers_from_unit_to_unit_is_read_whole() {
    let file = match program("types", &["-gdwarf-5", "-fdebug-types-section"]) {
        Ok(file) => file,
        Err(reason) => judges::skip!(reason),
    };
    assert!(half(&file, Half::First, 1 << 20).is_none());
    assert!(half(&file, Half::Second, 1 << 20).is_none());
}

#[test]
fn a_half_that_ends_early_is_no_list() {
    let file = match program("cut", &["-gdwarf-5"]) {
        Ok(file) => file,
        Err(reason) => judges::skip!(reason),
    };
    let opened = open(&file).expect("a file with DWARF");
    let target = opened.target().clone();
    let sections = Rc::new(FileSections::new(opened));
    let dwarf = Dwarf::open_half(sections.clone(), target, Half::First).expect("DWARF");
    let mut dwarf = dwarf.expect("a half");
    let (section, range) = dwarf.half().expect("a range");
    let mut bytes = vec![0; (range.end - range.start) as usize - 40];
    sections.read_range(section, range.start, &mut bytes).expect("the bytes");
    dwarf.incoming().extend_from_slice(&bytes);
    dwarf.take_in();
    assert!(dwarf.end_half().is_none());
}

/// A program that is built anew where it lies, while a half of it is open.
struct Rebuilt {
    sections: FileSections,
    is_rebuilt: Cell<bool>,
}

impl Sections for Rebuilt {
    fn list(&self) -> &[SectionInfo] {
        self.sections.list()
    }

    fn read(&self, index: usize) -> Result<Vec<u8>, SectionError> {
        self.sections.read(index)
    }

    fn read_range(&self, index: usize, offset: u64, buf: &mut [u8]) -> Result<(), SectionError> {
        let moved = if self.is_rebuilt.get() { offset + 1 } else { offset };
        self.sections.read_range(index, moved, buf)
    }
}

#[test]
fn a_file_that_changed_is_not_mixed_with_what_was_read_of_it() {
    let file = match program("rebuilt", &["-gdwarf-5"]) {
        Ok(file) => file,
        Err(reason) => judges::skip!(reason),
    };
    let opened = open(&file).expect("a file with DWARF");
    let target = opened.target().clone();
    let sections = FileSections::new(opened);
    let sections = Rc::new(Rebuilt { sections, is_rebuilt: Cell::new(false) });
    let mut dwarf =
        Dwarf::open_half(sections.clone(), target, Half::First).expect("DWARF").expect("a half");
    let (section, range) = dwarf.half().expect("a range");
    let mut bytes = vec![0; (range.end - range.start) as usize];
    sections.read_range(section, range.start, &mut bytes).expect("the bytes");
    dwarf.incoming().extend_from_slice(&bytes);
    dwarf.take_in();
    assert!(dwarf.end_half().is_some());

    sections.is_rebuilt.set(true);
    let said = dwarf.describe(0).expect_err("it changed").to_string();
    assert!(said.contains("has changed since it was opened"), "{said}");
    let (done, _) = dwarf.summarize(u32::MAX);
    assert_eq!((done, dwarf.failure().is_some()), (0, true));

    // And once it is again what it was, everything is as if nothing had been.
    sections.is_rebuilt.set(false);
    dwarf.drop_much();
    assert!(dwarf.describe(0).is_ok());
    let (_, other) = half(&file, Half::First, usize::MAX).expect("a first half");
    let index = dwarf.summaries();
    assert_eq!(rows(&index, &index.member_hashes), rows(&other, &other.member_hashes));
}

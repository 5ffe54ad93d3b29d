//! `cargo run --release -p debuginfo --example inference_truth -- FILE [list]`: for a kernel with
//! both BTF and DWARF, compares the alignments that were inferred from BTF, which states none, with
//! those that DWARF states: of each struct, and of each member of it. `list` prints each
//! difference.

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::Path;

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use facts::{MemberFact, StructDesc, TypeShape};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: inference_truth FILE [list]");
        std::process::exit(2);
    };
    let list = arguments.next().is_some();
    let mut dwarf = match support::dwarf(Path::new(&path)) {
        Ok(dwarf) => dwarf,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let Some(mut btf) = open_btf(&path) else {
        eprintln!("{path} has no BTF that can be read");
        std::process::exit(2);
    };
    let _ = dwarf.index(&mut |_, _| {});
    let rows = btf.index(&mut |_, _| {}).sizes_bytes.len() as u32;
    let mut structs = Tally::default();
    let mut members = Tally::default();
    let mut only_btf = 0;
    for row in 0..rows {
        let Ok(guess) = btf.describe(row) else { continue };
        let Some(truth) = dwarf.find(&guess.key).and_then(|row| dwarf.describe(row).ok()) else {
            only_btf += 1;
            continue;
        };
        let (guess_root, truth_root) =
            (&guess.types[guess.root as usize], &truth.types[truth.root as usize]);
        structs.count(&guess.name, guess_root.align.bytes, truth_root.align.bytes, list);
        let ours = fields(&guess);
        for (member, stated) in ours.iter().zip(fields(&truth)) {
            let name =
                format!("{}.{}", guess.name, member.name.as_deref().unwrap_or("(anonymous)"));
            members.count(&name, align_of(&guess, member), align_of(&truth, stated), list);
        }
    }
    println!("{rows} structs from BTF, {only_btf} of them not found in DWARF");
    structs.print("structs");
    members.print("members");
}

fn open_btf(path: &str) -> Option<Btf> {
    let bytes = std::fs::read(path).ok()?;
    let opened = container::identify(std::rc::Rc::new(container::MemorySource::new(bytes))).ok()?;
    let section = opened.read_section(opened.find(".BTF")?).ok()?;
    Btf::parse(section, opened.target().clone()).ok()
}

fn fields(desc: &StructDesc) -> Vec<&MemberFact> {
    match &desc.types[desc.root as usize].shape {
        TypeShape::Aggregate { members, .. } => {
            members.iter().filter(|member| member.role == facts::MemberRole::Field).collect()
        }
        _ => Vec::new(),
    }
}

/// What the member asks of its place.
fn align_of(desc: &StructDesc, member: &MemberFact) -> u32 {
    let own = member.align.map_or(1, |align| align.bytes);
    let of_type =
        if member.packed { 1 } else { desc.types[member.type_index as usize].align.bytes };
    own.max(of_type)
}

#[derive(Default)]
struct Tally {
    equal: u32,
    differing: BTreeMap<(u32, u32), u32>,
}

impl Tally {
    fn count(&mut self, name: &str, inferred: u32, stated: u32, list: bool) {
        if inferred == stated {
            self.equal += 1;
            return;
        }
        *self.differing.entry((inferred, stated)).or_default() += 1;
        if list {
            println!("{name}: inferred {inferred}, stated {stated}");
        }
    }

    fn print(&self, what: &str) {
        let weaker: u32 = self.differing.iter().filter(|((a, b), _)| a < b).map(|(_, n)| n).sum();
        let stronger: u32 = self.differing.values().sum::<u32>() - weaker;
        println!("{what}: {} equal, {weaker} inferred less, {stronger} inferred more", self.equal);
        for ((inferred, stated), count) in &self.differing {
            println!("  inferred {inferred}, stated {stated}: {count}");
        }
    }
}

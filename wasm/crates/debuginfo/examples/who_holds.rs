//! Asks a file as the ranking of candidates does, and says how long it took:
//! `cargo run --release --example who_holds FILE FUNCTION[,…] STRUCT[,…]`.

use std::rc::Rc;
use std::time::Instant;

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use debuginfo::dwarf::Dwarf;

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, functions, structs] = &arguments[..] else {
        eprintln!("usage: who_holds FILE FUNCTION[,…] STRUCT[,…]");
        std::process::exit(2);
    };
    let functions: Vec<&str> = functions.split(',').collect();
    let structs: Vec<&str> = structs.split(',').collect();
    let opened = support::open(path.as_ref()).expect("a file with types");
    let mut readers: Vec<(&str, Box<dyn TypeReader>)> = Vec::new();
    if let Some(section) = opened.find(".BTF") {
        let bytes = opened.read_section(section).expect("the section can be read");
        let btf = Btf::parse(bytes, opened.target().clone()).expect("BTF");
        readers.push(("BTF", Box::new(btf)));
    }
    if opened.has_dwarf() {
        let target = opened.target().clone();
        let dwarf = Dwarf::open(Rc::new(support::FileSections::new(opened)), target);
        readers.push(("DWARF", Box::new(dwarf.expect("DWARF"))));
    }
    for (name, mut reader) in readers {
        let start = Instant::now();
        let rows = reader.index(&mut |_, _| {}).kinds.len();
        println!("{name}: {rows} rows in {:?}", start.elapsed());
        let start = Instant::now();
        let code = reader.code(&functions, &[]);
        println!("prototypes in {:?}", start.elapsed());
        for prototype in code.prototypes {
            let words: Vec<&str> = prototype.parameters.iter().map(|of| &*of.name).collect();
            println!("  {}({})", prototype.name, words.join(", "));
        }
        let start = Instant::now();
        let list = reader.embeddings(&structs);
        println!("{} embeddings in {:?}", list.len(), start.elapsed());
        for one in list.iter().filter(|one| one.direct).take(5) {
            println!("  {} holds {} at {:?}", one.outer, one.inner, one.offsets_bytes);
        }
        let start = Instant::now();
        let described = (0..rows as u32).filter(|row| reader.describe(*row).is_ok()).count();
        println!("{described} descriptions in {:?}", start.elapsed());
    }
}

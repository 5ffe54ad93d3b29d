//! `cargo run --release --example dwarf_time -- FILE STRUCT`: how long the steps take, and what
//! they found of one struct.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::time::Instant;

use debuginfo::TypeReader;
use facts::TypeShape;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(name)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: dwarf_time FILE STRUCT");
        std::process::exit(2);
    };
    let start = Instant::now();
    let mut dwarf = match support::dwarf(Path::new(&path)) {
        Ok(dwarf) => dwarf,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    println!("open      {:?}", start.elapsed());
    let start = Instant::now();
    let index = dwarf.index(&mut |_, _| {});
    println!("index     {:?} (reading included): {} rows", start.elapsed(), index.kinds.len());
    for diagnostic in &index.diagnostics {
        println!("  {} {} ×{}", diagnostic.location, diagnostic.text, diagnostic.count);
    }
    let start = Instant::now();
    let index = dwarf.summaries();
    println!("summaries {:?}: {} rows", start.elapsed(), index.kinds.len());
    for (row, candidate) in index.names.lines().enumerate() {
        if candidate != name {
            continue;
        }
        let start = Instant::now();
        match dwarf.describe(row as u32) {
            Ok(desc) => {
                println!(
                    "describe  {:?}: {} types, key {}",
                    start.elapsed(),
                    desc.types.len(),
                    desc.key
                );
                let root = &desc.types[desc.root as usize];
                println!("{} {:?} {:?}", root.name, root.size_bytes, root.declared);
                if let TypeShape::Aggregate { members, .. } = &root.shape {
                    for member in members {
                        let of = &desc.types[member.type_index as usize];
                        println!(
                            "  {:8} {:6?} {:?} {} {:?} {:?} {:?}",
                            member.offset_bits,
                            member.size_bits,
                            member.name,
                            of.name,
                            member.bit_field,
                            member.role,
                            member.declared
                        );
                    }
                }
                for diagnostic in &desc.diagnostics {
                    println!("  {} {}", diagnostic.location, diagnostic.text);
                }
            }
            Err(error) => println!("{error}"),
        }
    }
}

//! What functions or addresses of a file touch: `cargo run --release --example what FILE[,debug=FILE][,dwz=FILE][,dwo=FILE]
//! (ADDRESS|SYMBOL)…`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use facts::Companion;

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, asked @ ..] = &arguments[..] else {
        eprintln!("usage: what FILE (ADDRESS|SYMBOL+OFFSET|SYMBOL)…");
        std::process::exit(2);
    };
    let start = Instant::now();
    let mut paths = path.split(',');
    let own = paths.next().unwrap_or_default();
    let companions: Vec<(Companion, PathBuf)> = paths
        .map(|each| match each.split_once('=').expect("KIND=FILE") {
            ("debug", path) => (Companion::Debug, path.into()),
            ("dwz", path) => (Companion::Supplementary, path.into()),
            (_, path) => (Companion::Split, path.into()),
        })
        .collect();
    let program = support::program_with(Path::new(own), &companions).expect("a program");
    println!("opened in {:?}", start.elapsed());
    for asked in asked {
        let start = Instant::now();
        let answer = program.what(asked);
        println!("{asked}: {:?} {:?} in {:?}", answer.nothing, answer.notes, start.elapsed());
        for access in answer.accesses {
            let bytes = access.bytes;
            println!(
                "  {}+{:#x} {:?} {bytes} {} {:?}",
                access.function,
                access.offset_bytes as i64,
                access.does,
                access.operand,
                access.unknown
            );
            for object in access.objects {
                println!(
                    "    {}+{} .{} {:?} {:?} {:?}",
                    object.name,
                    object.offset_bytes,
                    object.path,
                    object.confidence,
                    object.how,
                    object.reasons
                );
            }
        }
    }
}

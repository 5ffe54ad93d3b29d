//! `cargo run --release -p debuginfo --example btf_check -- FILE`: compares every struct and union
//! of a raw BTF file with what bpftool reads in it: size, and each member's name, offset in bits
//! and bit-field width. Prints how many agree; ends with 1 where one does not.

use std::collections::HashMap;
use std::process::Command;

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use facts::{MemberRole, StructDesc, TypeShape};
use serde_json::Value;

/// Size, and name, offset and bit-field width of each member.
type Shape = (u64, Vec<(String, u64, u64)>);

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: btf_check FILE");
        std::process::exit(2);
    };
    let (Some(theirs), Some(mut btf)) = (read_with_bpftool(&path), open(&path)) else {
        eprintln!("{path} cannot be read here or by bpftool");
        std::process::exit(2);
    };
    let index = btf.index(&mut |_, _| {});
    let (mut agree, mut members) = (0u32, 0usize);
    let mut differ = Vec::new();
    for (row, name) in index.names.split('\n').enumerate() {
        let described = btf.describe(row as u32).map(|desc| shape_of(&desc));
        let known = theirs.get(name).map_or(&[] as &[Shape], Vec::as_slice);
        match described {
            Ok(shape) if known.contains(&shape) => {
                agree += 1;
                members += shape.1.len();
            }
            other => differ.push(format!("{name}: {other:?}")),
        }
    }
    // Nothing that bpftool lists may be missing.
    let listed: std::collections::HashSet<&str> = index.names.split('\n').collect();
    let missing: Vec<&String> =
        theirs.keys().filter(|name| !listed.contains(name.as_str())).collect();
    differ.iter().for_each(|line| println!("differs: {line}"));
    missing.iter().for_each(|name| println!("missing: {name}"));
    println!(
        "{agree} structs and unions agree with bpftool in size and {members} members; {} differ, {} are missing",
        differ.len(),
        missing.len()
    );
    std::process::exit(i32::from(!differ.is_empty() || !missing.is_empty()));
}

fn open(path: &str) -> Option<Btf> {
    let bytes = std::fs::read(path).ok()?;
    let opened = container::identify(std::rc::Rc::new(container::MemorySource::new(bytes))).ok()?;
    let section = opened.read_section(opened.find(".BTF")?).ok()?;
    Btf::parse(section, opened.target().clone()).ok()
}

fn shape_of(desc: &StructDesc) -> Shape {
    let root = &desc.types[desc.root as usize];
    let TypeShape::Aggregate { members, .. } = &root.shape else { return (0, Vec::new()) };
    let members = members
        .iter()
        .filter(|member| member.role == MemberRole::Field)
        .map(|member| {
            let width = member.bit_field.map_or(0, |bits| u64::from(bits.width_bits));
            (member.name.clone().unwrap_or_default(), member.offset_bits as u64, width)
        })
        .collect();
    (root.size_bytes.unwrap_or(0.0) as u64, members)
}

/// Structs by the names under which they are listed: their own, or a typedef's.
fn read_with_bpftool(path: &str) -> Option<HashMap<String, Vec<Shape>>> {
    let output = Command::new("bpftool").args(["btf", "dump", "-j", "file", path]).output().ok()?;
    let dump: Value = serde_json::from_slice(&output.stdout).ok()?;
    let types = dump["types"].as_array()?;
    let by_id: HashMap<u64, &Value> =
        types.iter().filter_map(|kind| Some((kind["id"].as_u64()?, kind))).collect();
    let is_aggregate = |kind: &Value| kind["kind"] == "STRUCT" || kind["kind"] == "UNION";
    let mut found: HashMap<String, Vec<Shape>> = HashMap::new();
    for kind in types {
        let name = kind["name"].as_str().unwrap_or_default();
        let body = if kind["kind"] == "TYPEDEF" {
            // Only a typedef that names an unnamed struct itself.
            by_id.get(&kind["type_id"].as_u64()?).copied().filter(|body| body["name"] == "(anon)")
        } else {
            Some(kind)
        };
        let Some(body) = body.filter(|body| is_aggregate(body)) else { continue };
        if name != "(anon)" {
            found.entry(name.to_owned()).or_default().push(their_shape(body));
        }
    }
    Some(found)
}

fn their_shape(body: &Value) -> Shape {
    let members = body["members"].as_array().map_or(&[] as &[Value], Vec::as_slice);
    let members = members
        .iter()
        .map(|member| {
            let name = member["name"].as_str().unwrap_or_default();
            (
                if name == "(anon)" { String::new() } else { name.to_owned() },
                member["bits_offset"].as_u64().unwrap_or(u64::MAX),
                member["bitfield_size"].as_u64().unwrap_or(0),
            )
        })
        .collect();
    (body["size"].as_u64().unwrap_or(u64::MAX), members)
}

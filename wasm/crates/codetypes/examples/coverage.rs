//! How much of a kernel's memory accesses is known: `cargo run --release -p codetypes --example coverage FILE
//! [ACCESSES] [SEED] [LIST]`. Functions are picked at random, from a list of their addresses (`0x…`, one a line) if there
//! is one, and of each one access that is not of the stack. Printed too:
//! how often what a location list says and what the flow of data says name the same member, which neither can see of
//! the other: of all, of those in which both name a struct, and of these where the flow is certain.

use std::time::Instant;

use codetypes::Sources;
use facts::Confidence;

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, rest @ ..] = &arguments[..] else {
        eprintln!("usage: coverage FILE [ACCESSES] [SEED]");
        std::process::exit(2);
    };
    let wanted: usize = rest.first().map_or(5000, |text| text.parse().expect("a number"));
    let mut random: u64 = rest.get(1).map_or(1, |text| text.parse().expect("a number"));
    let mut below = |limit: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) as usize) % limit.max(1)
    };
    let start = Instant::now();
    let program = support::program(path.as_ref()).expect("a program with debug information");
    let functions: Vec<u64> = match rest.get(2) {
        None => program.functions().iter().map(|symbol| symbol.address).collect(),
        Some(list) => {
            let text = std::fs::read_to_string(list).expect("a list of addresses");
            let numbers = text.split_whitespace().filter_map(|word| word.strip_prefix("0x"));
            numbers.map(|digits| u64::from_str_radix(digits, 16).expect("an address")).collect()
        }
    };
    let (mut all, mut any, mut member, mut certain) = (0usize, 0usize, 0usize, 0usize);
    let mut agreements = [(0usize, 0usize); 3];
    let mut kept = (0usize, 0usize);
    let (mut no_code, mut reasons) = (0usize, std::collections::BTreeMap::<String, usize>::new());
    while all < wanted {
        let function = functions[below(functions.len())];
        let asked = format!("0x{function:x}");
        let answer = program.function(&asked, Sources::Both);
        if answer.accesses.is_empty() {
            no_code += 1;
            continue;
        }
        let at = below(answer.accesses.len());
        let access = &answer.accesses[at];
        // Compilers put it there; it is no object of the program.
        if access.unknown.as_deref() == Some("it is the stack canary") {
            continue;
        }
        all += 1;
        any += usize::from(!access.objects.is_empty());
        member += usize::from(access.objects.iter().any(|object| object.is_aggregate));
        certain += usize::from(
            access
                .objects
                .first()
                .is_some_and(|one| one.is_aggregate && one.confidence <= Confidence::Must),
        );
        if let Some(unknown) = &access.unknown {
            let kind = unknown.split('`').step_by(2).collect::<String>();
            *reasons.entry(kind).or_default() += 1;
            if std::env::var_os("HITMAP_SHOW").is_some() {
                println!(
                    "unknown {}+{:#x} {}: {unknown}",
                    access.function, access.offset_bytes as i64, access.operand
                );
            }
        }
        let stated_all = program.function(&asked, Sources::Locations);
        let followed_all = program.function(&asked, Sources::Flow);
        let first = |answer: &facts::TouchedAnswer| {
            let access = answer.accesses.iter().find(|other| other.address == access.address)?;
            let object = access.objects.first()?;
            let inner = object.chain.last().map(|part| (part.name.clone(), part.offset_bytes));
            let own = (object.name.clone(), object.offset_bytes);
            let leaf = object.path.rsplit('.').next().unwrap_or_default().to_owned();
            Some((inner.unwrap_or(own), leaf, object.is_aggregate, object.confidence))
        };
        if let Some(stated) = first(&stated_all) {
            kept.0 += 1;
            let both = first(&answer);
            kept.1 +=
                usize::from(both.is_some_and(|both| (both.0, both.1) == (stated.0, stated.1)));
        }
        if let (Some(stated), Some(followed)) = (first(&stated_all), first(&followed_all)) {
            let is_same = stated.0 == followed.0 && stated.1 == followed.1;
            let are_structs = stated.2 && followed.2;
            let is_certain = are_structs && followed.3 <= Confidence::Must;
            for ((both, same), counts) in agreements.iter_mut().zip([true, are_structs, is_certain])
            {
                *both += usize::from(counts);
                *same += usize::from(counts && is_same);
            }
            if !is_same && std::env::var_os("HITMAP_SHOW").is_some() {
                println!(
                    "{}+{:#x} {} {}: {stated:?} {followed:?}",
                    access.function, access.offset_bytes as i64, access.address, access.operand
                );
                for (way, list) in [("S", &stated_all), ("F", &followed_all)] {
                    let list = list.accesses.iter().find(|other| other.address == access.address);
                    for object in &list.expect("it is there").objects {
                        println!(
                            "   {way} {}.{} @{} {:?} {:?}",
                            object.name,
                            object.path,
                            object.offset_bytes,
                            object.confidence,
                            object.reasons
                        );
                    }
                }
            }
        }
    }
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    println!(
        "{all} accesses in {:?}; {no_code} functions had none or no debug information",
        start.elapsed()
    );
    println!(
        "any type {:.1} %, member of a struct {:.1} %, with certainty {:.1} %",
        share(any, all),
        share(member, all),
        share(certain, all)
    );
    println!(
        "by locations: {}, the same innermost member with the flow added {:.2} %",
        kept.0,
        share(kept.1, kept.0)
    );
    for (what, (both, same)) in
        ["all", "structs", "structs of which the flow is certain"].iter().zip(agreements)
    {
        println!(
            "both by locations and by the flow, {what}: {both}, the same innermost member {:.2} %",
            share(same, both)
        );
    }
    for (reason, count) in reasons {
        println!("  {count} {reason}");
    }
}

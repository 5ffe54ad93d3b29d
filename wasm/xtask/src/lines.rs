//! Reports of lines that somebody else thought out: objects and who touched them, as JSON, to what perf prints.

use std::io::Read;

use corpus::c2c::{C2c, Report};
use corpus::recording::Recording;
use corpus::scenario::{
    Access, File, Function, Machine, Maker, Member, Memory, Object, Scenario, Site, Thread,
};
use corpus::source::Source;
use corpus::version::Version;
use serde::Deserialize;

/// What happened to some objects of a kernel.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    /// Of perf: "6.1".
    perf: String,
    seed: u64,
    /// Addresses of their first bytes.
    objects: Vec<Hex>,
    touches: Vec<Touch>,
}

/// An instruction that touches an object.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Touch {
    function: String,
    /// Where the function begins at run time.
    start: Hex,
    bytes: u64,
    /// The instruction, from there.
    at: u64,
    object: usize,
    offset_bytes: u64,
    hitm_remote: u32,
    hitm_local: u32,
    other_loads: u32,
    stores: u32,
    cpus: u32,
}

/// An address as text: numbers of JSON end at 2^53.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Hex(u64);

impl TryFrom<String> for Hex {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.strip_prefix("0x").ok_or("an address begins with 0x")?;
        u64::from_str_radix(digits, 16).map(Self).map_err(|error| format!("{text}: {error}"))
    }
}

/// Reads cases from standard input, writes their texts as a list to standard output.
pub fn print() -> Result<(), String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| error.to_string())?;
    let cases: Vec<Case> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let texts = cases.iter().map(printed).collect::<Result<Vec<_>, _>>()?;
    println!("{}", serde_json::to_string(&texts).map_err(|error| error.to_string())?);
    Ok(())
}

fn printed(case: &Case) -> Result<String, String> {
    let version = Version::of(&case.perf).ok_or(format!("no perf {}", case.perf))?;
    let recording = Recording::new(scenario(case));
    Ok(Report::new(&recording, version, C2c::default()).text())
}

fn scenario(case: &Case) -> Scenario {
    let mut functions: Vec<Function> = Vec::new();
    let mut sites = Vec::new();
    for touch in &case.touches {
        let known = functions.iter().position(|each| each.name == touch.function);
        let function = known.unwrap_or_else(|| {
            let Touch { function, start, bytes, .. } = touch;
            functions.push(Function {
                file: 0,
                name: function.clone(),
                start: start.0,
                bytes: *bytes,
            });
            functions.len() - 1
        });
        let saw = |source, count, cycles| Access { source, count, cycles, locked: false };
        let all = [
            saw(Source::HitmRemote, touch.hitm_remote, 800),
            saw(Source::HitmLocal, touch.hitm_local, 300),
            saw(Source::L1, touch.other_loads, 60),
            saw(Source::StoreHit, touch.stores, 0),
        ];
        sites.push(Site {
            function: Some(function),
            file: 0,
            code: touch.start.0 + touch.at,
            source_line: None,
            object: touch.object,
            offset_bytes: touch.offset_bytes,
            threads: vec![0],
            // They are spread over both nodes.
            cpus: (0..touch.cpus.max(1)).map(|n| n / 2 + n % 2 * 16).collect(),
            accesses: all.into_iter().filter(|each| each.count > 0).collect(),
            callers: Vec::new(),
        });
    }
    let objects = case.objects.iter().enumerate().map(|(n, base)| Object {
        type_name: "object".to_owned(),
        base: base.0,
        members: vec![Member { name: "bytes".to_owned(), offset_bytes: 0, bytes: 1 << 20 }],
        memory: Memory::Kernel,
        physical: ((n as u64 + 1) << 16) + (base.0 & 0xfff),
        moved_to: None,
    });
    Scenario {
        name: "lines",
        machine: Machine::new(Maker::Intel, 2, 16),
        files: vec![File::Kernel],
        functions,
        threads: vec![Thread { pid: 4100, tid: 4100, name: "bench".to_owned() }],
        objects: objects.collect(),
        sites,
        call_chains: false,
        seed: case.seed,
    }
}

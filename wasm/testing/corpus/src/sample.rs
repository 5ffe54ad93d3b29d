//! A scenario as single samples, in the order of time.

use crate::random::Random;
use crate::scenario::{File, Maker, Memory, Scenario};

/// One sample, as the kernel would write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Nanoseconds since the machine started.
    pub time_ns: u64,
    /// Which site it is of.
    pub site: usize,
    /// Which thread it ran in.
    pub thread: usize,
    /// Logical CPU.
    pub cpu: u32,
    /// The accessed address; 0 where none was sampled.
    pub address: u64,
    /// Its physical address; 0 where none was sampled.
    pub physical: u64,
    /// Data source word.
    pub source: u64,
    /// Latency in cycles.
    pub weight: u32,
    /// Index of the event.
    pub event: usize,
}

const FIRST_NS: u64 = 2_628_103_000_000;

/// All samples of a scenario.
#[must_use]
pub fn samples(scenario: &Scenario) -> Vec<Sample> {
    let mut random = Random::new(scenario.seed);
    let mut out = Vec::new();
    for (site, of) in scenario.sites.iter().enumerate() {
        let mut turn = 0;
        for access in &of.accesses {
            for n in 0..access.count {
                // Pairs of samples lie around the mean, so the mean is what the scenario states.
                let spread = access.cycles / 8 * (n / 2 % 3) / 2;
                let weight = match (n + 1 == access.count && n % 2 == 0, n % 2 == 0) {
                    (true, _) => access.cycles,
                    (_, true) => access.cycles + spread,
                    (_, false) => access.cycles - spread,
                };
                let store = access.source.is_store();
                out.push(Sample {
                    time_ns: 0,
                    site,
                    thread: of.threads[turn % of.threads.len()],
                    cpu: of.cpus[turn % of.cpus.len()],
                    address: 0,
                    physical: 0,
                    source: access.source.word(scenario.machine.maker, access.locked),
                    weight: if store && scenario.machine.maker != Maker::Arm { 0 } else { weight },
                    event: usize::from(store && scenario.machine.maker == Maker::Intel),
                });
                turn += 1;
            }
        }
    }
    random.shuffle(&mut out);
    // perf finds the symbols of modules only once it has read those of the kernel.
    let in_kernel = |sample: &Sample| {
        let site = &scenario.sites[sample.site];
        scenario.files[site.file] == File::Kernel
    };
    if let Some(kernel) = out.iter().position(in_kernel) {
        out.swap(0, kernel);
    }
    let half = out.len() / 2;
    for (n, sample) in out.iter_mut().enumerate() {
        sample.time_ns = FIRST_NS + n as u64 * 10_000 + random.below(9_000);
        let site = &scenario.sites[sample.site];
        let object = &scenario.objects[site.object];
        if object.memory != Memory::Unknown {
            sample.address = object.base + site.offset_bytes;
            let physical = object.moved_to.filter(|_| n >= half).unwrap_or(object.physical);
            sample.physical = if physical == 0 { 0 } else { physical + site.offset_bytes };
        }
    }
    out
}

//! Scenarios for property tests: anything that a recording can hold, from a seed.

use super::build::{Build, kernel};
use crate::random::Random;
use crate::scenario::{DATA_BYTES, File, Machine, Maker, Memory, PAGE_BYTES, Scenario};
use crate::source::Source;

const LOADS: [Source; 14] = [
    Source::HitmLocal,
    Source::HitmRemote,
    Source::HitmLocal,
    Source::HitmRemoteUnknown,
    Source::Llc,
    Source::Remote,
    Source::L1,
    Source::L2,
    Source::FillBuffer,
    Source::DramLocal,
    Source::DramRemote,
    Source::PeerLocal,
    Source::PeerRemote,
    Source::L1BlockedByData,
];
const STORES: [Source; 4] =
    [Source::StoreHit, Source::StoreMiss, Source::StoreNoLevel, Source::Nothing];
const NAMES: [&str; 6] = [
    "drain",
    "walk_list",
    "ns::Table<int, long>::find(int const&)",
    "a.b.(*C).D",
    "read",
    "x::y() const",
];
const COMMS: [&str; 5] = ["app", "two words", "kworker/0:1", "a b c d", "fifteen-letters"];

/// A scenario that no one has thought of.
#[must_use]
pub fn random_scenario(seed: u64) -> Scenario {
    let mut random = Random::new(seed ^ 0x5ce0_a510);
    let maker = *random.pick(&[Maker::Intel, Maker::Intel, Maker::Amd, Maker::Arm]);
    let (nodes, cpus) = (random.within(1, 4) as u32, random.within(1, 9) as u32);
    let mut b = Build::new("random", Machine::new(maker, nodes, cpus), seed);
    let low = random.once_in(2);
    let start = if low { 0x40_1000 } else { 0x55aa_0000_1000 };
    let data = start + 0x10_0000;
    let app = b.program("opt/random/app", start, Some((data, random.once_in(2))));
    let nowhere = b.file(File::Nowhere);
    let threads: Vec<usize> = (0..random.within(1, 5) as u32)
        .map(|n| {
            let pid = if n == 0 || random.once_in(2) { 1000 } else { 70_000 };
            b.thread(pid, pid + n, COMMS[random.below(COMMS.len() as u64) as usize])
        })
        .collect();
    let own: Vec<usize> = threads.iter().copied().filter(|at| b.pid(*at) == 1000).collect();
    let alone = own.len() == threads.len();
    let mut objects = Vec::new();
    for n in 0..random.within(1, 6) {
        let (memory, base) = match random.below(4) {
            0 => (Memory::Kernel, 0xffff_8881_0000_0000 + n * 0x1000 + random.below(200)),
            // Each on a page of its own, for each has a physical page of its own.
            1 if n < DATA_BYTES / PAGE_BYTES => {
                (Memory::Variable(app), data + n * PAGE_BYTES + random.below(64))
            }
            2 => (Memory::KernelVariable, kernel(0x1f0_0000 + n * 0x400 + random.below(64))),
            _ => (Memory::Heap(1000), 0x7f00_0000_0000 + n * 0x1000 + random.below(500)),
        };
        let members = [("first", 0, 8), ("second", 8, 24), ("third", 32, 96)];
        let node = random.below(u64::from(nodes)) as u32;
        objects.push(b.object("thing", base, memory, node, &members));
        // Where a page that processes share moves, no text tells whose memory it was before.
        let movable = alone || !matches!(memory, Memory::Variable(_));
        if movable && random.once_in(5) {
            b.moves_to_node(random.below(u64::from(nodes)) as u32);
        } else if random.once_in(6) {
            b.without_physical();
        }
    }
    let nothing = b.object("?", 0, Memory::Unknown, 0, &[]);
    for n in 0..random.within(1, 14) {
        let object = if n > 0 && random.once_in(12) { nothing } else { *random.pick(&objects) };
        let offset = if object == nothing { 0 } else { random.below(120) };
        let in_kernel = match b.memory(object) {
            Memory::Kernel | Memory::KernelVariable => true,
            Memory::Heap(_) | Memory::Variable(_) => random.once_in(8),
            Memory::Unknown => random.once_in(2),
        };
        // Only its own threads touch the memory of a process, also in the kernel.
        let private = matches!(b.memory(object), Memory::Heap(_));
        let able = if private { &own } else { &threads };
        if able.is_empty() {
            continue;
        }
        let runners: Vec<usize> = (0..random.within(1, 3)).map(|_| *random.pick(able)).collect();
        let name = *random.pick(&NAMES);
        let at = random.below(0x40);
        let place = (object, offset);
        // Each function has its own place, whichever site is made first.
        let number = NAMES.iter().position(|known| *known == name).unwrap_or(0) as u64;
        let site = if in_kernel {
            b.site(0, (name, kernel(0x10_0000 + number * 0x100)), at, place)
        } else if random.once_in(9) {
            b.unknown_site(app, start + 0x2000 + n * 8, place)
        } else if random.once_in(15) {
            b.unknown_site(nowhere, 0x90_9000 + n, place)
        } else {
            b.site(app, (name, start + 0x100 + number * 0x100), at, place)
        };
        let on: Vec<u32> = (0..random.within(1, 6))
            .map(|_| random.below(u64::from(nodes * cpus)) as u32)
            .collect();
        let mut site = site.by(&runners).on(on);
        for _ in 0..random.within(1, 4) {
            let store = random.once_in(3);
            let source = if store { *random.pick(&STORES) } else { *random.pick(&LOADS) };
            let count =
                if random.once_in(10) { random.within(100, 900) } else { random.within(1, 40) };
            let cycles = random.within(3, 2000) as u32;
            site = if random.once_in(4) {
                site.saw_locked(source, count as u32, cycles)
            } else {
                site.saw(source, count as u32, cycles)
            };
        }
    }
    b.finish()
}

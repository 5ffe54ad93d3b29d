//! What a recording says of its machine: the feature sections of `tools/perf/util/header.c`.

use super::{ATTR_BYTES, Feature, Writer};
use crate::scenario::MEMORY_SHIFT;

/// `HEADER_*`
const BUILD_ID: u32 = 2;
const HOST_NAME: u32 = 3;
const KERNEL_RELEASE: u32 = 4;
const PERF_VERSION: u32 = 5;
const ARCHITECTURE: u32 = 6;
const CPU_COUNT: u32 = 7;
const COMMAND: u32 = 11;
const EVENTS: u32 = 12;
const NODES: u32 = 14;
const MEMORY: u32 = 22;

/// `NAME_ALIGN`: texts of sections are filled up to this.
const TEXT_MULTIPLE: usize = 64;
/// Memory is described in blocks of 128 MB.
const BLOCK_SHIFT: u32 = 27;

/// The build-id of the kernel; the judge's symbol table of it lies under this name.
pub const KERNEL_BUILD_ID: [u8; 20] = *b"hitmap-corpus-kernel";

/// The command line of the recording.
pub const COMMAND_WORDS: [&str; 4] = ["/usr/bin/perf", "c2c", "record", "-a"];

impl Writer<'_> {
    pub fn features(&self) -> Vec<Feature> {
        let machine = &self.recording.scenario.machine;
        let text = |text: &str| {
            let mut out = self.bytes();
            out.counted_text(text, TEXT_MULTIPLE);
            out.done()
        };
        let mut cpus = self.bytes();
        cpus.u32(machine.cpu_count());
        cpus.u32(machine.cpu_count());
        let mut command = self.bytes();
        command.u32(COMMAND_WORDS.len() as u32);
        COMMAND_WORDS.iter().for_each(|word| command.counted_text(word, TEXT_MULTIPLE));
        let mut list = vec![
            (HOST_NAME, text("machine")),
            (KERNEL_RELEASE, text(&machine.kernel_release)),
            (PERF_VERSION, text(self.form.perf_version)),
            (ARCHITECTURE, text(machine.architecture())),
            (CPU_COUNT, cpus.done()),
            (COMMAND, command.done()),
            (EVENTS, self.events()),
            (NODES, self.nodes()),
            (MEMORY, self.memory()),
        ];
        if !self.form.pipe {
            list.insert(0, (BUILD_ID, self.kernel_build_id()));
        }
        list
    }

    fn kernel_build_id(&self) -> Vec<u8> {
        const KERNEL: u16 = 1;
        let name = "[kernel.kallsyms]";
        let name_bytes = (name.len() + 1).next_multiple_of(TEXT_MULTIPLE);
        let mut out = self.bytes();
        out.u32(67);
        out.u16(KERNEL);
        out.u16((8 + 4 + 24 + name_bytes) as u16);
        out.u32(u32::MAX);
        out.raw(&KERNEL_BUILD_ID);
        out.raw(&[0; 4]);
        out.text(name, TEXT_MULTIPLE);
        out.done()
    }

    fn events(&self) -> Vec<u8> {
        let events = self.recording.scenario.machine.events();
        let mut out = self.bytes();
        out.u32(events.len() as u32);
        out.u32(ATTR_BYTES as u32);
        for (event, name) in events.iter().enumerate() {
            out.raw(&self.attr(event));
            out.u32(1);
            out.counted_text(name, TEXT_MULTIPLE);
            out.u64(self.event_id(event));
        }
        out.done()
    }

    fn nodes(&self) -> Vec<u8> {
        let nodes = &self.recording.scenario.machine.nodes;
        let mut out = self.bytes();
        out.u32(nodes.len() as u32);
        for (node, cpus) in nodes.iter().enumerate() {
            out.u32(node as u32);
            // Total and free memory in KB.
            out.u64(1 << (MEMORY_SHIFT - 10));
            out.u64(1 << (MEMORY_SHIFT - 11));
            let list: Vec<String> = cpus.iter().map(u32::to_string).collect();
            out.counted_text(&list.join(","), TEXT_MULTIPLE);
        }
        out.done()
    }

    fn memory(&self) -> Vec<u8> {
        let nodes = self.recording.scenario.machine.nodes.len() as u64;
        let blocks_each = 1u64 << (MEMORY_SHIFT - BLOCK_SHIFT);
        let mut out = self.bytes();
        out.u64(1);
        out.u64(1 << BLOCK_SHIFT);
        out.u64(nodes);
        for node in 0..nodes {
            let bits = (node + 1) * blocks_each;
            out.u64(node);
            // The number of bits stands twice: for the node and for its bitmap.
            out.u64(bits);
            out.u64(bits);
            let mut words = vec![0u64; bits.div_ceil(64) as usize];
            for block in node * blocks_each..bits {
                words[(block / 64) as usize] |= 1 << (block % 64);
            }
            words.into_iter().for_each(|word| out.u64(word));
        }
        out.done()
    }
}

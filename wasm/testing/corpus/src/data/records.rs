//! Events, mappings, threads and samples as records.

use super::Writer;
use super::bytes::Bytes;
use crate::recording::Recording;
use crate::sample::Sample;
use crate::scenario::{DATA_BYTES, File, KERNEL_BYTES, KERNEL_START, Memory, PAGE_BYTES};

/// `PERF_SAMPLE_*`
const IP: u64 = 1 << 0;
const TID: u64 = 1 << 1;
const TIME: u64 = 1 << 2;
const ADDRESS: u64 = 1 << 3;
const CALL_CHAIN: u64 = 1 << 5;
const CPU: u64 = 1 << 7;
const PERIOD: u64 = 1 << 8;
const WEIGHT: u64 = 1 << 14;
const SOURCE: u64 = 1 << 15;
const IDENTIFIER: u64 = 1 << 16;
const PHYSICAL: u64 = 1 << 19;
const WEIGHT_STRUCT: u64 = 1 << 24;

/// `PERF_RECORD_*`
const MMAP: u32 = 1;
const COMM: u32 = 3;
const SAMPLE: u32 = 9;
const MMAP2: u32 = 10;
const FINISHED_ROUND: u32 = 68;

/// `PERF_RECORD_MISC_*`
const KERNEL: u16 = 1;
const USER: u16 = 2;
const COMM_EXEC: u16 = 1 << 13;

const READ_EXECUTE: u32 = 5;
const READ_WRITE: u32 = 3;
const SHARED: u32 = 1;
const PRIVATE: u32 = 2;
/// Marks in a call chain: what follows is kernel or user code.
const CONTEXT_KERNEL: u64 = (-128i64) as u64;
const CONTEXT_USER: u64 = (-512i64) as u64;
/// Heaps of a scenario lie in one mapping.
const HEAP_START: u64 = 0x7f00_0000_0000;
const HEAP_BYTES: u64 = 0x1_0000_0000;
/// Every sample stands for as many events.
pub const PERIOD_EVENTS: u64 = 1;

impl Writer<'_> {
    pub fn event_id(&self, event: usize) -> u64 {
        11 + event as u64
    }

    fn sample_type(&self) -> u64 {
        let chain = if self.recording.scenario.call_chains { CALL_CHAIN } else { 0 };
        let weight = if self.form.weight_struct { WEIGHT_STRUCT } else { WEIGHT };
        let always = IDENTIFIER | IP | TID | TIME | ADDRESS | CPU | PERIOD | SOURCE | PHYSICAL;
        always | chain | weight
    }

    /// `struct perf_event_attr`
    pub fn attr(&self, event: usize) -> Vec<u8> {
        // disabled, inherit, mmap, comm, task, mmap_data, sample_id_all, mmap2, comm_exec
        let bits = [0, 1, 8, 9, 13, 17, 18, 23, 24];
        // Bit-fields fill from the top on big-endian machines.
        let place = |bit: u32| if self.form.big_endian { 63 - bit } else { bit };
        let flags = bits.into_iter().fold(0u64, |flags, bit| flags | 1 << place(bit));
        const RAW_PMU: u32 = 4;
        const SIZE: u32 = super::ATTR_BYTES as u32;
        let mut out = self.bytes();
        out.u32(RAW_PMU);
        out.u32(SIZE);
        out.u64(0x1cd + event as u64);
        out.u64(PERIOD_EVENTS);
        out.u64(self.sample_type());
        out.u64(0);
        out.u64(flags);
        let missing = SIZE as usize - out.len();
        out.raw(&vec![0; missing]);
        out.done()
    }

    pub fn record(&self, kind: u32, misc: u16, body: Bytes) -> Vec<u8> {
        let body = body.done();
        let mut out = self.bytes();
        out.u32(kind);
        out.u16(misc);
        out.u16((8 + body.len()) as u16);
        out.raw(&body);
        out.done()
    }

    /// The end of every record that is no sample.
    fn trailer(&self, out: &mut Bytes, pid: u32, tid: u32) {
        out.u32(pid);
        out.u32(tid);
        out.u64(1);
        out.u32(0);
        out.u32(0);
        out.u64(self.event_id(0));
    }

    pub fn records(&self) -> Vec<u8> {
        let scenario = &self.recording.scenario;
        let mut out = Vec::new();
        out.extend(self.kernel_mapping("[kernel.kallsyms]_text", KERNEL_START, KERNEL_BYTES));
        for file in &scenario.files {
            if let File::Module { name, start, bytes } = file {
                let path = self.recording.module_path(name);
                out.extend(self.kernel_mapping(&path, *start, *bytes));
            }
        }
        let mut known = Vec::new();
        for thread in &scenario.threads {
            if !known.contains(&thread.pid) {
                known.push(thread.pid);
                out.extend(self.process(thread.pid));
            }
            let misc = if thread.pid == thread.tid { COMM_EXEC } else { 0 };
            out.extend(self.comm(thread.pid, thread.tid, &thread.name, misc));
            if thread.pid == thread.tid {
                out.extend(self.mappings(thread.pid));
            }
        }
        let round = self.record(FINISHED_ROUND, 0, self.bytes());
        // Two buffers, each in order by itself, in rounds.
        let samples = &self.recording.samples;
        let third = samples.len().div_ceil(3).max(1);
        for turn in samples.chunks(third) {
            for buffer in [1, 0] {
                let of_buffer = turn.iter().filter(|sample| sample.cpu % 2 == buffer);
                of_buffer.for_each(|sample| out.extend(self.sample(sample)));
            }
            out.extend_from_slice(&round);
        }
        out
    }

    /// The leader of a process that has no thread of its own in the scenario.
    fn process(&self, pid: u32) -> Vec<u8> {
        let threads = &self.recording.scenario.threads;
        if threads.iter().any(|thread| thread.pid == pid && thread.tid == pid) {
            return Vec::new();
        }
        let mut out = self.comm(pid, pid, "main", COMM_EXEC);
        out.extend(self.mappings(pid));
        out
    }

    fn comm(&self, pid: u32, tid: u32, name: &str, misc: u16) -> Vec<u8> {
        let mut body = self.bytes();
        body.u32(pid);
        body.u32(tid);
        body.text(name, 8);
        self.trailer(&mut body, pid, tid);
        self.record(COMM, misc, body)
    }

    fn kernel_mapping(&self, name: &str, start: u64, bytes: u64) -> Vec<u8> {
        let mut body = self.bytes();
        body.u32(u32::MAX);
        body.u32(0);
        body.u64(start);
        body.u64(bytes);
        body.u64(if name.starts_with('[') { start } else { 0 });
        body.text(name, 8);
        self.trailer(&mut body, 0, 0);
        self.record(MMAP, KERNEL, body)
    }

    /// Every process has all programs mapped, and a heap.
    fn mappings(&self, pid: u32) -> Vec<u8> {
        let scenario = &self.recording.scenario;
        let mut out = Vec::new();
        for (index, file) in scenario.files.iter().enumerate() {
            let File::Program { path, start, bytes, data } = file else { continue };
            let path = format!("{}/{path}", self.recording.root);
            let inode = Recording::inode(index);
            let code = [*start, *bytes, PAGE_BYTES, inode];
            out.extend(self.mapping(pid, code, READ_EXECUTE, PRIVATE, &path));
            if let Some((start, shared)) = data {
                let data = [*start, DATA_BYTES, PAGE_BYTES + bytes, inode];
                let flags = if *shared { SHARED } else { PRIVATE };
                out.extend(self.mapping(pid, data, READ_WRITE, flags, &path));
            }
        }
        if scenario.objects.iter().any(|object| object.memory == Memory::Heap(pid)) {
            let heap = [HEAP_START, HEAP_BYTES, HEAP_START, 0];
            out.extend(self.mapping(pid, heap, READ_WRITE, PRIVATE, "//anon"));
        }
        out
    }

    /// Start, length, offset in the file, inode.
    fn mapping(&self, pid: u32, place: [u64; 4], access: u32, flags: u32, path: &str) -> Vec<u8> {
        let [start, bytes, offset, inode] = place;
        let mut body = self.bytes();
        body.u32(pid);
        body.u32(pid);
        [start, bytes, offset].into_iter().for_each(|number| body.u64(number));
        let (major, minor) = if inode == 0 { (0, 0) } else { (8, 1) };
        body.u32(major);
        body.u32(minor);
        body.u64(inode);
        body.u64(0);
        body.u32(access);
        body.u32(flags);
        body.text(path, 8);
        self.trailer(&mut body, pid, pid);
        self.record(MMAP2, USER, body)
    }

    fn sample(&self, sample: &Sample) -> Vec<u8> {
        let (site, thread) = (self.recording.site(sample), self.recording.thread(sample));
        let kernel = self.recording.in_kernel(sample);
        let mut body = self.bytes();
        body.u64(self.event_id(sample.event));
        body.u64(site.code);
        body.u32(thread.pid);
        body.u32(thread.tid);
        body.u64(sample.time_ns);
        body.u64(sample.address);
        body.u32(sample.cpu);
        body.u32(0);
        body.u64(PERIOD_EVENTS);
        if self.recording.scenario.call_chains {
            let callers = self.recording.call_chain(site);
            body.u64(callers.len() as u64 + 1);
            body.u64(if kernel { CONTEXT_KERNEL } else { CONTEXT_USER });
            callers.into_iter().for_each(|address| body.u64(address));
        }
        // With three numbers the latency is the low half of the word on both byte orders.
        body.u64(u64::from(sample.weight));
        body.u64(sample.source);
        body.u64(sample.physical);
        self.record(SAMPLE, if kernel { KERNEL } else { USER }, body)
    }
}

//! Words for writing scenarios down.

use crate::scenario::{
    Access, File, Function, KERNEL_START, Machine, Member, Memory, Object, Scenario, Site, Thread,
};
use crate::source::Source;

/// A scenario that is being written.
#[derive(Debug)]
pub struct Build {
    scenario: Scenario,
}

/// A site that is being written.
#[derive(Debug)]
pub struct SiteBuild<'a> {
    site: &'a mut Site,
}

impl Build {
    /// Nothing has happened yet; the first file is the kernel.
    pub fn new(name: &'static str, machine: Machine, seed: u64) -> Self {
        Self {
            scenario: Scenario {
                name,
                machine,
                files: vec![File::Kernel],
                functions: Vec::new(),
                threads: Vec::new(),
                objects: Vec::new(),
                sites: Vec::new(),
                call_chains: false,
                seed,
            },
        }
    }

    /// Call chains were recorded.
    pub fn with_call_chains(mut self) -> Self {
        self.scenario.call_chains = true;
        self
    }

    /// The scenario.
    pub fn finish(self) -> Scenario {
        self.scenario
    }

    /// A program or library; `data` is where its variables are and whether they are shared.
    pub fn program(&mut self, path: &str, start: u64, data: Option<(u64, bool)>) -> usize {
        self.file(File::Program { path: path.to_owned(), start, bytes: 0x4000, data })
    }

    /// Some other file.
    pub fn file(&mut self, file: File) -> usize {
        self.scenario.files.push(file);
        self.scenario.files.len() - 1
    }

    /// A thread; names may have blanks.
    pub fn thread(&mut self, pid: u32, tid: u32, name: &str) -> usize {
        self.scenario.threads.push(Thread { pid, tid, name: name.to_owned() });
        self.scenario.threads.len() - 1
    }

    /// A struct: members are (name, offset, size).
    pub fn object(
        &mut self,
        type_name: &str,
        base: u64,
        memory: Memory,
        node: u32,
        members: &[(&str, u64, u64)],
    ) -> usize {
        let member = |(name, offset_bytes, bytes): &(&str, u64, u64)| Member {
            name: (*name).to_owned(),
            offset_bytes: *offset_bytes,
            bytes: *bytes,
        };
        let sampled = memory != Memory::Unknown;
        let number = self.scenario.objects.len() as u64 + 1;
        let physical =
            (u64::from(node) << crate::scenario::MEMORY_SHIFT) + (number << 16) + (base & 0xfff);
        self.scenario.objects.push(Object {
            type_name: type_name.to_owned(),
            base,
            members: members.iter().map(member).collect(),
            memory,
            physical: if sampled { physical } else { 0 },
            moved_to: None,
        });
        self.scenario.objects.len() - 1
    }

    /// The process of a thread.
    pub fn pid(&self, thread: usize) -> u32 {
        self.scenario.threads[thread].pid
    }

    /// Whose memory an object is.
    pub fn memory(&self, object: usize) -> Memory {
        self.scenario.objects[object].memory
    }

    /// The object that was made last moves to another node's memory.
    pub fn moves_to_node(&mut self, node: u32) {
        if let Some(object) = self.scenario.objects.last_mut() {
            let within = object.physical & ((1 << crate::scenario::MEMORY_SHIFT) - 1);
            object.moved_to =
                Some((u64::from(node) << crate::scenario::MEMORY_SHIFT) + within + 0x100_0000);
        }
    }

    /// No physical address was sampled of the object that was made last.
    pub fn without_physical(&mut self) {
        if let Some(object) = self.scenario.objects.last_mut() {
            object.physical = 0;
        }
    }

    /// The function of this name and file that holds this address; it is made where there is none.
    pub fn function(&mut self, file: usize, name: &str, start: u64) -> usize {
        let known = self.scenario.functions.iter().position(|f| f.file == file && f.name == name);
        known.unwrap_or_else(|| {
            let bytes = 0x40;
            self.scenario.functions.push(Function { file, name: name.to_owned(), start, bytes });
            self.scenario.functions.len() - 1
        })
    }

    /// An instruction `at` bytes into a function (`name`, its first address), touching a byte of an object.
    pub fn site(
        &mut self,
        file: usize,
        function: (&str, u64),
        at: u64,
        object: (usize, u64),
    ) -> SiteBuild<'_> {
        let (name, start) = function;
        let index = self.function(file, name, start);
        let function = &mut self.scenario.functions[index];
        function.bytes = function.bytes.max((at / 0x40 + 1) * 0x40);
        let site = Site {
            function: Some(index),
            file,
            code: start + at,
            source_line: None,
            object: object.0,
            offset_bytes: object.1,
            threads: vec![0],
            cpus: vec![0],
            accesses: Vec::new(),
            callers: Vec::new(),
        };
        self.push(site)
    }

    /// An instruction that no symbol table knows.
    pub fn unknown_site(&mut self, file: usize, code: u64, object: (usize, u64)) -> SiteBuild<'_> {
        let site = Site {
            function: None,
            file,
            code,
            source_line: None,
            object: object.0,
            offset_bytes: object.1,
            threads: vec![0],
            cpus: vec![0],
            accesses: Vec::new(),
            callers: Vec::new(),
        };
        self.push(site)
    }

    fn push(&mut self, site: Site) -> SiteBuild<'_> {
        self.scenario.sites.push(site);
        let last = self.scenario.sites.len() - 1;
        SiteBuild { site: &mut self.scenario.sites[last] }
    }
}

impl SiteBuild<'_> {
    /// Threads that run it.
    pub fn by(self, threads: &[usize]) -> Self {
        self.site.threads = threads.to_vec();
        self
    }

    /// CPUs on which they run.
    pub fn on(self, cpus: impl IntoIterator<Item = u32>) -> Self {
        self.site.cpus = cpus.into_iter().collect();
        self
    }

    /// Debug info names this source line.
    pub fn source(self, file: &str, line: u32) -> Self {
        self.site.source_line = Some((file.to_owned(), line));
        self
    }

    /// Samples of one kind, with their mean latency.
    pub fn saw(self, source: Source, count: u32, cycles: u32) -> Self {
        self.site.accesses.push(Access { source, count, cycles, locked: false });
        self
    }

    /// The same of a locked instruction.
    pub fn saw_locked(self, source: Source, count: u32, cycles: u32) -> Self {
        self.site.accesses.push(Access { source, count, cycles, locked: true });
        self
    }

    /// Who called: functions, innermost first.
    pub fn called_by(self, callers: &[usize]) -> Self {
        self.site.callers = callers.to_vec();
        self
    }
}

/// An address of the kernel's text, so many bytes from its start.
pub fn kernel(at: u64) -> u64 {
    KERNEL_START + at
}

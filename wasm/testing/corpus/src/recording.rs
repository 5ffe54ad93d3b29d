//! A scenario with its samples, and what perf finds out about them: mappings, symbols, objects.

use crate::sample::{Sample, samples};
use crate::scenario::{File, Function, Memory, PAGE_BYTES, Scenario, Site, Thread};
use crate::version::Version;

/// Programs that run below this address are linked for it.
pub const LINKED_END: u64 = 0x1000_0000;

/// Calls return to this byte of the calling function.
const RETURN_AT: u64 = 0x20;

/// A scenario, expanded.
#[derive(Debug, Clone)]
pub struct Recording {
    /// What happened.
    pub scenario: Scenario,
    /// In the order of time.
    pub samples: Vec<Sample>,
    /// The folder that the paths of programs begin with, without a slash at its end.
    pub root: String,
}

/// By what perf tells lines apart: `sort__dcacheline_cmp()` of `tools/perf/util/sort.c` (6.1, 6.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineKey {
    /// Code of the kernel comes before code of programs.
    user: bool,
    /// perf knows no mapping of the data.
    unmapped: bool,
    /// Of a mapped file; 0 for all other memory.
    inode: u64,
    /// The process, in private memory.
    pid: u32,
    start: u64,
}

impl Recording {
    /// Expands a scenario; programs are below `/opt`.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let samples = samples(&scenario);
        Self { scenario, samples, root: String::new() }
    }

    /// The same with another root.
    #[must_use]
    pub fn below(scenario: Scenario, root: &str) -> Self {
        Self { root: root.to_owned(), ..Self::new(scenario) }
    }

    /// The site of a sample.
    #[must_use]
    pub fn site(&self, sample: &Sample) -> &Site {
        &self.scenario.sites[sample.site]
    }

    /// The thread of a sample.
    #[must_use]
    pub fn thread(&self, sample: &Sample) -> &Thread {
        &self.scenario.threads[sample.thread]
    }

    /// The file of a site's code.
    #[must_use]
    pub fn file(&self, site: &Site) -> &File {
        &self.scenario.files[site.file]
    }

    /// The function of a site.
    #[must_use]
    pub fn function(&self, site: &Site) -> Option<&Function> {
        site.function.map(|at| &self.scenario.functions[at])
    }

    /// Whether the sample was taken in the kernel.
    #[must_use]
    pub fn in_kernel(&self, sample: &Sample) -> bool {
        self.file(self.site(sample)).is_kernel()
    }

    /// The address of an instruction as perf keeps it: in a program from the start of the file.
    #[must_use]
    pub fn file_address(&self, file: &File, code: u64) -> u64 {
        match file {
            File::Program { start, .. } => code - start + PAGE_BYTES,
            File::Kernel | File::Module { .. } | File::Nowhere => code,
        }
    }

    /// The address of an instruction as the file's own tools name it: programs at low addresses are linked
    /// where they run, all others begin at 0.
    #[must_use]
    pub fn linked_address(&self, file: &File, code: u64) -> u64 {
        match file {
            File::Program { start, .. } if *start < LINKED_END => code,
            _ => self.file_address(file, code),
        }
    }

    /// A file's name where perf prints paths.
    #[must_use]
    pub fn file_name(&self, file: &File) -> String {
        match file {
            File::Program { path, .. } => format!("{}/{path}", self.root),
            _ => file.short_name(),
        }
    }

    /// A file's name where perf prints the path of modules too.
    #[must_use]
    pub fn long_name(&self, file: &File) -> String {
        match file {
            File::Module { name, .. } => self.module_path(name),
            _ => self.file_name(file),
        }
    }

    /// Where a module was loaded from.
    #[must_use]
    pub fn module_path(&self, name: &str) -> String {
        format!("/lib/modules/{}/kernel/{name}.ko", self.scenario.machine.kernel_release)
    }

    /// The index of a file as its inode.
    #[must_use]
    pub fn inode(file: usize) -> u64 {
        4000 + file as u64
    }

    /// Whether perf knows a mapping of the accessed address.
    #[must_use]
    pub fn data_mapped(&self, sample: &Sample) -> bool {
        let memory = self.scenario.objects[self.site(sample).object].memory;
        match memory {
            // perf looks for the data where the code is: kernel or program.
            Memory::KernelVariable => self.in_kernel(sample),
            Memory::Heap(pid) => !self.in_kernel(sample) && pid == self.thread(sample).pid,
            Memory::Variable(_) => !self.in_kernel(sample),
            Memory::Kernel | Memory::Unknown => false,
        }
    }

    /// The symbol of an object that is a variable: after its struct, with a number where there are several.
    #[must_use]
    pub fn variable(&self, object: usize) -> Option<String> {
        let objects = &self.scenario.objects;
        let is_variable =
            |memory: Memory| matches!(memory, Memory::Variable(_) | Memory::KernelVariable);
        let name = &objects[object].type_name;
        let before =
            objects[..object].iter().filter(|o| is_variable(o.memory) && o.type_name == *name);
        let symbol = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        is_variable(objects[object].memory).then(|| match before.count() {
            0 => symbol,
            number => format!("{symbol}_{number}"),
        })
    }

    /// Whether both code and data are mapped.
    #[must_use]
    pub fn mapped(&self, sample: &Sample) -> bool {
        let code = !matches!(self.file(self.site(sample)), File::Nowhere);
        code && self.data_mapped(sample)
    }

    /// The accessed address from the start of the mapped file, where there is one.
    #[must_use]
    pub fn data_address(&self, sample: &Sample) -> u64 {
        match self.scenario.objects[self.site(sample).object].memory {
            Memory::Variable(file) if self.data_mapped(sample) => {
                match &self.scenario.files[file] {
                    File::Program { bytes, data: Some((start, _)), .. } => {
                        sample.address - start + PAGE_BYTES + bytes
                    }
                    _ => sample.address,
                }
            }
            _ => sample.address,
        }
    }

    /// The line of a sample.
    #[must_use]
    pub fn line_key(&self, sample: &Sample, line_bytes: u64) -> LineKey {
        let memory = self.scenario.objects[self.site(sample).object].memory;
        let mapped = self.data_mapped(sample);
        let file = match memory {
            Memory::Variable(file) if mapped => Self::inode(file),
            _ => 0,
        };
        let private = mapped && matches!(memory, Memory::Heap(_));
        LineKey {
            user: !self.in_kernel(sample),
            unmapped: !mapped,
            inode: file,
            pid: if private { self.thread(sample).pid } else { 0 },
            start: self.data_address(sample) & !(line_bytes - 1),
        }
    }

    /// The instruction and the addresses that its callers return to, innermost first.
    #[must_use]
    pub fn call_chain(&self, site: &Site) -> Vec<u64> {
        let callers = site.callers.iter().map(|at| self.scenario.functions[*at].start + RETURN_AT);
        std::iter::once(site.code).chain(callers).collect()
    }

    /// The line of a sample, as far as a text of single samples tells it: with physical addresses the memory is
    /// known, and without them every process may have its own.
    #[must_use]
    pub fn line_key_in_text(&self, sample: &Sample, line_bytes: u64, physical: bool) -> LineKey {
        let memory = self.scenario.objects[self.site(sample).object].memory;
        let pid = match memory {
            Memory::Kernel | Memory::KernelVariable => 0,
            Memory::Heap(pid) => pid,
            Memory::Variable(_) if physical && sample.physical != 0 => 0,
            Memory::Variable(_) | Memory::Unknown => self.thread(sample).pid,
        };
        let start = sample.address & !(line_bytes - 1);
        LineKey { user: false, unmapped: false, inode: 0, pid, start }
    }

    /// What perf prints as source line: `get_srcline()` of `tools/perf/util/srcline.c`.
    ///
    /// Where a program has no line for an instruction, 6.1 prints what addr2line answers, and 6.12 the
    /// function and the distance to it. (A perf that was built with libbfd does so in every version.)
    #[must_use]
    pub fn source_line(&self, site: &Site, version: Version) -> String {
        let file = self.file(site);
        if let Some((name, line)) = &site.source_line {
            return format!("{name}:{line}");
        }
        // No answer about a program without functions is taken: 6.1 was seen to print the place instead.
        let asked = self.scenario.functions.iter().any(|function| function.file == site.file);
        let program = matches!(file, File::Program { .. }) && asked && version < Version::V6_6;
        if program || matches!(file, File::Nowhere) {
            return "??:0".to_owned();
        }
        match self.function(site) {
            Some(function) => format!("{}+{}", function.name, site.code - function.start),
            None => format!("{}[{:x}]", file.short_name(), self.linked_address(file, site.code)),
        }
    }
}

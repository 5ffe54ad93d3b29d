//! What happened on a made-up machine: objects, the code that touched them, and how often.

pub use crate::maker::Maker;
use crate::source::Source;

/// The machine that was recorded.
#[derive(Debug, Clone)]
pub struct Machine {
    /// Who made it.
    pub maker: Maker,
    /// Logical CPUs of each NUMA node.
    pub nodes: Vec<Vec<u32>>,
    /// `uname -r`.
    pub kernel_release: String,
}

impl Machine {
    /// Nodes with this many CPUs each, numbered through.
    #[must_use]
    pub fn new(maker: Maker, nodes: u32, cpus_each: u32) -> Self {
        let nodes = (0..nodes).map(|node| (node * cpus_each..(node + 1) * cpus_each).collect());
        Self { maker, nodes: nodes.collect(), kernel_release: "6.1.0-made-up".to_owned() }
    }

    /// `uname -m`.
    #[must_use]
    pub fn architecture(&self) -> &'static str {
        match self.maker {
            Maker::Intel | Maker::Amd => "x86_64",
            Maker::Arm => "aarch64",
        }
    }

    /// The events of `perf c2c record`.
    #[must_use]
    pub fn events(&self) -> Vec<&'static str> {
        match self.maker {
            Maker::Intel => vec!["cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P"],
            Maker::Amd => vec!["ibs_op//"],
            Maker::Arm => vec!["memory"],
        }
    }

    /// All CPUs.
    #[must_use]
    pub fn cpu_count(&self) -> u32 {
        self.nodes.iter().flatten().max().map_or(0, |cpu| cpu + 1)
    }

    /// The node of a CPU.
    #[must_use]
    pub fn node_of(&self, cpu: u32) -> u32 {
        self.nodes.iter().position(|cpus| cpus.contains(&cpu)).unwrap_or(0) as u32
    }

    /// The node of a physical address: each node has a gigabyte of its own.
    #[must_use]
    pub fn memory_node(&self, physical: u64) -> Option<u32> {
        let node = physical >> MEMORY_SHIFT;
        (physical != 0 && (node as usize) < self.nodes.len()).then_some(node as u32)
    }
}

/// Each node has `1 << MEMORY_SHIFT` bytes of memory, the first node the lowest.
pub const MEMORY_SHIFT: u32 = 30;

/// A file that code is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum File {
    /// The kernel's own text.
    Kernel,
    /// A kernel module, named without brackets.
    Module {
        /// "nf_tables"
        name: String,
        /// Where it was loaded.
        start: u64,
        /// How long it is.
        bytes: u64,
    },
    /// A program or library.
    Program {
        /// Path below the root of the recording ("opt/app/demo").
        path: String,
        /// Where its code is mapped; the first page of the file is one page below.
        start: u64,
        /// Length of the mapping.
        bytes: u64,
        /// Where its variables are mapped, and whether they are shared among processes.
        data: Option<(u64, bool)>,
    },
    /// Code in no mapping.
    Nowhere,
}

/// Where the kernel's text is.
pub const KERNEL_START: u64 = 0xffff_ffff_8100_0000;
/// How long it is, with its variables.
pub const KERNEL_BYTES: u64 = 0x200_0000;
/// Bytes of the mapping of a program's variables.
pub const DATA_BYTES: u64 = 0x4000;
/// Bytes of a page.
pub const PAGE_BYTES: u64 = 4096;

impl File {
    /// As perf names it in a table.
    #[must_use]
    pub fn short_name(&self) -> String {
        match self {
            Self::Kernel => "[kernel.kallsyms]".to_owned(),
            Self::Module { name, .. } => format!("[{name}]"),
            Self::Program { path, .. } => path.rsplit('/').next().unwrap_or(path).to_owned(),
            Self::Nowhere => "[unknown]".to_owned(),
        }
    }

    /// Whether code in it runs in the kernel.
    #[must_use]
    pub fn is_kernel(&self) -> bool {
        matches!(self, Self::Kernel | Self::Module { .. })
    }
}

/// A function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Index of its file.
    pub file: usize,
    /// As the symbol table has it, demangled.
    pub name: String,
    /// First address at run time.
    pub start: u64,
    /// Length.
    pub bytes: u64,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Process.
    pub pid: u32,
    /// Thread.
    pub tid: u32,
    /// Name of the thread.
    pub name: String,
}

/// Where an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// Memory that the kernel allocated: perf knows no mapping of it.
    Kernel,
    /// A variable of the kernel.
    KernelVariable,
    /// Private memory of this process.
    Heap(u32),
    /// A variable of this file.
    Variable(usize),
    /// The sample has no address.
    Unknown,
}

/// A member of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// From the start of the struct.
    pub offset_bytes: u64,
    /// Its size.
    pub bytes: u64,
}

/// An instance of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Name of the struct.
    pub type_name: String,
    /// Where it begins. It need not begin a line.
    pub base: u64,
    /// Its members.
    pub members: Vec<Member>,
    /// Whose memory it is.
    pub memory: Memory,
    /// Physical address of `base`; 0 where none was sampled.
    pub physical: u64,
    /// Where its page moved to in the middle of the recording.
    pub moved_to: Option<u64>,
}

impl Object {
    /// Its size: where its last member ends.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.members.iter().map(|m| m.offset_bytes + m.bytes).max().unwrap_or(0)
    }

    /// The member that a byte lies in.
    #[must_use]
    pub fn member_at(&self, offset_bytes: u64) -> Option<&Member> {
        self.members
            .iter()
            .rfind(|m| m.offset_bytes <= offset_bytes && offset_bytes < m.offset_bytes + m.bytes)
    }
}

/// Samples of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// What answered.
    pub source: Source,
    /// How many.
    pub count: u32,
    /// Mean latency.
    pub cycles: u32,
    /// The instruction was locked.
    pub locked: bool,
}

/// An instruction that touches a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Its function; `None` where no symbol table has one.
    pub function: Option<usize>,
    /// Its file.
    pub file: usize,
    /// Its address.
    pub code: u64,
    /// Source file and line, where there is debug info ("demo.c", 8).
    pub source_line: Option<(String, u32)>,
    /// The object.
    pub object: usize,
    /// The first byte it touches, from the object's start.
    pub offset_bytes: u64,
    /// Threads that run it, in turns.
    pub threads: Vec<usize>,
    /// CPUs on which they run, in turns.
    pub cpus: Vec<u32>,
    /// What was sampled.
    pub accesses: Vec<Access>,
    /// Who called, innermost first: functions.
    pub callers: Vec<usize>,
}

/// Everything that happened: the truth.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// A short name.
    pub name: &'static str,
    /// The machine.
    pub machine: Machine,
    /// Files with code.
    pub files: Vec<File>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Threads.
    pub threads: Vec<Thread>,
    /// Objects.
    pub objects: Vec<Object>,
    /// Who touched what.
    pub sites: Vec<Site>,
    /// Call chains were recorded.
    pub call_chains: bool,
    /// What decides the order of the samples and all that is not stated above.
    pub seed: u64,
}

//! Types with their members, and how often each byte was touched.

/// A type, as DWARF names it.
#[derive(Debug, Clone)]
pub struct DataType {
    /// `struct queue`, `long unsigned int`, or one of perf's own: `(unknown)`, `(stack operation)`, `(stack canary)`.
    pub name: &'static str,
    /// Size in bytes.
    pub size: u64,
    /// None of a scalar and of perf's own types.
    pub members: Vec<Member>,
}

/// A member.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its type: `struct list_head`, `union` without a name, `long unsigned int`.
    pub type_name: &'static str,
    /// `None` of an anonymous struct or union.
    pub name: Option<&'static str>,
    /// From the start of the outermost type.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Width of a bit-field.
    pub bits: Option<u32>,
    /// Members of a struct or union.
    pub members: Vec<Member>,
}

/// Samples at one offset of a type.
#[derive(Debug, Clone)]
pub struct Access {
    /// The type's place in [`Profile::types`].
    pub data_type: usize,
    /// From the start of the type.
    pub offset: u64,
    /// For each event, samples and the sum of their periods.
    pub counts: Vec<(u64, u64)>,
}

/// A recording, as its data types see it.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The events of the group, or one.
    pub events: Vec<&'static str>,
    /// The object of all samples.
    pub object: &'static str,
    /// Types.
    pub types: Vec<DataType>,
    /// Accesses, one for each type and offset.
    pub accesses: Vec<Access>,
}

impl Profile {
    /// A queue with all that a type can have (nested members, anonymous unions and structs, arrays, bit-fields,
    /// pointers to functions, a hole), a scalar, and perf's own types; sampled by one to three events.
    #[must_use]
    pub fn queue(events: usize) -> Self {
        let names = ["cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P", "dummy:u"];
        let events = &names[..events.min(names.len())];
        let accesses = QUEUE_ACCESSES.iter().map(|(data_type, offset, counts)| Access {
            data_type: *data_type,
            offset: *offset,
            counts: counts[..events.len()].to_vec(),
        });
        let own = |name| DataType { name, size: 0, members: Vec::new() };
        Self {
            events: events.to_vec(),
            object: "/opt/app",
            types: vec![
                DataType { name: "struct queue", size: 200, members: queue_members() },
                DataType { name: "long unsigned int", size: 8, members: Vec::new() },
                own("(stack operation)"),
                own("(stack canary)"),
                own("(unknown)"),
            ],
            accesses: accesses.collect(),
        }
    }

    /// Samples and period of one event over the accesses that are asked for.
    pub(super) fn sum(&self, event: usize, wanted: impl Fn(&Access) -> bool) -> (u64, u64) {
        self.accesses.iter().filter(|access| wanted(access)).fold((0, 0), |sum, access| {
            let (samples, period) = access.counts[event];
            (sum.0 + samples, sum.1 + period)
        })
    }

    /// The period of one event over the whole recording.
    pub(super) fn total(&self, event: usize) -> u64 {
        self.sum(event, |_| true).1
    }
}

/// Type, offset, and samples with their period for each event.
type Touched = (usize, u64, [(u64, u64); 3]);

const QUEUE_ACCESSES: [Touched; 12] = [
    (0, 0, [(120, 4_812), (3, 90), (0, 0)]),
    (0, 8, [(447, 61_003), (33, 700), (0, 0)]),
    (0, 16, [(1, 30), (8, 311), (0, 0)]),
    (0, 26, [(5, 250), (0, 0), (0, 0)]),
    // In the hole behind the bit-field: no member has it.
    (0, 30, [(1, 7), (0, 0), (0, 0)]),
    (0, 44, [(12, 999), (77, 9_001), (0, 0)]),
    (0, 72, [(60, 7_777), (1, 2), (0, 0)]),
    (0, 128, [(2, 88), (450, 40_404), (0, 0)]),
    (1, 0, [(300, 20_015), (20, 600), (0, 0)]),
    (2, 0, [(90, 3_333), (99, 8_080), (0, 0)]),
    (3, 0, [(9, 41), (0, 0), (0, 0)]),
    (4, 0, [(200, 9_876), (400, 30_001), (0, 0)]),
];

fn queue_members() -> Vec<Member> {
    let leaf = |type_name, name, offset, size| Member {
        type_name,
        name: Some(name),
        offset,
        size,
        bits: None,
        members: Vec::new(),
    };
    let of = |type_name, name, offset, size, members| Member {
        type_name,
        name,
        offset,
        size,
        bits: None,
        members,
    };
    let links = |offset| {
        vec![
            leaf("struct list_head*", "next", offset, 8),
            leaf("struct list_head*", "prev", offset + 8, 8),
        ]
    };
    vec![
        leaf("long unsigned int", "flags", 0, 8),
        of("struct list_head", Some("head"), 8, 16, links(8)),
        Member { bits: Some(3), ..leaf("unsigned int", "mode", 24, 1) },
        leaf("short int", "level", 26, 2),
        of(
            "union",
            None,
            32,
            32,
            vec![
                of(
                    "struct",
                    None,
                    32,
                    16,
                    vec![leaf("void*", "owner", 32, 8), leaf("atomic_t", "count", 44, 4)],
                ),
                leaf("char[]", "name", 32, 32),
            ],
        ),
        leaf("(function_type)*", "wake", 72, 8),
        of(
            "struct stats",
            Some("stats"),
            128,
            64,
            vec![leaf("u64[]", "hits", 128, 32), leaf("u64", "misses", 160, 8)],
        ),
    ]
}

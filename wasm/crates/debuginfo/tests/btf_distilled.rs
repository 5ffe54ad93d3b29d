//! Modules that carry a distilled base (`.BTF.base`): read over it, and over the kernel that it stands for as
//! if they had been built over that one.

#[path = "support/machine.rs"]
mod machine;

use debuginfo::btf::Btf;
use debuginfo::{NothingUsable, TypeReader};
use facts::{StructDesc, TypeShape};
use machine::x86_64;

const INT: u32 = 1;
const PTR: u32 = 2;
const ARRAY: u32 = 3;
const STRUCT: u32 = 4;
const UNION: u32 = 5;
const ENUM: u32 = 6;
const FWD: u32 = 7;
const TYPEDEF: u32 = 8;
const FUNC: u32 = 12;
const FUNC_PROTO: u32 = 13;
const VAR: u32 = 14;
const ENUM64: u32 = 19;
/// Of an unsigned int, and of a signed one.
const UNSIGNED: u32 = 32;
const SIGNED: u32 = 0x0100_0020;

/// Writes a section type by type. Names of a base are looked up there first, as `btf__add_str` does.
#[derive(Clone, Default)]
struct Writer {
    big_endian: bool,
    words: Vec<u32>,
    strings: Vec<u8>,
    base_strings: Vec<u8>,
    next: u32,
}

impl Writer {
    fn alone(big_endian: bool) -> Writer {
        Writer { big_endian, strings: vec![0], next: 1, ..Writer::default() }
    }

    fn over(base: &Writer) -> Writer {
        let base_strings = base.strings.clone();
        Writer { big_endian: base.big_endian, base_strings, next: base.next, ..Writer::default() }
    }

    fn name(&mut self, name: &str) -> u32 {
        if name.is_empty() {
            return 0;
        }
        let needle = [&[0], name.as_bytes(), &[0]].concat();
        let all = [&self.base_strings[..], &self.strings].concat();
        if let Some(at) = all.windows(needle.len()).position(|window| window == needle) {
            return at as u32 + 1;
        }
        let at = all.len() as u32;
        self.strings.extend(name.as_bytes());
        self.strings.push(0);
        at
    }

    fn add(&mut self, kind: u32, name: &str, len: u32, size_or_type: u32, rest: &[u32]) -> u32 {
        let name = self.name(name);
        self.words.extend([name, kind << 24 | len, size_or_type]);
        self.words.extend(rest);
        self.next += 1;
        self.next - 1
    }

    fn aggregate(&mut self, kind: u32, name: &str, size: u32, members: &[(&str, u32, u32)]) -> u32 {
        let mut rest = Vec::new();
        for (name, id, offset_bits) in members {
            rest.extend([self.name(name), *id, *offset_bits]);
        }
        self.add(kind, name, members.len() as u32, size, &rest)
    }

    fn bytes(&self) -> Vec<u8> {
        let types = self.words.len() as u32 * 4;
        let order =
            |word: u32| if self.big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
        let mut bytes =
            if self.big_endian { vec![0xeb, 0x9f, 1, 0] } else { vec![0x9f, 0xeb, 1, 0] };
        for word in [24, 0, types, types, self.strings.len() as u32] {
            bytes.extend(order(word));
        }
        self.words.iter().for_each(|word| bytes.extend(order(*word)));
        bytes.extend(&self.strings);
        bytes
    }
}

/// What a module uses of its kernel.
struct Used {
    int: u32,
    device: u32,
    state: u32,
    task: u32,
    either: u32,
}

/// A kernel; `padding` types come first, so that no number is that of the distilled base by chance.
fn kernel(big_endian: bool, padding: u32, device_bytes: u32) -> (Writer, Used) {
    let mut btf = Writer::alone(big_endian);
    for number in 0..padding {
        btf.add(INT, &format!("padding{number}"), 0, 4, &[UNSIGNED]);
    }
    // Same name and size, another encoding.
    btf.add(INT, "int", 0, 4, &[UNSIGNED]);
    let int = btf.add(INT, "int", 0, 4, &[SIGNED]);
    let device = btf.aggregate(
        STRUCT,
        "device",
        device_bytes,
        &[("id", int, 0), ("flags", int, 32), ("last", int, 64)],
    );
    let first = [btf.name("IDLE"), 0, 0];
    let state = btf.add(ENUM64, "state", 1, 8, &first);
    btf.add(FWD, "task", 0, 0, &[]);
    let task = btf.aggregate(STRUCT, "task", 8, &[("pid", int, 0), ("device", int, 32)]);
    let either = btf.aggregate(UNION, "either", 8, &[("a", int, 0), ("b", int, 0)]);
    (btf, Used { int, device, state, task, either })
}

/// The same types as `resolve_btfids --distill_base` leaves them: sizes of what is held by value, names of
/// what is only pointed at, enumerations of either kind as the older one.
fn distilled(big_endian: bool, device_bytes: u32) -> (Writer, Used) {
    let mut btf = Writer::alone(big_endian);
    let int = btf.add(INT, "int", 0, 4, &[SIGNED]);
    let device = btf.aggregate(STRUCT, "device", device_bytes, &[]);
    let state = btf.add(ENUM, "state", 0, 8, &[]);
    let task = btf.add(FWD, "task", 0, 0, &[]);
    let either = btf.aggregate(UNION, "either", 8, &[]);
    (btf, Used { int, device, state, task, either })
}

/// A module over either: every way in which a type refers to another or to a name.
fn module(base: &Writer, used: &Used) -> Writer {
    let mut btf = Writer::over(base);
    let to_task = btf.add(PTR, "", 0, used.task, &[]);
    let alias = btf.add(TYPEDEF, "device_t", 0, used.device, &[]);
    let array = btf.add(ARRAY, "", 0, 0, &[used.device, used.int, 3]);
    let parameter = btf.name("task");
    let proto = btf.add(FUNC_PROTO, "", 2, used.int, &[parameter, to_task, 0, 0]);
    btf.add(FUNC, "driver_probe", 1, proto, &[]);
    let own = btf.add(ENUM, "mode", 1, 4, &[0, 0]);
    let driver = btf.aggregate(
        STRUCT,
        "driver",
        96,
        &[
            ("dev", used.device, 0),
            ("task", to_task, 128),
            ("many", array, 192),
            ("one_more", alias, 480),
            ("state", used.state, 576),
            ("mode", own, 640),
            ("int", used.int, 672),
            ("", used.either, 704),
        ],
    );
    btf.add(VAR, "the_driver", 0, driver, &[1]);
    btf
}

fn describe(btf: &mut Btf) -> StructDesc {
    let index = btf.index(&mut |_, _| {});
    let row = index.names.lines().position(|name| name == "driver").expect("the driver");
    btf.describe(row as u32).expect("a description")
}

fn members_of(desc: &StructDesc, name: &str) -> usize {
    let found = desc.types.iter().find(|fact| fact.name == name).expect("the type");
    match &found.shape {
        TypeShape::Aggregate { members, .. } => members.len(),
        _ => 0,
    }
}

#[test]
fn alone_it_is_read_over_its_own_base() {
    let (stub, used) = distilled(false, 12);
    let bytes = module(&stub, &used).bytes();
    let mut btf = Btf::open(bytes, Some(stub.bytes()), None, x86_64()).expect("BTF");
    let index = btf.index(&mut |_, _| {});
    assert!(index.diagnostics.iter().any(|one| one.text.contains("distilled base")));
    let desc = describe(&mut btf);
    assert_eq!(members_of(&desc, "struct device"), 0);
    let device = desc.types.iter().find(|fact| fact.name == "struct device").expect("the type");
    assert_eq!(device.size_bytes, Some(12.0));
}

#[test]
fn over_its_kernel_it_is_as_if_built_over_it() {
    for big_endian in [false, true] {
        let (kernel, used_of_kernel) = kernel(big_endian, 40, 12);
        let base = Btf::parse(kernel.bytes(), x86_64()).expect("the kernel");
        let built_over = module(&kernel, &used_of_kernel).bytes();
        let mut expected = Btf::parse_split(built_over, x86_64(), &base).expect("BTF");

        let (stub, used) = distilled(big_endian, 12);
        let bytes = module(&stub, &used).bytes();
        let mut found = Btf::open(bytes, Some(stub.bytes()), Some(&base), x86_64()).expect("BTF");
        assert_eq!(found.index(&mut |_, _| {}), expected.index(&mut |_, _| {}));
        assert_eq!(describe(&mut found), describe(&mut expected));
        assert_eq!(members_of(&describe(&mut found), "struct device"), 3);
        let functions = ["driver_probe"];
        assert_eq!(
            found.code(&functions, &["the_driver"]),
            expected.code(&functions, &["the_driver"])
        );
        assert_eq!(found.code(&functions, &[]).prototypes.len(), 1);
    }
}

#[test]
fn another_kernel_is_refused_by_what_does_not_fit() {
    let (stub, used) = distilled(false, 12);
    let bytes = module(&stub, &used).bytes();
    let refusal = |kernel: &Writer| {
        let base = Btf::parse(kernel.bytes(), x86_64()).expect("the kernel");
        match Btf::open(bytes.clone(), Some(stub.bytes()), Some(&base), x86_64()) {
            Err(NothingUsable::BtfWrongBase { reason }) => reason,
            other => unreachable!("{other:?}"),
        }
    };
    assert_eq!(refusal(&kernel(false, 0, 16).0), "it has no type `device` of 12 bytes");
    let (mut twice, used_of_kernel) = kernel(false, 0, 12);
    twice.aggregate(STRUCT, "device", 12, &[("other", used_of_kernel.int, 0)]);
    assert_eq!(refusal(&twice), "it has several types `device` of one size");
    assert_eq!(refusal(&kernel(true, 0, 12).0), "its byte order differs");
}

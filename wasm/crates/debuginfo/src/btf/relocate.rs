//! Moves split BTF from the base that its file carries itself to that of a kernel.
//!
//! A module that is built apart from its kernel carries a *distilled base* (`.BTF.base`, Linux 6.11): of each
//! kernel type that it refers to only kind, name and, where the module holds it by value, size. The types of
//! the kernel itself are found by these, as the kernel does when it loads the module (libbpf,
//! `btf_relocate.c`; Documentation/bpf/btf.rst, ".BTF.base").

use rustc_hash::FxHashMap;

use crate::NothingUsable;

use super::raw::{Kind, Type, TypeId, Types};

/// The bytes of a section whose types continue `base`, where those of `split` continue its distilled base.
pub fn relocate(split: &Types, base: &Types) -> Result<Vec<u8>, NothingUsable> {
    let Some(distilled) = split.base() else { return Ok(split.bytes().to_vec()) };
    if base.big_endian() != split.big_endian() {
        return Err(wrong("its byte order differs".to_owned()));
    }
    let moved = Moved {
        ids: match_types(distilled, base)?,
        distilled,
        first_id: base.end_id(),
        first_string: base.strings_len() as u32,
        own_strings: split.own_strings().len() as u32,
    };
    let mut bytes = Vec::with_capacity(split.bytes().len() + distilled.own_strings().len());
    let mut words = Words { bytes: &mut bytes, big_endian: split.big_endian() };
    // The header follows when the lengths are known.
    for _ in 0..HEADER_WORDS {
        words.push(0);
    }
    for id in split.first_id()..split.end_id() {
        if let Some(found) = split.get(id) {
            moved.write(&found, &mut words);
        }
    }
    let types_len = (bytes.len() - HEADER_WORDS * 4) as u32;
    // Names that only the distilled base has stand behind the section's own.
    bytes.extend(split.own_strings());
    bytes.extend(distilled.own_strings());
    let strings_len = (bytes.len() - HEADER_WORDS * 4) as u32 - types_len;
    let mut header = Vec::with_capacity(HEADER_WORDS * 4);
    let mut words = Words { bytes: &mut header, big_endian: split.big_endian() };
    let magic = if split.big_endian() { 0xeb9f_0100 } else { 0x0001_eb9f };
    for word in [magic, HEADER_WORDS as u32 * 4, 0, types_len, types_len, strings_len] {
        words.push(word);
    }
    for (place, byte) in bytes.iter_mut().zip(header) {
        *place = byte;
    }
    Ok(bytes)
}

/// Magic, version and flags; length of itself; offset and length of the types, then of the strings.
const HEADER_WORDS: usize = 6;

struct Words<'a> {
    bytes: &'a mut Vec<u8>,
    big_endian: bool,
}

impl Words<'_> {
    fn push(&mut self, word: u32) {
        let word = if self.big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
        self.bytes.extend(word);
    }
}

/// Which numbers and names become which.
struct Moved<'a> {
    distilled: &'a Types,
    /// Types by their number in the distilled base.
    ids: Vec<TypeId>,
    first_id: TypeId,
    first_string: u32,
    own_strings: u32,
}

impl Moved<'_> {
    fn id(&self, id: TypeId) -> TypeId {
        match self.ids.get(id as usize) {
            Some(&id) => id,
            None => (id - self.distilled.end_id()).saturating_add(self.first_id),
        }
    }

    fn name(&self, offset: u32) -> u32 {
        let distilled = self.distilled.strings_len() as u32;
        let place = if offset == 0 {
            return 0;
        } else if offset < distilled {
            self.own_strings.saturating_add(offset)
        } else {
            offset - distilled
        };
        place.saturating_add(self.first_string)
    }

    fn write(&self, found: &Type<'_>, words: &mut Words<'_>) {
        words.push(self.name(found.name_offset));
        words.push(found.info());
        words.push(match found.kind {
            Kind::Ptr
            | Kind::Typedef
            | Kind::Volatile
            | Kind::Const
            | Kind::Restrict
            | Kind::Func
            | Kind::FuncProto
            | Kind::Var
            | Kind::DeclTag
            | Kind::TypeTag => self.id(found.size_or_type),
            _ => found.size_or_type,
        });
        // What each word that follows is: a type, a name, or neither.
        let pattern: &[Word] = match found.kind {
            Kind::Array => &[Word::Id, Word::Id, Word::Plain],
            Kind::Struct | Kind::Union => &[Word::Name, Word::Id, Word::Plain],
            Kind::Enum => &[Word::Name, Word::Plain],
            Kind::Enum64 => &[Word::Name, Word::Plain, Word::Plain],
            Kind::FuncProto => &[Word::Name, Word::Id],
            Kind::Datasec => &[Word::Id, Word::Plain, Word::Plain],
            _ => &[Word::Plain],
        };
        for (at, what) in (0..found.trailing_words()).zip(pattern.iter().cycle()) {
            let word = found.word(at);
            words.push(match what {
                Word::Id => self.id(word),
                Word::Name => self.name(word),
                Word::Plain => word,
            });
        }
    }
}

#[derive(Clone, Copy)]
enum Word {
    Id,
    Name,
    Plain,
}

/// For each type of the distilled base its number in `base`.
fn match_types(distilled: &Types, base: &Types) -> Result<Vec<TypeId>, NothingUsable> {
    let mut wanted: FxHashMap<&[u8], Vec<TypeId>> = FxHashMap::default();
    for id in distilled.first_id()..distilled.end_id() {
        let Some(found) = distilled.get(id) else { continue };
        wanted.entry(distilled.string(found.name_offset)).or_default().push(id);
    }
    let mut ids = vec![0; distilled.end_id() as usize];
    for id in base.first_id()..base.end_id() {
        let Some(found) = base.get(id).filter(|found| found.name_offset != 0) else { continue };
        let Some(candidates) = wanted.get(base.string(found.name_offset)) else { continue };
        for &candidate in candidates {
            let Some(stub) = distilled.get(candidate) else { continue };
            if !is_same(&stub, &found) {
                continue;
            }
            let Some(known) = ids.get_mut(candidate as usize) else { continue };
            // A declaration stands for any struct of its name, best for one with members: what is held by
            // value is recorded with its size.
            let is_declared = base.get(*known).is_some_and(|old| old.kind == Kind::Fwd);
            if *known == 0 || (stub.kind == Kind::Fwd && is_declared) {
                *known = id;
            } else if stub.kind != Kind::Fwd {
                let name = distilled.text(stub.name_offset);
                return Err(wrong(format!("it has several types `{name}` of one size")));
            }
        }
    }
    for id in distilled.first_id()..distilled.end_id() {
        if ids.get(id as usize) == Some(&0)
            && let Some(stub) = distilled.get(id)
        {
            let name = distilled.text(stub.name_offset);
            let size = match stub.kind {
                Kind::Fwd => String::new(),
                _ => format!(" of {} bytes", stub.size_or_type),
            };
            return Err(wrong(format!("it has no type `{name}`{size}")));
        }
    }
    Ok(ids)
}

/// Whether a type of the kernel is the one that a distilled one stands for; they have the same name.
fn is_same(stub: &Type<'_>, found: &Type<'_>) -> bool {
    match stub.kind {
        Kind::Fwd => match found.kind {
            Kind::Fwd => stub.kind_flag == found.kind_flag,
            Kind::Struct => !stub.kind_flag,
            Kind::Union => stub.kind_flag,
            _ => false,
        },
        // The encoding of an integer counts as well: the upper byte, above offset and width.
        Kind::Int => {
            found.kind == Kind::Int
                && stub.size_or_type == found.size_or_type
                && stub.word(0) >> 24 == found.word(0) >> 24
        }
        // Both kinds of enumeration are distilled to the older one.
        Kind::Enum => {
            matches!(found.kind, Kind::Enum | Kind::Enum64)
                && stub.size_or_type == found.size_or_type
        }
        Kind::Struct | Kind::Union | Kind::Float | Kind::Enum64 => {
            stub.kind == found.kind && stub.size_or_type == found.size_or_type
        }
        _ => false,
    }
}

fn wrong(reason: String) -> NothingUsable {
    NothingUsable::BtfWrongBase { reason }
}

//! BTF's binary form: the header, the table of types, one type at a time.
//! (Linux kernel, Documentation/bpf/btf.rst; `include/uapi/linux/btf.h`.)

use std::cell::OnceCell;
use std::rc::Rc;

use crate::NothingUsable;

const MAGIC: u16 = 0xeb9f;
const MIN_HEADER_BYTES: usize = 24;
const TYPE_BYTES: usize = 12;
/// The kernel refuses names of 512 (`btf_name_valid`, kernel/bpf/btf.c); programs of C++ have longer ones.
const MAX_NAME_BYTES: usize = 1 << 14;

/// Number of a type; 0 is `void`.
pub type TypeId = u32;

/// Kinds by their number in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Void,
    Int,
    Ptr,
    Array,
    Struct,
    Union,
    Enum,
    Fwd,
    Typedef,
    Volatile,
    Const,
    Restrict,
    Func,
    FuncProto,
    Var,
    Datasec,
    Float,
    DeclTag,
    TypeTag,
    Enum64,
}

const KINDS: [Kind; 20] = [
    Kind::Void,
    Kind::Int,
    Kind::Ptr,
    Kind::Array,
    Kind::Struct,
    Kind::Union,
    Kind::Enum,
    Kind::Fwd,
    Kind::Typedef,
    Kind::Volatile,
    Kind::Const,
    Kind::Restrict,
    Kind::Func,
    Kind::FuncProto,
    Kind::Var,
    Kind::Datasec,
    Kind::Float,
    Kind::DeclTag,
    Kind::TypeTag,
    Kind::Enum64,
];

/// One type: its three words and what follows them.
#[derive(Debug, Clone, Copy)]
pub struct Type<'a> {
    pub kind: Kind,
    pub name_offset: u32,
    pub kind_flag: bool,
    pub len: u16,
    /// The third word: a size in bytes or a type, by kind.
    pub size_or_type: u32,
    trailer: &'a [u8],
    big_endian: bool,
}

/// A member of a struct or union.
#[derive(Debug, Clone, Copy)]
pub struct RawMember {
    pub name_offset: u32,
    pub type_id: TypeId,
    pub offset_bits: u32,
    /// 0 for an ordinary member.
    pub bit_field_bits: u8,
}

impl<'a> Type<'a> {
    /// The second word: kind, flag and number of what follows.
    pub fn info(&self) -> u32 {
        (self.kind as u32) << 24 | u32::from(self.kind_flag) << 31 | u32::from(self.len)
    }

    /// How many words follow the type.
    pub fn trailing_words(&self) -> usize {
        self.trailer.len() / 4
    }

    /// A word of what follows the type.
    pub fn word(&self, index: usize) -> u32 {
        word_at(self.trailer, index * 4, self.big_endian)
    }

    /// Members of a struct or union.
    pub fn members(&self) -> impl ExactSizeIterator<Item = RawMember> + use<'a> {
        let (kind_flag, big_endian) = (self.kind_flag, self.big_endian);
        self.trailer.chunks_exact(12).map(move |bytes| {
            let offset = word_at(bytes, 8, big_endian);
            RawMember {
                name_offset: word_at(bytes, 0, big_endian),
                type_id: word_at(bytes, 4, big_endian),
                offset_bits: if kind_flag { offset & 0x00ff_ffff } else { offset },
                bit_field_bits: if kind_flag { (offset >> 24) as u8 } else { 0 },
            }
        })
    }

    /// Parameter types of a function prototype; a last 0 is `...`.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = TypeId> + use<'a> {
        let big_endian = self.big_endian;
        self.trailer.chunks_exact(8).map(move |bytes| word_at(bytes, 4, big_endian))
    }
}

/// All types of one BTF section, and of the base that it continues.
#[derive(Debug)]
pub struct Types {
    bytes: Vec<u8>,
    big_endian: bool,
    /// Where each type begins in `bytes`.
    starts: Vec<u32>,
    /// The kind of each type: a search for some kinds need not touch all of `bytes`.
    kinds: Vec<Kind>,
    strings: std::ops::Range<usize>,
    base: Option<Rc<Types>>,
    /// The first id of this section: 1, or what follows the base's last.
    first_id: TypeId,
    /// Where chains of typedefs end, once one is met that is longer than any program's.
    pub(super) chain_ends: OnceCell<Vec<TypeId>>,
    /// Where and why reading stopped before the end of the type section.
    pub stopped: Option<(u32, String)>,
}

impl Types {
    /// Reads the header and finds where each type begins.
    pub fn parse(bytes: Vec<u8>, base: Option<Rc<Types>>) -> Result<Self, NothingUsable> {
        let len = bytes.len() as u64;
        let short = |needed: usize| NothingUsable::BtfTooShort { len, needed: needed as u64 };
        let magic: [u8; 2] = bytes
            .get(..2)
            .and_then(|magic| magic.try_into().ok())
            .ok_or(short(MIN_HEADER_BYTES))?;
        let big_endian = match magic {
            _ if u16::from_le_bytes(magic) == MAGIC => false,
            _ if u16::from_be_bytes(magic) == MAGIC => true,
            _ => return Err(NothingUsable::BtfMagic { found: u16::from_le_bytes(magic) }),
        };
        if bytes.len() < MIN_HEADER_BYTES {
            return Err(short(MIN_HEADER_BYTES));
        }
        if let Some(&version) = bytes.get(2)
            && version != 1
        {
            return Err(NothingUsable::BtfVersion(version));
        }
        let word = |at| word_at(&bytes, at, big_endian);
        let header_len = word(4) as usize;
        if header_len < MIN_HEADER_BYTES || header_len > bytes.len() {
            return Err(short(header_len.max(MIN_HEADER_BYTES)));
        }
        let range = |section, at: usize| {
            let (offset, len) = (word(at), word(at + 4));
            let start = header_len.checked_add(offset as usize);
            let end = start.and_then(|start| start.checked_add(len as usize));
            match (start, end) {
                (Some(start), Some(end)) if end <= bytes.len() => Ok(start..end),
                _ => Err(NothingUsable::BtfSectionOutside {
                    section,
                    offset,
                    len,
                    available: (bytes.len() - header_len) as u64,
                }),
            }
        };
        let type_range = range("type", 8)?;
        let strings = range("string", 16)?;
        if base.is_none() && bytes.get(strings.clone()).is_some_and(continues) {
            return Err(NothingUsable::BtfNeedsBase);
        }
        if let Some(base) = &base
            && base.big_endian != big_endian
        {
            return Err(NothingUsable::BtfWrongBase {
                reason: "its byte order differs".to_owned(),
            });
        }
        let Found { starts, kinds, stopped } = find_types(&bytes, type_range, big_endian);
        let first_id = base.as_ref().map_or(1, |base| base.end_id());
        let chain_ends = OnceCell::new();
        Ok(Self { bytes, big_endian, starts, kinds, strings, base, first_id, chain_ends, stopped })
    }

    /// The first id of this section: 1, or what follows the base's last.
    pub fn first_id(&self) -> TypeId {
        self.first_id
    }

    /// One more than the last id.
    pub fn end_id(&self) -> TypeId {
        self.first_id() + self.starts.len() as u32
    }

    /// What it continues, if anything.
    pub fn base(&self) -> Option<&Types> {
        self.base.as_deref()
    }

    /// The section.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The strings, without the base's.
    pub fn own_strings(&self) -> &[u8] {
        self.bytes.get(self.strings.clone()).unwrap_or_default()
    }

    /// Length of the strings, the base's included.
    pub fn strings_len(&self) -> u64 {
        self.base.as_ref().map_or(0, |base| base.strings_len()) + self.strings.len() as u64
    }

    pub fn big_endian(&self) -> bool {
        self.big_endian
    }

    /// Only the kind of a type of this section.
    #[inline]
    pub fn own_kind(&self, id: TypeId) -> Option<Kind> {
        self.kinds.get(id.checked_sub(self.first_id)? as usize).copied()
    }

    /// Only the kind of a type.
    #[inline]
    pub fn kind(&self, id: TypeId) -> Option<Kind> {
        if id < self.first_id {
            return self.base.as_ref()?.kind(id);
        }
        self.own_kind(id)
    }

    /// A type by its number; `None` where there is no such number.
    #[inline]
    pub fn get(&self, id: TypeId) -> Option<Type<'_>> {
        if id == 0 {
            return Some(Type {
                kind: Kind::Void,
                name_offset: 0,
                kind_flag: false,
                len: 0,
                size_or_type: 0,
                trailer: &[],
                big_endian: self.big_endian,
            });
        }
        if id < self.first_id {
            return self.base.as_ref()?.get(id);
        }
        let start = *self.starts.get((id - self.first_id) as usize)? as usize;
        let bytes = self.bytes.get(start..)?;
        let (kind, kind_flag, len) = decode_info(word_at(bytes, 4, self.big_endian))?;
        let trailer = bytes.get(TYPE_BYTES..TYPE_BYTES + trailer_bytes(kind, len))?;
        Some(Type {
            kind,
            name_offset: word_at(bytes, 0, self.big_endian),
            kind_flag,
            len,
            size_or_type: word_at(bytes, 8, self.big_endian),
            trailer,
            big_endian: self.big_endian,
        })
    }

    /// A string; empty where the offset lies outside, or where it is longer than any name.
    pub fn string(&self, offset: u32) -> &[u8] {
        let base_len = self.base.as_ref().map_or(0, |base| base.strings_len());
        if u64::from(offset) < base_len {
            return self.base.as_ref().map_or(&[], |base| base.string(offset));
        }
        let rest =
            self.own_strings().get((u64::from(offset) - base_len) as usize..).unwrap_or_default();
        let rest = rest.get(..MAX_NAME_BYTES).unwrap_or(rest);
        memchr::memchr(0, rest).and_then(|end| rest.get(..end)).unwrap_or_default()
    }

    /// A string as text; bytes that are not UTF-8 are replaced.
    pub fn text(&self, offset: u32) -> std::borrow::Cow<'_, str> {
        let bytes = self.string(offset);
        match std::str::from_utf8(bytes) {
            Ok(text) => std::borrow::Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(bytes),
        }
    }
}

/// Strings of a section that stands alone begin with the empty string; those of split BTF go on
/// where the base's end (libbpf, `btf_parse_str_sec`).
fn continues(strings: &[u8]) -> bool {
    strings.first().is_some_and(|first| *first != 0)
}

/// Whether a section is split BTF; `false` for one that cannot be read at all.
pub fn continues_a_base(bytes: &[u8]) -> bool {
    let big_endian = bytes.starts_with(&MAGIC.to_be_bytes());
    let word = |at| word_at(bytes, at, big_endian) as usize;
    let start = word(4).checked_add(word(16));
    let strings = start.and_then(|start| bytes.get(start..start.checked_add(word(20))?));
    strings.is_some_and(continues)
}

/// What the type section holds.
struct Found {
    starts: Vec<u32>,
    kinds: Vec<Kind>,
    stopped: Option<(u32, String)>,
}

/// Walks the type section. Stops at a kind that is not known: its length is not known either.
fn find_types(bytes: &[u8], range: std::ops::Range<usize>, big_endian: bool) -> Found {
    let room = range.len() / 24;
    let mut starts = Vec::with_capacity(room);
    let mut kinds = Vec::with_capacity(room);
    let mut at = range.start;
    let reason = loop {
        if at >= range.end {
            return Found { starts, kinds, stopped: None };
        }
        if range.end - at < TYPE_BYTES {
            break "it ends in the midst of a type".to_owned();
        }
        let info = word_at(bytes, at + 4, big_endian);
        let Some((kind, _, len)) = decode_info(info) else {
            break format!("type kind {} is not known", info >> 24 & 0x1f);
        };
        let next = at + TYPE_BYTES + trailer_bytes(kind, len);
        if next > range.end {
            break "it ends in the midst of a type".to_owned();
        }
        starts.push(at as u32);
        kinds.push(kind);
        at = next;
    };
    Found { starts, kinds, stopped: Some(((at - range.start) as u32, reason)) }
}

#[inline]
fn decode_info(info: u32) -> Option<(Kind, bool, u16)> {
    let kind = *KINDS.get((info >> 24 & 0x1f) as usize).filter(|kind| **kind != Kind::Void)?;
    Some((kind, info >> 31 != 0, info as u16))
}

#[inline]
fn trailer_bytes(kind: Kind, len: u16) -> usize {
    let len = usize::from(len);
    match kind {
        Kind::Int | Kind::Var | Kind::DeclTag => 4,
        Kind::Array => 12,
        Kind::Struct | Kind::Union | Kind::Datasec | Kind::Enum64 => len * 12,
        Kind::Enum | Kind::FuncProto => len * 8,
        _ => 0,
    }
}

#[inline]
fn word_at(bytes: &[u8], at: usize, big_endian: bool) -> u32 {
    match bytes.get(at..at + 4).and_then(|word| <[u8; 4]>::try_from(word).ok()) {
        Some(word) if big_endian => u32::from_be_bytes(word),
        Some(word) => u32::from_le_bytes(word),
        None => 0,
    }
}

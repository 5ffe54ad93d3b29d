//! Which functions and macros ask something of a struct's layout, by their names.

use super::code::Code;

/// What a function or macro of that name does with a struct.
pub enum Role {
    Offsetof,
    Assertion,
    Asm,
    /// Of a table of offsets for assembly.
    Table,
    Group,
    Memset,
    Copy,
    Compare,
    Hash,
    Transfer,
    Request,
}

impl Role {
    /// By its name; none of what asks nothing of a layout.
    pub fn of(name: &[u8]) -> Option<Self> {
        if is_offsetof(name) {
            return Some(Self::Offsetof);
        }
        if name.starts_with(b"CACHELINE_ASSERT_GROUP_") {
            return Some(Self::Group);
        }
        match name {
            b"asm" | b"__asm__" | b"__asm" | b"volatile" | b"__volatile__" | b"inline"
            | b"goto" | b"asm_inline" | b"asm_volatile_goto" | b"asm_goto_output" => {
                return Some(Self::Asm);
            }
            b"OFFSET" | b"DEFINE" | b"BLANK" | b"DEFINE_OFFSET" => return Some(Self::Table),
            b"_IOR" | b"_IOW" | b"_IOWR" | b"_IOC_TYPECHECK" | b"_IOR_BAD" | b"_IOW_BAD"
            | b"_IOWR_BAD" => return Some(Self::Request),
            b"memset_startat" | b"memset_after" => return Some(Self::Memset),
            b"memcpy" | b"memmove" | b"memset" | b"bcopy" | b"bzero" | b"__memcpy"
            | b"__memset" | b"__builtin_memcpy" | b"__builtin_memset" | b"unsafe_memcpy"
            | b"rte_memcpy" => return Some(Self::Copy),
            b"memcmp" | b"bcmp" | b"__builtin_memcmp" => return Some(Self::Compare),
            _ => {}
        }
        if TRANSFERS.contains(&name) {
            return Some(Self::Transfer);
        }
        let upper: Vec<u8> = name.to_ascii_uppercase();
        let has = |part: &[u8]| upper.windows(part.len()).any(|window| window == part);
        if HASHES.iter().any(|part| has(part)) {
            return Some(Self::Hash);
        }
        (has(b"ASSERT") || has(b"BUG_ON") || has(b"CHECK_OFFSET") || has(b"CHECK_SIZE"))
            .then_some(Self::Assertion)
    }
}

/// What the names of functions have that make one number of many bytes.
const HASHES: [&[u8]; 10] = [
    b"HASH",
    b"CRC",
    b"CSUM",
    b"CHECKSUM",
    b"CKSUM",
    b"DIGEST",
    b"FLETCHER",
    b"ADLER",
    b"XXH",
    b"MD5",
];

/// Functions whose bytes come from or go to another program, a device, the network or a disk.
const TRANSFERS: [&[u8]; 42] = [
    b"copy_to_user",
    b"copy_from_user",
    b"__copy_to_user",
    b"__copy_from_user",
    b"copy_struct_from_user",
    b"copy_to_sockptr",
    b"copy_from_sockptr",
    b"copy_to_iter",
    b"copy_from_iter",
    b"memdup_user",
    b"simple_read_from_buffer",
    b"simple_write_to_buffer",
    b"copy_to_kernel_nofault",
    b"memcpy_toio",
    b"memcpy_fromio",
    b"memcpy_to_msg",
    b"memcpy_from_msg",
    b"nla_put",
    b"nla_reserve",
    b"skb_put_data",
    b"skb_copy_bits",
    b"kernel_write",
    b"kernel_read",
    b"i2c_master_send",
    b"i2c_master_recv",
    b"spi_write",
    b"spi_read",
    b"write",
    b"pwrite",
    b"pwrite64",
    b"fwrite",
    b"read",
    b"pread",
    b"pread64",
    b"fread",
    b"send",
    b"sendto",
    b"recv",
    b"recvfrom",
    b"rioWrite",
    b"sqlite3OsWrite",
    b"sqlite3OsRead",
];

/// Whether a word computes where a member lies.
pub fn is_offsetof(word: &[u8]) -> bool {
    matches!(word, b"offsetof" | b"offsetofend" | b"__builtin_offsetof" | b"sizeof_field_end")
}

/// Whether `from..to` compares the offsets of one member by two names and nothing else: `offsetof(struct sk_buff, field) !=
/// offsetof(struct sk_buff, headers.field)` (CHECK_SKB_FIELD of net/core/skbuff.c) holds wherever the member goes.
pub fn is_one_member_twice(code: &Code, from: usize, to: usize) -> bool {
    let mut names = Vec::new();
    for at in from..to {
        let word = code.word(at);
        let is_number = code.bytes(at).first().is_some_and(u8::is_ascii_digit);
        if is_number || word == b"sizeof" {
            return false;
        }
        if is_offsetof(word) && code.is(at + 1, b'(') {
            names.push(code.word(code.behind(at + 1).saturating_sub(2)));
        }
    }
    let [first, rest @ ..] = names.as_slice() else { return false };
    !first.is_empty() && !rest.is_empty() && rest.iter().all(|name| name == first)
}

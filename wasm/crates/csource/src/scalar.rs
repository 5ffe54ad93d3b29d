//! Scalar types: one spelling each, and what a target makes of them.

use facts::{Encoding, Machine, ScalarFact, Target};

/// One spelling for the words of a scalar type in any order: `long unsigned int` is `unsigned long`.
pub fn canonical(words: &[String]) -> String {
    let has = |wanted: &str| words.iter().any(|word| word == wanted);
    let unsigned = has("unsigned");
    let signed = has("signed") || has("__signed__") || has("__signed");
    let longs = words.iter().filter(|word| *word == "long").count();
    let plain = if has("char") {
        return match (unsigned, signed) {
            (true, _) => "unsigned char",
            (_, true) => "signed char",
            _ => "char",
        }
        .to_owned();
    } else if has("void") {
        "void"
    } else if has("_Bool") {
        "_Bool"
    } else if has("float") {
        "float"
    } else if has("_Float16") {
        "_Float16"
    } else if has("double") {
        if longs > 0 { "long double" } else { "double" }
    } else if has("__int128") {
        "__int128"
    } else if has("short") {
        "short"
    } else if longs > 1 {
        "long long"
    } else if longs == 1 {
        "long"
    } else {
        "int"
    };
    let complex = if has("_Complex") { " _Complex" } else { "" };
    if unsigned { format!("unsigned {plain}{complex}") } else { format!("{plain}{complex}") }
}

/// What a target makes of C's scalar types and of the typedefs whose size their name or the C
/// library's and the kernel's long usage fixes. What a configuration decides (`spinlock_t`) is not here.
pub fn scalars(target: &Target) -> Vec<ScalarFact> {
    let word = u32::from(target.pointer_bytes);
    let largest = u32::from(target.max_scalar_align_bytes).max(1);
    // i386 aligns 8-byte scalars to 4 in a struct (System V ABI, Intel386 supplement, table 3-1).
    let eight = if target.machine == Machine::I386 { 4 } else { 8 };
    let quad = match target.machine {
        Machine::I386 => (12, 4),
        Machine::Arm => (8, 8),
        _ => (16, largest.min(16)),
    };
    let of_size = |size: u32| match size {
        8 => eight,
        16 => largest.min(16),
        other => other,
    };
    let mut found = Vec::new();
    let mut add = |encoding: Encoding, size: u32, align: u32, names: &[&str]| {
        for name in names {
            found.push(ScalarFact {
                name: (*name).to_owned(),
                size_bytes: size,
                align_bytes: align,
                encoding,
            });
        }
    };
    add(Encoding::Char, 1, 1, &["char"]);
    add(Encoding::Bool, 1, 1, &["_Bool", "bool"]);
    add(Encoding::Int, 1, 1, &["signed char", "s8", "__s8", "int8_t", "gint8", "int8"]);
    add(
        Encoding::Uint,
        1,
        1,
        &["unsigned char", "u8", "__u8", "uint8_t", "u_char", "guint8", "uint8", "unchar", "gchar"],
    );
    add(Encoding::Int, 2, 2, &["short", "s16", "__s16", "int16_t", "gint16", "int16"]);
    add(
        Encoding::Uint,
        2,
        2,
        &[
            "unsigned short",
            "u16",
            "__u16",
            "uint16_t",
            "u_short",
            "ushort",
            "__le16",
            "__be16",
            "__sum16",
            "guint16",
            "uint16",
            "umode_t",
        ],
    );
    add(
        Encoding::Int,
        4,
        4,
        &[
            "int", "s32", "__s32", "int32_t", "gint", "gint32", "int32", "gboolean", "pid_t",
            "key_t",
        ],
    );
    add(
        Encoding::Uint,
        4,
        4,
        &[
            "unsigned int",
            "u32",
            "__u32",
            "uint32_t",
            "u_int",
            "uint",
            "__le32",
            "__be32",
            "__wsum",
            "guint",
            "guint32",
            "uint32",
            "gfp_t",
            "fmode_t",
            "dev_t",
            "Oid",
            "TransactionId",
            "Index",
            "BlockNumber",
        ],
    );
    let eights: &[(Encoding, &[&str])] = &[
        (
            Encoding::Int,
            &[
                "long long",
                "s64",
                "__s64",
                "int64_t",
                "loff_t",
                "ktime_t",
                "time64_t",
                "gint64",
                "int64",
            ],
        ),
        (
            Encoding::Uint,
            &[
                "unsigned long long",
                "u64",
                "__u64",
                "uint64_t",
                "__le64",
                "__be64",
                "sector_t",
                "blkcnt_t",
                "guint64",
                "uint64",
            ],
        ),
    ];
    for (encoding, names) in eights {
        add(*encoding, 8, of_size(8), names);
    }
    add(
        Encoding::Int,
        word,
        of_size(word),
        &["long", "ssize_t", "intptr_t", "ptrdiff_t", "gssize", "glong", "__kernel_long_t"],
    );
    add(
        Encoding::Uint,
        word,
        of_size(word),
        &[
            "unsigned long",
            "size_t",
            "uintptr_t",
            "u_long",
            "ulong",
            "pgoff_t",
            "gsize",
            "gulong",
            "Size",
            "Datum",
            "__kernel_ulong_t",
        ],
    );
    add(Encoding::Int, 16, of_size(16), &["__int128", "s128", "__int128_t"]);
    add(Encoding::Uint, 16, of_size(16), &["unsigned __int128", "u128", "__uint128_t"]);
    add(Encoding::Float, 2, 2, &["_Float16"]);
    add(Encoding::Float, 4, 4, &["float", "gfloat", "float4"]);
    add(Encoding::Float, 8, of_size(8), &["double", "gdouble", "float8"]);
    add(Encoding::Float, quad.0, quad.1, &["long double"]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_each() {
        let check = |text: &str, expected: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            assert_eq!(canonical(&words), expected);
        };
        check("long unsigned int", "unsigned long");
        check("long long int unsigned", "unsigned long long");
        check("short int", "short");
        check("signed", "int");
        check("unsigned", "unsigned int");
        check("signed char", "signed char");
        check("double long", "long double");
    }
}

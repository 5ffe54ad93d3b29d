//! Which words mean what in a declaration.

use facts::KnownMacro;

/// Type qualifiers and storage classes: they do not name a type.
pub fn is_qualifier(word: &[u8]) -> bool {
    matches!(
        word,
        b"const"
            | b"volatile"
            | b"restrict"
            | b"__const"
            | b"__volatile__"
            | b"__restrict"
            | b"static"
            | b"extern"
            | b"register"
            | b"inline"
            | b"mutable"
            | b"typename"
            | b"constexpr"
            | b"__extension__"
            | b"_Atomic"
    )
}

/// Words that only together name a type (`unsigned long int`).
pub fn is_scalar_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"void"
            | b"char"
            | b"short"
            | b"int"
            | b"long"
            | b"float"
            | b"double"
            | b"signed"
            | b"unsigned"
            | b"__signed__"
            | b"__signed"
            | b"_Bool"
            | b"__int128"
            | b"_Complex"
            | b"_Float16"
    )
}

/// `struct`, `union`, `class`.
pub fn is_record_keyword(word: &[u8]) -> bool {
    matches!(word, b"struct" | b"union" | b"class")
}

/// Words of types that C and C++ reserve: they name nothing. (`class` and others are names in C.)
pub fn is_keyword(word: &[u8]) -> bool {
    is_scalar_word(word)
        || matches!(word, b"struct" | b"union" | b"enum" | b"const" | b"volatile" | b"sizeof")
}

/// Words with an argument list that is part of a type.
pub fn takes_type_argument(word: &[u8]) -> bool {
    matches!(word, b"typeof" | b"__typeof__" | b"__typeof" | b"typeof_unqual" | b"decltype")
}

/// Attributes and attribute macros, of the kernel and of other large C code (PostgreSQL, QEMU, glib).
/// Others are recognised by their place.
pub fn is_attribute(word: &[u8]) -> bool {
    const KNOWN: [&[u8]; 62] = [
        b"__attribute__",
        b"__attribute",
        b"_Alignas",
        b"alignas",
        b"__declspec",
        b"__rcu",
        b"__user",
        b"__kernel",
        b"__iomem",
        b"__percpu",
        b"__force",
        b"__private",
        b"__nocast",
        b"__safe",
        b"__bitwise",
        b"__bitwise__",
        b"__aligned",
        b"__aligned_largest",
        b"__packed",
        b"__packed_2_aligned",
        b"__packed2__",
        b"____cacheline_aligned",
        b"____cacheline_aligned_in_smp",
        b"____cacheline_internodealigned_in_smp",
        b"__cacheline_aligned",
        b"__cacheline_aligned_in_smp",
        b"__cacheline_aligned_largest",
        b"__designated_init",
        b"__randomize_layout",
        b"__no_randomize_layout",
        b"__counted_by",
        b"__counted_by_le",
        b"__counted_by_be",
        b"__counted_by_ptr",
        b"__element_count",
        b"__sized_by",
        b"__guarded_by",
        b"__pt_guarded_by",
        b"__nonstring",
        b"__may_alias",
        b"__deprecated",
        b"__read_mostly",
        b"__ro_after_init",
        b"__maybe_unused",
        b"__unused",
        b"__used",
        b"__must_hold",
        b"__refdata",
        b"__latent_entropy",
        b"__no_kcsan",
        b"__data_racy",
        b"__mod_alloc",
        b"__transparent_union",
        b"__kptr",
        b"CRYPTO_MINALIGN_ATTR",
        b"pg_attribute_packed",
        b"pg_attribute_aligned",
        b"pg_node_attr",
        b"QEMU_PACKED",
        b"QEMU_ALIGNED",
        b"G_GNUC_MAY_ALIAS",
        b"____ptr_aligned",
    ];
    KNOWN.contains(&word)
}

/// What an attribute forces: an alignment (as `AttributeText::align` writes it).
pub fn alignment_of(text: &str) -> Option<String> {
    let name = text.split('(').next().unwrap_or_default();
    match name {
        "____cacheline_aligned"
        | "____cacheline_aligned_in_smp"
        | "____cacheline_internodealigned_in_smp"
        | "__cacheline_aligned"
        | "__cacheline_aligned_in_smp"
        | "CRYPTO_MINALIGN_ATTR" => Some("cacheline".to_owned()),
        "__aligned_largest" => Some(String::new()),
        "__aligned" | "_Alignas" | "alignas" | "pg_attribute_aligned" | "QEMU_ALIGNED" => {
            Some(argument(text).unwrap_or_default())
        }
        _ => inside_attribute(text),
    }
}

/// Whether an attribute packs.
pub fn packs(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or_default();
    matches!(name, "__packed" | "QEMU_PACKED" | "pg_attribute_packed" | "__packed_2_aligned")
        || (is_attribute_list(text)
            && words_of(text).any(|word| matches!(word, "packed" | "__packed__")))
}

/// `__attribute__((…))`, `[[…]]`
fn is_attribute_list(text: &str) -> bool {
    text.starts_with("__attribute") || text.starts_with("[[")
}

fn inside_attribute(text: &str) -> Option<String> {
    if text.starts_with("__declspec") {
        return after_word(text, "align").and_then(argument);
    }
    if !is_attribute_list(text) {
        return None;
    }
    let rest = after_word(text, "aligned").or_else(|| after_word(text, "__aligned__"))?;
    if rest.trim_start().starts_with('(') { argument(rest) } else { Some(String::new()) }
}

/// What stands behind a word where that word stands as a whole (`warn_if_not_aligned` is another than `aligned`).
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    text.match_indices(word).find_map(|(at, _)| {
        let end = at + word.len();
        let begins = !text[..at].bytes().next_back().is_some_and(is_word);
        let ends = bytes.get(end).is_none_or(|byte| !is_word(*byte));
        (begins && ends).then(|| &text[end..])
    })
}

/// What stands in the first pair of brackets.
fn argument(text: &str) -> Option<String> {
    let open = text.find('(')?;
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(text[open + 1..at].trim().to_owned());
                }
            }
            _ => {}
        }
    }
    None
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// A macro that makes a member and where its name stands among the arguments.
pub fn macro_name_argument(name: &str) -> Option<usize> {
    match name {
        "DECLARE_BITMAP"
        | "DECLARE_HASHTABLE"
        | "DECLARE_KFIFO_PTR"
        | "DECLARE_KFIFO"
        | "NET_DEV_STAT"
        | "CACHELINE_PADDING"
        | "ZONE_PADDING"
        | "DECLARE_EWMA"
        | "LIST_HEAD"
        | "IRQ_WORK_STRUCT"
        | "DECLARE_TIMER"
        | "QLIST_HEAD"
        | "DECLARE_STATIC_KEY_FALSE"
        | "DECLARE_PER_CPU" => Some(0),
        "DECLARE_FLEX_ARRAY" | "__DECLARE_FLEX_ARRAY" => Some(1),
        _ => None,
    }
}

/// What a macro among the members is by its name, whatever its arguments are.
pub fn known_macro(name: &str) -> Option<KnownMacro> {
    if name.contains("struct_group") {
        return Some(KnownMacro::Group);
    }
    let marks = name.starts_with("__cacheline_group_") || name.starts_with("randomized_");
    marks.then_some(KnownMacro::Mark)
}

/// What stands alone among the members, without a semicolon: the kernel's markers, and the macros that
/// begin CPython's objects.
pub fn is_lone_marker(word: &[u8]) -> bool {
    matches!(
        word,
        b"randomized_struct_fields_start"
            | b"randomized_struct_fields_end"
            | b"PyObject_HEAD"
            | b"PyObject_VAR_HEAD"
    )
}

/// `__something` and `SOME_THING`: more likely a macro than a type or a name.
pub fn looks_like_macro(word: &[u8]) -> bool {
    word.starts_with(b"__")
        || (word.len() > 2
            && word.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alignments_are_read_out_of_attributes() {
        let of = |text| alignment_of(text);
        assert_eq!(of("__aligned(8)").as_deref(), Some("8"));
        assert_eq!(of("____cacheline_aligned_in_smp").as_deref(), Some("cacheline"));
        assert_eq!(
            of("__attribute__((packed, aligned(sizeof(long))))").as_deref(),
            Some("sizeof(long)")
        );
        assert_eq!(of("__attribute__((__aligned__(4)))").as_deref(), Some("4"));
        assert_eq!(of("__attribute__((aligned))").as_deref(), Some(""));
        assert_eq!(of("__rcu"), None);
        assert!(packs("__attribute__((packed, aligned(4)))"));
        assert!(!packs("__attribute__((unpacked))"));
        assert_eq!(of("__attribute__((warn_if_not_aligned(8)))"), None);
        assert_eq!(of("[[gnu :: aligned(16)]]").as_deref(), Some("16"));
        assert_eq!(of("__declspec(align(8))").as_deref(), Some("8"));
        assert!(packs("[[gnu :: packed]]"));
    }
}

//! Which words mean what in a declaration.

use facts::KnownMacro;

use crate::macros::known_attribute;

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

/// Words that begin a statement.
pub fn begins_statement(word: &[u8]) -> bool {
    matches!(
        word,
        b"return"
            | b"if"
            | b"for"
            | b"while"
            | b"goto"
            | b"switch"
            | b"case"
            | b"break"
            | b"continue"
    )
}

/// Words with an argument list that is part of a type.
pub fn takes_type_argument(word: &[u8]) -> bool {
    matches!(word, b"typeof" | b"__typeof__" | b"__typeof" | b"typeof_unqual" | b"decltype")
}

/// Attributes, and the macros of `known/attributes.h`. Others are recognised by their place.
pub fn is_attribute(word: &[u8]) -> bool {
    matches!(word, b"__attribute__" | b"__attribute" | b"_Alignas" | b"alignas" | b"__declspec")
        || known_attribute(word).is_some()
}

/// `__attribute__((…))`, `[[…]]`, `__declspec(…)`: what is in it is no macro's.
pub fn is_attribute_list(text: &[u8]) -> bool {
    [&b"__attribute"[..], b"__declspec", b"[["].iter().any(|begin| text.starts_with(begin))
}

/// Attributes that change a layout in a way that is not followed; `name` is without its underscores.
pub fn changes_layout(name: &[u8]) -> bool {
    matches!(
        name,
        b"ms_struct"
            | b"gcc_struct"
            | b"scalar_storage_order"
            | b"vector_size"
            | b"mode"
            | b"transparent_union"
            | b"no_unique_address"
    )
}

/// A header declares a struct and seldom a variable with it: `} __rte_packed;`, `} DENSE;` ask for a definition.
pub fn may_be_attribute(word: &[u8]) -> bool {
    let lower = word.to_ascii_lowercase();
    let says = |part: &[u8]| lower.windows(part.len()).any(|window| window == part);
    let capitals = word.len() > 1
        && word.first().is_some_and(u8::is_ascii_uppercase)
        && word.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_');
    word.starts_with(b"__") || says(b"pack") || says(b"align") || capitals
}

/// C's and C++'s own words that may be before a struct.
pub fn is_no_attribute(word: &[u8]) -> bool {
    is_qualifier(word)
        || matches!(
            word,
            b"typedef"
                | b"auto"
                | b"thread_local"
                | b"_Thread_local"
                | b"__thread"
                | b"export"
                | b"friend"
                | b"public"
                | b"private"
                | b"protected"
                | b"template"
                | b"using"
                | b"return"
                | b"sizeof"
                | b"new"
                | b"case"
                | b"default"
                | b"__attribute__"
                | b"__attribute"
                | b"__declspec"
                | b"alignas"
                | b"_Alignas"
        )
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

//! Which tags and attributes the indexer looks at, and what they are to it.

use gimli::constants::{self as dw, DwTag};

/// What the indexer does with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Nothing, and nothing that it looks for lies below.
    Skip,
    /// Struct, union or class: a row, and perhaps more of them below.
    Aggregate(facts::Keyword),
    /// A row where it names an unnamed aggregate.
    Typedef,
    /// Its name is part of the names of what it holds.
    Namespace,
    /// Types below it belong to the one above it (a unit, a Rust variant).
    Transparent,
    /// A function or a block in one: types below are local to it.
    Code,
    /// A data member.
    Member,
    /// A base class.
    Inheritance,
    /// `const`, `volatile`, `atomic` and the like: as large as what it qualifies.
    Qualifier,
    /// An array.
    Array,
    /// One dimension of an array.
    Subrange,
    /// An enumeration.
    Enumeration,
    /// A pointer or reference (or `nullptr_t`), of the unit's address size where it states none.
    Pointer,
    /// A pointer to a member: one address, or two for a function.
    MemberPointer,
    /// A function's type.
    Function,
}

/// What a tag means.
pub(crate) fn class_of(tag: u64) -> Class {
    use facts::Keyword;
    match dw::DwTag(tag.min(0xffff) as u16) {
        dw::DW_TAG_structure_type => Class::Aggregate(Keyword::Struct),
        dw::DW_TAG_union_type => Class::Aggregate(Keyword::Union),
        dw::DW_TAG_class_type => Class::Aggregate(Keyword::Class),
        dw::DW_TAG_typedef => Class::Typedef,
        dw::DW_TAG_namespace | dw::DW_TAG_module => Class::Namespace,
        dw::DW_TAG_compile_unit
        | dw::DW_TAG_partial_unit
        | dw::DW_TAG_type_unit
        | dw::DW_TAG_variant_part
        | dw::DW_TAG_variant => Class::Transparent,
        dw::DW_TAG_subprogram
        | dw::DW_TAG_lexical_block
        | dw::DW_TAG_inlined_subroutine
        | dw::DW_TAG_try_block
        | dw::DW_TAG_catch_block => Class::Code,
        dw::DW_TAG_member => Class::Member,
        dw::DW_TAG_inheritance => Class::Inheritance,
        dw::DW_TAG_template_alias => Class::Qualifier,
        tag if qualifier(tag).is_some() => Class::Qualifier,
        dw::DW_TAG_array_type => Class::Array,
        dw::DW_TAG_subrange_type | dw::DW_TAG_generic_subrange => Class::Subrange,
        dw::DW_TAG_enumeration_type => Class::Enumeration,
        dw::DW_TAG_pointer_type
        | dw::DW_TAG_reference_type
        | dw::DW_TAG_rvalue_reference_type
        | dw::DW_TAG_unspecified_type => Class::Pointer,
        dw::DW_TAG_ptr_to_member_type => Class::MemberPointer,
        dw::DW_TAG_subroutine_type => Class::Function,
        _ => Class::Skip,
    }
}

/// Whether the tag is that of a unit's own entry.
pub(crate) fn is_unit(tag: u16) -> bool {
    matches!(
        dw::DwTag(tag),
        dw::DW_TAG_compile_unit
            | dw::DW_TAG_partial_unit
            | dw::DW_TAG_type_unit
            | dw::DW_TAG_skeleton_unit
    )
}

/// The attributes that the indexer reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    Name,
    ByteSize,
    Sibling,
    Declaration,
    Type,
    /// `DW_AT_data_member_location`
    Location,
    /// `DW_AT_data_bit_offset`
    DataBitOffset,
    /// `DW_AT_bit_offset`, of DWARF 2 and 3
    OldBitOffset,
    BitSize,
    /// `DW_AT_count` or `DW_AT_upper_bound`, distinguished by `Plan::bound_is_count`
    Bound,
    External,
    /// `DW_AT_specification`: the declaration that holds the name.
    Specification,
    LowerBound,
    /// `DW_AT_GNU_vector`
    Vector,
    /// `DW_AT_signature`: the type unit that holds the definition.
    Signature,
}

/// How many there are.
pub(crate) const SLOTS: usize = 15;

/// Which of them an attribute is.
pub(crate) fn slot_of(name: u64) -> Option<Slot> {
    Some(match dw::DwAt(name.min(0xffff) as u16) {
        dw::DW_AT_name => Slot::Name,
        dw::DW_AT_byte_size => Slot::ByteSize,
        dw::DW_AT_sibling => Slot::Sibling,
        dw::DW_AT_declaration => Slot::Declaration,
        dw::DW_AT_type => Slot::Type,
        dw::DW_AT_data_member_location => Slot::Location,
        dw::DW_AT_data_bit_offset => Slot::DataBitOffset,
        dw::DW_AT_bit_offset => Slot::OldBitOffset,
        dw::DW_AT_bit_size => Slot::BitSize,
        dw::DW_AT_count | dw::DW_AT_upper_bound => Slot::Bound,
        dw::DW_AT_external => Slot::External,
        dw::DW_AT_specification => Slot::Specification,
        dw::DW_AT_lower_bound => Slot::LowerBound,
        dw::DW_AT_GNU_vector => Slot::Vector,
        dw::DW_AT_signature => Slot::Signature,
        _ => return None,
    })
}

/// Whether an attribute of this form leads out of the unit to a type.
pub(crate) fn leads_far(slot: Slot, form: u16) -> bool {
    matches!(slot, Slot::Type | Slot::Specification | Slot::Signature)
        && matches!(
            dw::DwForm(form),
            dw::DW_FORM_ref_addr
                | dw::DW_FORM_ref_sig8
                | dw::DW_FORM_ref_sup4
                | dw::DW_FORM_ref_sup8
                | dw::DW_FORM_GNU_ref_alt
                | dw::DW_FORM_indirect
        )
}

/// The word of a tag that only qualifies (empty where C has none); `None` for any other tag.
pub(crate) fn qualifier(tag: DwTag) -> Option<&'static str> {
    Some(match tag {
        dw::DW_TAG_const_type => "const",
        dw::DW_TAG_volatile_type => "volatile",
        dw::DW_TAG_restrict_type => "restrict",
        dw::DW_TAG_atomic_type => "_Atomic",
        dw::DW_TAG_immutable_type | dw::DW_TAG_packed_type | dw::DW_TAG_shared_type => "",
        _ => return None,
    })
}

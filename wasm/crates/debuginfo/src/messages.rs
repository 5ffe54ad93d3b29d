//! All that reading BTF and DWARF says.

facts::messages! { "types";
    Warning holds_itself() "A struct contains itself, directly or through another struct, which no compiler makes: its size means nothing.";

    // BTF.
    Note machine_guessed(machine) "BTF states no machine: {machine} is assumed by the registers in its struct pt_regs.";
    Note distilled() "The module was built apart from its kernel and carries a distilled base BTF: of the kernel's own structs only the sizes are known." => "Open that kernel's vmlinux too.";
    Warning btf_cut(last, reason) "The BTF types after number {last} could not be read: {reason}.";
    Warning size_unknown() "The size of a member's type is unknown: the type is only declared, or its description is damaged.";
    Warning type_holds_itself() "A type contains itself: its size is unknown.";
    Warning type_out_of_range() "A type refers to a type number out of range, or typedefs refer to each other in a circle: its size is unknown.";

    // DWARF.
    Warning section_unread(reason) "{reason}";
    Warning misnested() "The tree of DIEs does not end where its unit or a sibling says; types or members of this unit may be missing.";
    Warning members_repeated() "The debug information of a compilation unit goes in circles, as only a damaged file does: the rest of the unit was skipped.";
    Warning dwo_missing(files) "Types are in split DWARF files that are not here: {files}." => "Open these files, or the program's .dwp, too.";
    Warning section_too_large() "A section of the file is larger than memory; it was skipped.";
    Warning no_memory() "There is not enough memory for a section of the file; it was skipped.";
    Warning rest_skipped(reason) "The rest of a section was skipped: {reason}.";
    Warning many_units_skipped() "The rest of a section was skipped: too many of its compilation units cannot be read.";
    Warning unit_skipped(reason) "A compilation unit was skipped: {reason}.";
    Warning unknown_form(form) "An attribute has the form {form}, which is not known; types or members of its unit may be missing.";
    Warning no_abbreviation() "The debug information of a compilation unit is damaged (an unknown abbreviation code): types or members of it may be missing.";
    Warning unit_cut() "A DIE extends past the end of its unit; types or members of its unit may be missing.";
    Warning too_deep() "DIEs are nested too deep; types or members of their unit may be missing.";
    Warning name_lost() "The name of a type is empty, lies outside its section or does not end: the type was left out.";
    Warning supplementary_missing(file) "Some types are in the supplementary file {file}, which dwz split off; they are missing." => "Open that file too.";
    Warning unnamed_supplementary_missing() "Some types are in a supplementary file, which dwz split off; they are missing.";
    Warning type_unread(reason) "A type could not be read ({reason}): its size is unknown.";
    Warning type_unit_missing() "A type unit that the file refers to is not in it: the size of its types is unknown.";
    Warning type_outside() "A type is beyond the end of the debug information: its size is unknown.";
    Warning types_too_deep() "Types are nested too deeply to be shown: the innermost are left out.";
    Warning type_in_itself() "A type contains itself, which no program's can.";
    Warning members_cut(reason) "The members of a struct break off ({reason}): the rest is left out.";
    Note declared_only(name) "{name} is only declared where the struct is; its layout is that of its one definition in this file.";
    Warning virtual_member() "A virtual member or base class has no fixed offset: it is left out.";
}

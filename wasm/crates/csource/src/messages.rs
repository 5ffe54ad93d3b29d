//! All that reading C and pahole's text says.

facts::messages! { "source";
    Warning too_large() "The source file is larger than 64 MB." => "Drop the header that declares the struct.";

    // pahole's text. What is said of the outermost struct is also why its order is not recomputed.
    Note bits_missing(field, bits) "The pahole output leaves {bits} bits before `{field}` without a field or a hole.";
    Note bits_unknown(field) "Which bits `{field}` has is unknown, as old versions of pahole count bits from the other end, or not at all: it was left out.";
    Note members_missing(from, to, field, hole) "The pahole output leaves out bytes {from} to {to}, before `{field}`, and {hole}: members are missing. Plain bytes are shown instead.";
    Note unstated_bytes(field, from, to) "The pahole output does not say what is at bytes {from} to {to}, before `{field}`: a member or the remark on a hole may be missing.";
    Note offset_unexplained(field, offset) "No alignment explains why `{field}` is at byte {offset}: its order cannot be recomputed.";
    Note end_missing(from, to) "The pahole output leaves out bytes {from} to {to}, at the end, and states no padding there: members are missing. Plain bytes are shown instead.";
    Note size_of_cut(bytes) "The size of the struct is unknown: its text is cut at byte {bytes}.";
    Note size_unstated(bytes) "The pahole output does not state the size of the struct: {bytes} bytes is where its members end.";
    Note alignment_guessed(bytes) "The pahole output does not say what is aligned to {bytes}: the struct as a whole is taken to be.";
    Note size_unexplained(bytes) "No alignment explains the struct's size of {bytes} bytes.";
    Note members_lost(stated, read, missing) "The pahole output states {stated} members, and {read} of them could be read: {missing} are missing.";
    Note members_and_bytes_lost(stated, read, missing, bytes) "The pahole output states {stated} members, and {read} of them could be read: {missing} are missing, {bytes}.";
    Note more_members(stated, read) "The pahole output states {stated} members, and {read} of them could be read.";
    Note figures_disagree(bytes) "By the figures at the end of the pahole output, {bytes} are missing, or a size in it is wrong.";
    Note begins_inside() "The text begins inside a struct: its name and what comes before its first member here are missing.";
    Note begins_and_ends_inside() "The text begins inside a struct, and ends before the struct does: its name, what comes before its first member here and what comes after its last one are missing.";
    Note lines_left_out(name, mark) "Lines were taken out of the text of {name} (`{mark}`): what they held is not known.";
    Note brace_missing(name) "In the text of {name} a closing brace is missing: the struct or union that it closes was left out. Plain bytes are shown instead.";
    Note not_whole(name, why, missing) "The text of {name} is not whole ({why}): {missing}.";
}

//! All that reading C and pahole's text says.

facts::messages! { "source";
    Warning too_large() "This file is larger than 64 MB." => "Drop the header that declares the struct.";

    // pahole's text. What is said of the outermost struct is also why its order is not recomputed.
    Note bits_missing(field, bits) "Before `{field}` {bits} bits are not in the text: no field has them, and pahole does not say that they are free.";
    Note bits_unknown(field) "Which bits `{field}` has is unknown from this text alone: old versions of pahole count them from the other end, or not at all. It was left out.";
    Note members_missing(from, to, field, hole) "Bytes {from} to {to}, before `{field}`, are not in the text, and {hole}: members are missing. Bytes take their place.";
    Note unstated_bytes(field, from, to) "The text does not say what lies before `{field}`, from byte {from} to its own at {to}: a member or the remark on a hole may be missing.";
    Note offset_unexplained(field, offset) "No alignment explains why `{field}` is at byte {offset}: its order cannot be recomputed.";
    Note end_missing(from, to) "Bytes {from} to {to}, at the end, are not in the text, and are no padding that pahole states: members are missing. Bytes take their place.";
    Note size_of_cut(bytes) "The size is not known: what is there of it ends at byte {bytes}.";
    Note size_unstated(bytes) "The text does not state the size: {bytes} bytes is where its members end.";
    Note alignment_guessed(bytes) "The text does not say what is aligned to {bytes}: the struct as a whole is taken to be.";
    Note size_unexplained(bytes) "No alignment explains its size of {bytes} bytes.";
    Note members_lost(stated, read, missing) "The text states {stated} members, and {read} of them could be read: {missing} are not in the text.";
    Note members_and_bytes_lost(stated, read, missing, bytes) "The text states {stated} members, and {read} of them could be read: {missing} are not in the text, {bytes}.";
    Note more_members(stated, read) "The text states {stated} members, and {read} of them could be read.";
    Note figures_disagree(bytes) "By the figures at its end {bytes} are not in the text, or a size in it is wrong.";
    Note begins_inside() "The text begins inside a struct: its name and what comes before its first member here are missing.";
    Note begins_and_ends_inside() "The text begins inside a struct, and ends before the struct does: its name, what comes before its first member here and what comes after its last one are missing.";
    Note lines_left_out(name, mark) "Lines were taken out of the text of {name} (`{mark}`): what they held is not known.";
    Note brace_missing(name) "In the text of {name} a closing brace is missing: the struct or union that it closes was left out, and bytes take its place.";
    Note not_whole(name, why, missing) "The text of {name} is not whole ({why}): {missing}.";
}

import { error, messagesOf } from '../base/messages';

/** Why an edit does not apply, or a text is no edit or no document. Hints (`Did you mean …?`) begin with a space. */
export const editMessage = messagesOf('edit', {
  // Names.
  'unknown-member': error(
    (member = 'MEMBER', hint = '') => `There is no member \`${member}\`.${hint}`,
  ),
  'inside-type': error(
    (member = 'MEMBER', outer = 'OUTER', type = 'TYPE') =>
      `\`${member}\` is inside \`${outer}\`, which has its own type (${type}): edit \`${outer}\`, or open that type.`,
  ),
  'named-twice': error((member = 'MEMBER') => `\`${member}\` is named twice.`),
  'no-member-named': error(() => 'The edit names no member.'),
  'not-siblings': error(
    (first = 'MEMBER', other = 'OTHER') =>
      `\`${first}\` and \`${other}\` are in different structs or unions: an edit takes members of one.`,
  ),
  'name-taken': error((name = 'NAME') => `There is a member \`${name}\` already.`),

  // The order of members.
  'read-only': error(
    (reason = 'Two of its members overlap, so no order of this struct can be recomputed.') =>
      reason,
  ),
  'vtable-first': error(
    // Itanium C++ ABI 2.4: it is at offset 0.
    () =>
      'The compiler puts the pointer to the virtual functions at offset 0: it stays the first, and nothing comes before it.',
  ),
  'shifts-pinned': error(
    (pinned = 'MEMBER') =>
      `The edit would shift \`${pinned}\`, which is pinned: unpin \`${pinned}\` first.`,
  ),
  'into-itself': error((member = 'MEMBER') => `\`${member}\` cannot be moved into itself.`),
  'beside-itself': error((member = 'MEMBER') => `\`${member}\` cannot be moved beside itself.`),
  'splits-storage': error(
    (member = 'MEMBER') =>
      `\`${member}\` shares its storage unit with the bit-field that moves, and these move together, unless the edit ends in \`alone\`.`,
  ),
  'into-union': error(
    (members = '`MEMBER`') =>
      `In a union ${members} would share bytes with the other members: members can be moved only into a struct.`,
  ),
  'not-anonymous': error(
    (member = 'MEMBER') =>
      `\`${member}\` is not an anonymous struct: only into one can a member be moved.`,
  ),
  'not-inside': error(
    (member = 'MEMBER') => `\`${member}\` is in no anonymous struct or union to be moved out of.`,
  ),
  'flexible-last': error(
    (member = 'MEMBER') => `\`${member}\` is a flexible array: it has to stay the last member.`,
  ),
  'ends-flexible-last': error(
    (member = 'MEMBER') =>
      `\`${member}\` ends in a flexible array: it has to stay the last member.`,
  ),
  'must-stay-last': error(
    (member = 'MEMBER') =>
      `\`${member}\` has to stay the last member: it is, or ends in, a flexible array.`,
  ),
  'last-member': error(() => 'The edit would remove the last member of the struct.'),

  // Alignment and padding.
  'aligned-by-source': error(
    (bytes = 64) =>
      `The source aligns the struct itself to ${bytes} bytes, and no edit changes that.`,
  ),
  'aligned-by-itself': error(
    (bytes = 64) =>
      `The struct itself is aligned to ${bytes} bytes, more than any member asks for, and no edit changes that.`,
  ),
  'packed-anonymous': error(
    (member = 'MEMBER') =>
      `\`${member}\` is in a packed struct: aligning an anonymous struct or union there does not move it.`,
  ),
  'over-pragma-pack': error(
    (member = 'MEMBER', bytes = 64, cap = 8) =>
      `\`${member}\` cannot be aligned to ${bytes}: a \`#pragma pack\` caps every alignment in the struct at ${cap}.`,
  ),
  'bit-field-under-type': error(
    (member = 'MEMBER', type = 'TYPE', bytes = 4) =>
      `\`${member}\` is a bit-field of ${type}, which is aligned to ${bytes} bytes: gcc and clang disagree about a smaller alignment.`,
  ),
  'no-alignment': error(
    (member = 'MEMBER', why = '') => `\`${member}\` has no alignment of its own to remove${why}.`,
  ),
  'pad-before-padding': error(
    (member = 'MEMBER') =>
      `\`${member}\` is padding itself: \`pad N\` before the member after it changes its size.`,
  ),
  'pad-in-union': error(
    (member = 'MEMBER') => `\`${member}\` is in a union: padding would overlap it, not precede it.`,
  ),
  'no-padding': error(
    (member = 'MEMBER') => `There is no padding before \`${member}\` that an edit put in.`,
  ),
  'base-unaligned': error((struct = 'STRUCT', align = 16, base = 8) => ({
    text: `\`${struct}\` is aligned to ${align} bytes: it cannot begin ${base} bytes into a cache line.`,
    fix: `Give a multiple of ${align}.`,
  })),
  'base-on-line': error(
    (struct = 'STRUCT', align = 64) =>
      `\`${struct}\` is aligned to ${align} bytes: it always begins a cache line, so its base offset is 0.`,
  ),

  // Pins, tags, rules, bindings.
  'not-pinned': error((member = 'MEMBER') => `\`${member}\` is not pinned.`),
  'no-tag': error((member = 'MEMBER') => `\`${member}\` has no tag.`),
  'no-rule': error((rule = 'RULE') => `There is no rule \`${rule}\`.`),
  'no-profile': error(
    (profile = 'PROFILE', hint = '') => `This struct has no profile \`${profile}\`.${hint}`,
  ),
  'no-line': error(
    (profile = 'PROFILE', line = 'LINE') =>
      `The profile \`${profile}\` has no cache line or type \`${line}\` that can be bound to this struct.`,
  ),
  'bound-too-far': error(
    (offset = 4096) =>
      `Byte ${offset} is too far from the struct for a cache line that touches it.`,
  ),
  'not-bound': error(
    (profile = 'PROFILE', line = 'LINE') =>
      `\`${line}\` of \`${profile}\` is not bound to this struct.`,
  ),

  // Edits in words.
  unreadable: error(
    (edit = 'EDIT', why = 'expected a member, found the end.') =>
      `Cannot read the edit \`${edit}\`: ${why}`,
  ),
});

/** Why a document from outside is not opened. */
export const documentMessage = messagesOf('document', {
  'not-json': error(() => 'This is not a layout document: it is not a JSON object.'),
  'no-version': error(() => 'This is not a layout document: it has no version (`v`).'),
  newer: error((version = 2, known = 1) => ({
    text: `This layout document has version ${version}; this build of Hitmap reads up to ${known}.`,
    fix: 'Open it with a newer build of Hitmap.',
  })),
  'damaged-at': error(
    (path = 'struct.root', why = 'expected a number') =>
      `This layout document is damaged at \`${path}\`: ${why}.`,
  ),
  damaged: error(
    (why = 'its root is neither a struct nor a union.') =>
      `This layout document is damaged: ${why}`,
  ),
  'over-budget': error((why = 'it has 20,001 changes, more than 20,000') => ({
    text: `This layout is too large to be shown: ${why}.`,
    fix: 'Make a smaller one.',
  })),
});

import { error, messagesOf, note, warning } from '../base/messages';

const unknownWord = (
  word = 'WORD',
  line = 12,
  why = 'no header here defines it',
  does = 'packs',
  difference = 'the size is 56 bytes',
) =>
  `What \`${word}\` at source line ${line} does to the layout is unknown: ${why}. If it ${does}, ${difference}.`;

/** Why there is no patch, and what to know before it is sent. Lines are those of the header. */
export const patchMessage = messagesOf('patch', {
  chain: error((member = 'MEMBER', first = 10) => ({
    text: `\`${member}\` is in an #if … #else … #endif that begins at source line ${first}: such a chain moves only as a whole.`,
    fix: `Move all its members together.`,
  })),
  'made-by-macro': error(
    (member = 'MEMBER', macro = 'MACRO', line = 12, all = 'a,b') =>
      `\`${member}\` is one of the members that ${macro} at source line ${line} makes: they move only together (\`${all}\`).`,
  ),
  'shares-line': error((member = 'MEMBER', line = 12) => ({
    text: `\`${member}\` shares source line ${line} with another declaration.`,
    fix: `Put each declaration on its own source line first.`,
  })),
  'one-of-several': error((member = 'MEMBER', line = 12) => ({
    text: `\`${member}\` is one of several members that source line ${line} declares together.`,
    fix: `Split this declaration first.`,
  })),
  'shares-brace-line': error((member = 'MEMBER', line = 12) => ({
    text: `\`${member}\` shares source line ${line} with a brace of its struct.`,
    fix: `Put the member on its own source line first.`,
  })),
  'directive-inside': error(
    (member = 'MEMBER', line = 12) =>
      `A preprocessor directive is inside the declaration of \`${member}\` at source line ${line}: it cannot be moved by whole lines.`,
  ),
  'not-understood-line': error(
    (line = 12, member = 'MEMBER') =>
      `Source line ${line}, which declares \`${member}\`, is a macro's list of members or is not understood: its lines cannot be moved.`,
  ),
  'line-stays': error((line = 12) => `Source line ${line} cannot be moved.`),
  'not-understood': error((why = 'Source line 12 is not understood: `TEXT`.') => why),
  'enters-condition': error(
    (member = 'MEMBER', line = 12) =>
      `\`${member}\` (source line ${line}) would come under an #if that it is not under now.`,
  ),
  'declared-by-macro': error(
    (line = 12, header = 'include/linux/fs.h', struct = 'STRUCT', macro = 'MACRO') =>
      `Source line ${line} of ${header} declares \`${struct}\` by the macro \`${macro}\`, which is not read.`,
  ),
  'not-declared': error(
    (header = 'include/linux/fs.h', struct = 'STRUCT') =>
      `${header} does not declare \`${struct}\`: give the header that does.`,
  ),
  'define-below': error(
    (member = 'MEMBER', at = ' (source line 12)', name = '`SIZE`') =>
      `\`${member}\`${at} uses ${name}, which the struct defines further down than its new place: move the #define above the struct first.`,
  ),
  'name-below': error(
    (member = 'MEMBER', at = ' (source line 12)', name = 'NAME') =>
      `\`${member}\`${at} uses \`${name}\`, which the struct declares further down than its new place.`,
  ),
  'other-access': error(
    (member = 'MEMBER', line = 12, access = 'private', then = 'public') =>
      `\`${member}\` (source line ${line}) is ${access} and would become ${then}: move it among the members under its own label.`,
  ),
  'documented-access': error(
    (
      why = '`MEMBER` (source line 12) would come under a `/* private: */` comment: keep it above.',
    ) => why,
  ),
  'shared-alignment': error((member = 'MEMBER', line = 12) => ({
    text: `The alignment of \`${member}\` at source line ${line} is that of all members of its declaration.`,
    fix: `Split this declaration first.`,
  })),
  'aligned-by-macro': error(
    (member = 'MEMBER', macro = 'MACRO', line = 12) =>
      `\`${member}\` is made by ${macro} at source line ${line}: an alignment has to be written in that macro, not here.`,
  ),
  'alignment-not-here': error(
    (member = 'MEMBER', line = 12) =>
      `The alignment of \`${member}\` is not written on its declaration at source line ${line} (its type or a macro brings it): it cannot be removed here.`,
  ),
  'unnamed-body': error(
    (member = 'MEMBER', line = 12) =>
      `\`${member}\` shares the body of an unnamed struct with other members at source line ${line}: give that struct a name first.`,
  ),
  template: error(
    (struct = 'STRUCT', line = 12, header = 'include/linux/fs.h') =>
      `\`${struct}\` is a template, declared at source line ${line} of ${header}: each of its instances has its own layout, and a patch would change them all.`,
  ),
  'read-only': error(
    (why = 'Two of its members overlap, so no order of this struct can be recomputed.') => why,
  ),
  'members-stay': error(
    (edit = 'add NAME') =>
      `A patch of Hitmap moves members; it adds and removes none (\`${edit}\`).`,
  ),
  'nothing-to-do': error(() => 'The edits change nothing in the header, so there is no patch.'),
  'randomized-build': error((struct = 'STRUCT', line = 12) => ({
    text: `The loaded file was built with CONFIG_RANDSTRUCT: it has the members of \`${struct}\`, which is marked __randomize_layout, in an order of that build alone and not in that of the source (line ${line}).`,
    fix: `Load a build that is not randomized.`,
  })),
  'includes-members': error(
    (line = 12, struct = 'STRUCT') =>
      `Source line ${line} includes a file among the members of \`${struct}\`: which of them it declares is unknown, so there is no patch.`,
  ),
  'one-line-not-understood': error(
    (line = 12, header = 'include/linux/fs.h', text = 'TEXT') =>
      `Source line ${line} of ${header} is not understood, so there is no patch: \`${text}\`. All other members are where the loaded file says.`,
  ),
  'other-version': error((why = 'Source line 12 declares another member.') => ({
    text: `${why}`,
    fix: `Drop the header of the version that the loaded file was built from.`,
  })),
  'changes-format': error((why = 'The order of this struct is part of a file format.') => why),
  'self-check': error(
    (why = 'a line was lost') =>
      `No patch is given: read again, it does not do what the edits say (${why}). This is a fault of Hitmap: please report it with the header.`,
  ),
  'unknown-word': error(unknownWord),
  'undefined-word': error((...args: Parameters<typeof unknownWord>) => ({
    text: unknownWord(...args),
    fix: 'Give the source tree whose headers define it.',
  })),
  'words-not-understood': error(
    (why = 'The alignment is 64.') =>
      `${why} Which attributes of the source set it is not understood.`,
  ),
  'edit-refused': error((why = '`MEMBER` is declared on one source line with others.') => why),
  'order-comment': warning(
    (line = 12) =>
      `The comment above the struct, at source line ${line}, says that the members have to keep their order, and they no longer do.`,
  ),
  'initialised-in-order': warning(
    (member = 'MEMBER', read = 'OTHER', line = 12, now = 'after it') =>
      `\`${member}\` is initialised with \`${read}\` (source line ${line}), in the order of the declarations: now ${now}.`,
  ),
  'compared-in-order': warning(
    (name = 'operator<=>', line = 12) =>
      `\`${name}\` at source line ${line} is defaulted: it compares the members in the order of their declarations.`,
  ),
  'constructor-order': warning(
    (line = 12, others = '', first = 'MEMBER', second = 'OTHER') =>
      `The constructor at source line ${line}${others} lists \`${first}\` before \`${second}\`: it initialises them in the order of their declarations (-Wreorder).`,
  ),
  'aggregate-in-order': warning(
    (struct = 'STRUCT') =>
      `\`${struct}\` is an aggregate: initialisers in braces, designated initialisers and structured bindings follow the order of its members.`,
  ),
  'boundary-missing': warning(
    () =>
      'Comments of the header say where cache lines begin ("--- cacheline N boundary ---"), and one more cache line begins now.',
  ),
  'boundary-wrong': warning(
    (comments = 'The comment at source line 12 says') =>
      `${comments} where a cache line begins ("--- cacheline N boundary ---"), which is no longer true.`,
  ),
  'stated-place': warning(
    (line = 12, text = 'TEXT') =>
      `Source line ${line} says "${text}": with this order that is no longer so.`,
  ),
  'stated-number': warning(
    (name = 'NAME', number = 3, member = 'MEMBER', later = 4) =>
      `\`${name}\` is ${number}, the place of \`${member}\` among the members counted from 0, which is ${later} with this order.`,
  ),
  'other-file': warning(
    (struct = 'STRUCT', file = 'FILE') =>
      `The loaded file was built with the \`${struct}\` of ${file}, and this header is another file: only the names of the members could be compared.`,
  ),
  'other-lines': warning(
    (sides = '', struct = 'STRUCT', by = '2 lines') =>
      `The header is a different version than the loaded file was built from${sides}: in \`${struct}\`, ${by} differ.`,
  ),
  'names-alone': warning(
    (sides = '') =>
      `Only the names of the members could be compared: make sure that the header is of the version that the loaded file was built from${sides}.`,
  ),
  'changed-type': warning(
    (member = 'MEMBER', inSource = 'int', line = 12, inBinary = 'long') =>
      `\`${member}\` is ${inSource} in the header (source line ${line}) and ${inBinary} in the loaded file.`,
  ),
  renamed: warning(
    (member = 'MEMBER', inSource = 'NAME', line = 12) =>
      `\`${member}\` is \`${inSource}\` in the header (source line ${line}): a macro renames it, or the header is another version.`,
  ),
  randomized: warning(
    () =>
      'The struct is marked __randomize_layout: a kernel that is built with CONFIG_RANDSTRUCT has its members in a random order.',
  ),
  format: warning((why = 'The order of this struct is part of a file format.') => why),
  'crosses-marker': warning(
    (members = '`MEMBER`', marker = 'a marker') =>
      `${members} crosses ${marker}, which was put there on purpose.`,
  ),
  'comment-demand': warning(
    (whose = 'The comment', says = 'says that it must be first.') => `${whose} ${says}`,
  ),
  'leaves-comment': warning(
    (members = '`MEMBER`', line = 12) =>
      `${members} leaves the members under the comment at source line ${line}: check whether the comment spoke of it.`,
  ),
  'leaves-spoken-of': warning(
    (members = '`MEMBER`', line = 12) =>
      `${members} leaves the members that the comment at source line ${line} speaks of.`,
  ),
  'comes-under-comment': warning(
    (members = '`MEMBER`', line = 12) =>
      `${members} comes among the members that the comment at source line ${line} speaks of: check whether the comment holds for it.`,
  ),
  'comment-stays': warning(
    (members = '`MEMBER`') =>
      `The comment above ${members} stays where it is: it seems to speak of all members under it.`,
  ),
  'other-branches': warning(
    (members = '`MEMBER`', line = 12) =>
      `${members} moves with all branches of its #if at source line ${line}; the layout of the other branches was not seen.`,
  ),
  'unnamed-bit-field': warning(
    (line = 12) =>
      `Source line ${line} declares an unnamed bit-field, of which the loaded file says nothing: look at the layout of a rebuilt object.`,
  ),
  includes: warning(
    (file = 'linux/cache.h', word = '____cacheline_aligned_in_smp') =>
      `The patch adds #include <${file}>, which the header needs for \`${word}\`.`,
  ),
  'word-written': warning(
    (word = '__aligned(64)', why = 'nothing at hand shows that the header knows another') =>
      `The patch writes the attribute \`${word}\`: ${why}.`,
  ),
});

/** What code of a source tree depends on, said after the place where it is: `fs.c:12: …`. */
export const hazardMessage = messagesOf('hazard', {
  positional: warning(
    (whose = '`NAME`', which = 'the first 3 members values', rows = ' in 2 rows') =>
      `${whose} gives ${which} by position${rows}`,
  ),
  'positional-after-named': warning(
    (whose = '`NAME`', rows = '') => `${whose} has values by position after named ones${rows}`,
  ),
  'first-zero': warning(
    (whose = '`NAME`') =>
      `${whose} is initialised with \`{ 0 … }\`: the 0 goes to the first member, and may not compile for another one`,
  ),
  designated: warning(
    (whose = '`NAME`', members = '`MEMBER`, `OTHER`') =>
      `${whose} names ${members} in their order, which C++ asks for`,
  ),
  cast: warning(
    (type = 'struct OTHER', members = '`MEMBER`') =>
      `casts to or from \`${type}\`, which begins with ${members} too`,
  ),
  'cast-of-first': warning(
    (type = 'struct OTHER') => `casts to or from \`${type}\`, which must be first`,
  ),
  overlay: warning(
    (type = 'struct OTHER', members = '`MEMBER`') =>
      `is in one union with \`${type}\`, which also begins with ${members}`,
  ),
  step: warning((member = '`MEMBER`') => `steps from ${member} to what follows it`),
  walk: warning((range = '`MEMBER` to `OTHER`') => `walks from ${range}`),
  prefix: warning(
    (code = 'CODE', members = '`MEMBER`') =>
      `\`${code}\` takes an offset as a length or a bound: the members before ${members}`,
  ),
  compared: warning((code = 'CODE') => `\`${code}\` compares all bytes, those of holes too`),
  hashed: warning((code = 'CODE') => `\`${code}\` makes a number of all bytes, those of holes too`),
  'asm-distance': warning(
    (member = ' `MEMBER`') => `assembly reads${member} by a hard-coded offset`,
  ),
  'copied-range': warning((code = 'CODE') => `\`${code}\` takes several members as one range`),
  'whole-copy': warning(
    (code = 'CODE') =>
      `\`${code}\` takes the whole struct as bytes: its layout is an interface or a format`,
  ),
  memset: warning(
    (code = 'CODE', members = '`MEMBER`', isCertain = true) =>
      `\`${code}\` clears the bytes around ${members}${isCertain ? '' : ' (from the name of the member)'}`,
  ),
  offsetof: warning((what = 'the offset of `MEMBER`') => `computes with ${what}`),
  assertion: warning((what = 'where `MEMBER` lies') => `asserts ${what}`),
  group: warning((what = 'the group of `MEMBER`') => `asserts ${what}`),
  asm: warning((what = 'the offset of `MEMBER`') => `assembly uses ${what}`),
  'stated-order': warning(
    (what = '`MEMBER` and `OTHER` lie on one cache line') => `a comment asks that ${what}`,
  ),
  documentation: note(() => 'documents the lines of its members'),
});

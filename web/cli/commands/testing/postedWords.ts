import type { Place } from './postedKinds';

/** The text itself. */
const WHOLE: Place = (text) => `${text}struct s kept;\n`;

const MEMBERS = '\tchar a;\n\tint b;\n\tlong c;\n\tshort d;\n\tint e;\n';
const struct = (head: string, tail = '', members = MEMBERS) =>
  `struct ${head} {\n${members}}${tail};\n`;
const group = (ofType: string, ofMember: string) =>
  struct(
    's',
    '',
    `\tchar a;\n\tstruct {\n\t\tint b;\n\t\tlong c;\n\t}${ofType} grp${ofMember};\n\tshort d;\n\tint e;\n`,
  );
const aligned = (bytes: number) => ` __attribute__((aligned(${bytes})))`;
const alignedMember = (words: string) =>
  struct('s', '', `\tchar a;\n\tint b${words};\n\tshort d;\n\tint e;\n`);

/** Words that align, which a layout shows: the text before, and after. */
export const SHOWN_WORDS: readonly (readonly [string, string, string, Place])[] = [
  ['aligned before the tag', struct('s'), struct(`${aligned(64).trim()} s`), WHOLE],
  ['aligned by a macro before the tag', struct('s'), struct('____cacheline_aligned s'), WHOLE],
  [
    'aligned from before the tag to its end',
    struct(`${aligned(64).trim()} s`),
    struct('s', aligned(64)),
    WHOLE,
  ],
  ['a type of a member that is aligned', group('', ''), group(aligned(64), ''), WHOLE],
  ['a member of such a type that is aligned', group('', ''), group('', aligned(64)), WHOLE],
  ['a member that is aligned no more', group('', aligned(64)), group('', ''), WHOLE],
  ['the only aligned member is so no more', alignedMember(aligned(64)), alignedMember(''), WHOLE],
  [
    'the only aligned member is aligned less',
    alignedMember(aligned(64)),
    alignedMember(aligned(16)),
    WHOLE,
  ],
  [
    'the only aligned member goes',
    alignedMember(aligned(64)),
    struct('s', '', '\tchar a;\n\tshort d;\n\tint e;\n'),
    WHOLE,
  ],
  [
    'members in a new struct with a name, which is aligned',
    struct('s'),
    group('', aligned(64)),
    WHOLE,
  ],
];

/** What a layout does not show, and what is said of it. */
export const NAMED_WORDS: readonly (readonly [string, string, string, RegExp])[] = [
  ['packed before the tag', struct('s'), struct('__attribute__((packed)) s'), /packs the struct/],
  [
    'packed no more before the tag',
    struct('__attribute__((packed)) s'),
    struct('s'),
    /no longer packs the struct/,
  ],
  [
    'packed in the other spelling',
    struct('s'),
    struct('s', ' __attribute__((__packed__))'),
    /packs the struct/,
  ],
  [
    'a type that is aligned no more',
    group(aligned(64), ''),
    group('', ''),
    /alignment of the type of `grp`/,
  ],
  [
    'two alignments, of which gcc takes the last and clang the largest',
    struct('s'),
    struct('s', `${aligned(64)}${aligned(32)}`),
    /alignment that it asks for is not known/,
  ],
  [
    'a condition that a member comes under, and that stays',
    struct('s', '', '\tchar a;\n#ifdef NEVER\n\tint b;\n#endif\n\tlong c;\n'),
    struct('s', '', '\tchar a;\n#ifdef NEVER\n\tint b;\n\tlong c;\n#endif\n'),
    /now under `defined\(NEVER\)`/,
  ],
  ['a struct that goes', `${struct('s')}int more;\n`, 'int more;\n', /takes the struct away/],
];

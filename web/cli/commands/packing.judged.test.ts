import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../base/testing/needs';
import { applyEdits } from '../../edit/apply';
import { computeLayout } from '../../layout/compute';
import type { Layout } from '../../layout/layout';
import { leavesOf } from '../../layout/walk';
import { makeLink, readLink } from '../../share/link';
import { documentOf } from '../open/structOf';
import { PATCH_COMMAND } from './patch';
import { run } from '../testing/run';

/**
 * A laboratory: one header for each way to pack and to align. gcc builds it, Hitmap edits the struct `s` of the object
 * with the header beside it, `git apply` takes the patch, and gcc and clang hold the patched header against the layout
 * that was shown. None of these leaves enough in DWARF.
 */
const FOLLOWED: readonly (readonly [name: string, header: string, edit: string, bytes: number])[] =
  [
    [
      'packed',
      'struct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} __attribute__((packed));',
      'move c first',
      12,
    ],
    [
      'packed before the tag',
      'struct __attribute__((__packed__)) s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};',
      'move c first',
      12,
    ],
    [
      'packed by a macro of the header',
      '#ifdef __GNUC__\n#define PACKED __attribute__((packed))\n#else\n#define PACKED\n#endif\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} PACKED;',
      'move c first',
      12,
    ],
    [
      'packed by a macro around',
      '#define PACK(...) __VA_ARGS__ __attribute__((packed))\nPACK(struct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n});',
      'move c first',
      12,
    ],
    [
      'packed by the kernel’s word',
      '#define __packed __attribute__((__packed__))\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} __packed;',
      'move c first',
      12,
    ],
    [
      'packed and aligned',
      'struct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} __attribute__((packed, aligned(2)));',
      'move c first',
      12,
    ],
    [
      'a packed member',
      'struct s {\n\tchar a[4];\n\tint b __attribute__((packed));\n\tint c;\n\tchar d;\n};',
      'move d first',
      16,
    ],
    [
      'a packed member between',
      'struct s {\n\tint a;\n\tint b __attribute__((packed));\n\tchar c;\n\tchar d;\n\tshort e;\n};',
      'move c before b',
      12,
    ],
    [
      'a packed unnamed struct',
      'struct s {\n\tint a;\n\tstruct {\n\t\tint b;\n\t\tint c;\n\t} __attribute__((packed));\n\tchar d;\n\tchar e[3];\n};',
      'move d before b',
      16,
    ],
    [
      'an aligned member',
      'struct s {\n\tint a;\n\tint b __attribute__((aligned(64)));\n\tchar c;\n};',
      'unalign b',
      12,
    ],
    [
      'an aligned member, moved',
      'struct s {\n\tint a;\n\tint b __attribute__((aligned(64)));\n\tchar c;\n};',
      'move b first',
      64,
    ],
    [
      'an aligned member of an aligned struct',
      'struct s {\n\tint a;\n\tint b __attribute__((aligned(64)));\n\tchar c;\n} __attribute__((aligned(32)));',
      'unalign b',
      32,
    ],
    [
      'an aligned struct',
      'struct s {\n\tint a;\n\tchar b;\n\tint c;\n} __attribute__((aligned(32)));',
      'move b last',
      32,
    ],
    [
      '_Alignas',
      'struct s {\n\tchar a;\n\t_Alignas(long) char b;\n\tint c;\n};',
      'move a last',
      16,
    ],
    [
      '_Alignas, taken away',
      'struct s {\n\tchar a;\n\t_Alignas(32) char b;\n\tint c;\n};',
      'unalign b',
      8,
    ],
    [
      'an alignment that another line gives',
      '#define LINE 64\n#define ON_LINE __attribute__((aligned(LINE)))\nstruct s {\n\tint a;\n\tint b ON_LINE;\n\tchar c;\n};',
      'move c first',
      128,
    ],
    [
      '#pragma pack(1)',
      '#pragma pack(push, 1)\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};\n#pragma pack(pop)',
      'move c first',
      12,
    ],
    [
      '#pragma pack(2)',
      '#pragma pack(2)\nstruct s {\n\tlong a;\n\tint b;\n\tshort c;\n\tchar d[2];\n};\n#pragma pack()',
      'move d before a',
      16,
    ],
    [
      '#pragma pack(4), a struct inside',
      '#pragma pack(push, old, 4)\nstruct in { int i; long l; };\nstruct s {\n\tint a;\n\tstruct in b;\n\tlong c;\n\tchar d[4];\n};\n#pragma pack(pop, old)',
      'move d first',
      28,
    ],
    [
      '#pragma pack(2) over an alignment',
      '#pragma pack(2)\nstruct s {\n\tshort a;\n\tint b __attribute__((aligned(8)));\n\tchar c;\n\tchar d;\n};\n#pragma pack()',
      'move c first',
      10,
    ],
    [
      '#pragma pack(4) over types that ask for more',
      '#pragma pack(4)\nstruct in { int i; long l; } __attribute__((aligned(16)));\ntypedef long wide __attribute__((aligned(32)));\nstruct s {\n\tchar a;\n\tint b __attribute__((aligned(8)));\n\tchar c;\n\tstruct in d;\n\tchar e;\n\twide w;\n\tchar f;\n\tlong g;\n};\n#pragma pack()',
      'move a last',
      52,
    ],
    [
      '#pragma pack(4) that caps less than is asked for',
      '#pragma pack(4)\nstruct s {\n\tint a;\n\tchar b;\n\tchar c;\n\tlong d;\n};\n#pragma pack()',
      'align c 4',
      20,
    ],
    [
      '#pragma pack that is over',
      '#pragma pack(push, 1)\nstruct other { char a; };\n#pragma pack(pop)\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};',
      'move c first',
      16,
    ],
    [
      '#pragma pack(1) with bit-fields',
      '#pragma pack(1)\nstruct s {\n\tint a;\n\tchar c;\n\tint x : 20;\n\tint y : 12;\n\tchar d;\n};\n#pragma pack()',
      'move d first',
      10,
    ],
    [
      'a packed type inside',
      'struct in { int i; int j; } __attribute__((packed));\nstruct s {\n\tint a;\n\tstruct in b;\n\tchar c;\n\tint d;\n};',
      'move c before b',
      20,
    ],
    [
      'an array of a packed type',
      'struct in { int i; int j; } __attribute__((packed));\nstruct s {\n\tint a;\n\tstruct in b[2];\n\tchar c;\n\tint d;\n};',
      'move c before b',
      28,
    ],
    [
      'a typedef of a packed struct',
      'typedef struct {\n\tint i;\n\tint j;\n} __attribute__((packed)) in;\nstruct s {\n\tint a;\n\tin b;\n\tchar c;\n\tint d;\n};',
      'move c before b',
      20,
    ],
    [
      'packed behind a typedef’s name, which gcc ignores',
      'typedef struct {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} s __attribute__((packed));',
      'move c first',
      16,
    ],
    [
      'packed before the keyword, which gcc ignores',
      '__attribute__((packed)) struct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};',
      'move c first',
      16,
    ],
  ];

const CPP: typeof FOLLOWED = [
  [
    '[[gnu::packed]]',
    'struct [[gnu::packed]] s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};',
    'move c first',
    12,
  ],
  ['alignas', 'struct s {\n\tint a;\n\talignas(64) int b;\n\tchar c;\n};', 'unalign b', 12],
  [
    '[[gnu::aligned]]',
    'struct s {\n\tint a;\n\t[[gnu::aligned(32)]] int b;\n\tchar c;\n};',
    'unalign b',
    12,
  ],
  [
    '[[gnu::packed]] on a member',
    'struct s {\n\tint a;\n\tint b [[gnu::packed]];\n\tchar c;\n\tchar d;\n\tshort e;\n};',
    'move c before b',
    12,
  ],
];

let folder = '';
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitmap-packing-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Built {
  readonly object: string;
  readonly header: string;
  readonly place: string;
}

function build(header: string, compiler: 'gcc' | 'g++'): Built {
  const place = join(folder, String(count++));
  mkdirSync(place);
  const path = join(place, 's.h');
  writeFileSync(path, `${header}\n`);
  const source = join(place, compiler === 'gcc' ? 's.c' : 's.cc');
  writeFileSync(source, `#include "s.h"\n${variable(header)}\n`);
  const object = join(place, 's.o');
  execFileSync(compiler, ['-w', '-g', '-c', '-o', object, source]);
  return { object, header: path, place };
}

function variable(header: string): string {
  return /\btypedef struct \{[^}]*\} s\b/.test(header) ? 's kept;' : 'struct s kept;';
}

async function patched({ object, header, place }: Built, edit: string): Promise<string> {
  const outcome = await PATCH_COMMAND.run([
    object,
    's',
    '--header',
    header,
    '--format',
    '--edit',
    edit,
  ]);
  expect(outcome.notes.join('\n')).not.toContain('not known');
  writeFileSync(join(place, 's.patch'), outcome.text.replaceAll(header.slice(1), 's.h'));
  execFileSync('git', ['apply', '--unsafe-paths', `--directory=${place}`, join(place, 's.patch')], {
    cwd: '/',
  });
  return readFileSync(header, 'utf8');
}

/** What a compiler has to find true of the header. */
function assertions({ object, header }: Built, edit: string, text: string, bytes: number) {
  const document = documentOf(object, 's', [edit], { header });
  const layout = computeLayout(applyEdits(document).struct);
  expect(layout.sizeBits / 8).toBe(bytes);
  // A link shows the same, and says where it is from.
  const back = readLink(makeLink(document));
  if (!back.ok) throw new Error(back.error);
  expect(placesOf(computeLayout(applyEdits(back.value).struct))).toEqual(placesOf(layout));
  expect(back.value.struct.wordsFrom).toBe(document.struct.wordsFrom);
  const type = variable(text).replace(' kept;', '');
  const lines = [
    `_Static_assert(sizeof(${type}) == ${layout.sizeBits / 8}, "size");`,
    `_Static_assert(_Alignof(${type}) == ${layout.alignBits / 8}, "alignment");`,
  ];
  for (const { member, offsetBits } of leavesOf(layout)) {
    if (member.name === null || member.bitField !== null) continue;
    lines.push(
      `_Static_assert(__builtin_offsetof(${type}, ${member.name}) == ${offsetBits / 8}, "${member.name}");`,
    );
  }
  return lines;
}

function placesOf(layout: Layout): readonly string[] {
  const leaves = Array.from(leavesOf(layout), ({ path, offsetBits }) => `${path} ${offsetBits}`);
  return [String(layout.sizeBits), ...leaves];
}

async function judge(built: Built, edit: string, bytes: number, compilers: readonly string[]) {
  const before = readFileSync(built.header, 'utf8');
  const lines = assertions(built, edit, before, bytes);
  await patched(built, edit);
  const isCpp = compilers[0] === 'g++';
  const file = join(built.place, isCpp ? 'check.cc' : 'check.c');
  const plain = isCpp
    ? ['#define _Static_assert static_assert', '#define _Alignof alignof', ...lines]
    : lines;
  writeFileSync(file, ['#include "s.h"', ...plain, ''].join('\n'));
  for (const compiler of compilers) {
    execFileSync(compiler, ['-w', '-fsyntax-only', file], { encoding: 'utf8' });
  }
}

describe('the words of the source decide the layout', () => {
  for (const [name, header, edit, bytes] of FOLLOWED) {
    test(name, needs('gcc', 'clang', 'git'), async () => {
      await judge(build(header, 'gcc'), edit, bytes, ['gcc', 'clang']);
    });
  }
  for (const [name, header, edit, bytes] of CPP) {
    test(`${name}, in C++`, needs('g++', 'clang', 'git'), async () => {
      await judge(build(header, 'g++'), edit, bytes, ['g++', 'clang++']);
    });
  }
});

describe('what is not understood is refused by its line', () => {
  const refusal = async (built: string, dropped: string, edit: string): Promise<string> => {
    const made = build(built, 'gcc');
    writeFileSync(made.header, `${dropped}\n`);
    try {
      await PATCH_COMMAND.run([made.object, 's', '--header', made.header, '--edit', edit]);
      return 'a patch';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };

  test('a header that packs what was built unpacked', needs('gcc'), async () => {
    const body = 'struct s {\n\tint a;\n\tchar b;\n\tint c;\n}';
    const told = await refusal(`${body};`, `${body} __attribute__((packed));`, 'move b last');
    expect(told).toContain('from line 1 on do not make the layout of the loaded file');
  });

  test('a header that aligns a member to more than was built', needs('gcc'), async () => {
    const body = (bytes: number) =>
      `struct s {\n\tint a;\n\tint b __attribute__((aligned(${bytes})));\n\tchar c;\n};`;
    const told = await refusal(body(32), body(128), 'move c first');
    expect(told).toMatch(/Line 3 of .* aligns `b` to 128; in the loaded file it is aligned to 32/);
  });
});

test('what a `#pragma pack` caps is refused where it is asked for', needs('gcc'), () => {
  const made = build(
    '#pragma pack(4)\nstruct s {\n\tchar a;\n\tlong b;\n};\n#pragma pack()',
    'gcc',
  );
  const capped = 'a `#pragma pack` caps every alignment in the struct at 4';
  for (const edit of ['align a 64', 'isolate b']) {
    for (const args of [
      [made.object, 's', '--header', made.header],
      [made.header, 's'],
    ]) {
      expect(() => run(['show', ...args, '--edit', edit])).toThrow(capped);
    }
  }
  // A new member of a type that asks for more lies as the compiler puts it.
  const edits = ['add c "long" 8 align 8 after a'];
  const document = documentOf(made.object, 's', edits, { header: made.header });
  expect(computeLayout(applyEdits(document).struct).sizeBits / 8).toBe(20);
});

test('a word that nothing defines is named, and the tree settles it', needs('gcc'), async () => {
  const made = build(
    '#include "words.h"\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} TIGHT(1);'.replace(
      '#include "words.h"\n',
      '#define TIGHT(x) __attribute__((packed))\n',
    ),
    'gcc',
  );
  const header =
    '#include "words.h"\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} TIGHT(1);\n';
  writeFileSync(made.header, header);
  const alone = await PATCH_COMMAND.run([
    made.object,
    's',
    '--header',
    made.header,
    '--format',
    '--edit',
    'move c first',
  ]);
  expect(alone.notes.join('\n')).toContain(
    'What `TIGHT` at line 7 makes of the layout is not known',
  );
  writeFileSync(join(made.place, 'words.h'), '#include "deeper.h"\n#define TIGHT(x) CLOSE\n');
  writeFileSync(join(made.place, 'deeper.h'), '#define CLOSE __attribute__((packed))\n');
  const inTree = await PATCH_COMMAND.run([
    made.object,
    's',
    '--tree',
    made.place,
    '--header',
    made.header,
    '--format',
    '--edit',
    'move c first',
  ]);
  expect(inTree.notes.join('\n')).not.toContain('not known');
  const document = documentOf(made.object, 's', ['move c first'], {
    tree: made.place,
    header: made.header,
  });
  expect(computeLayout(applyEdits(document).struct).sizeBits / 8).toBe(12);
});

test('without source it is said what cannot be told', needs('gcc'), () => {
  const { object } = build(FOLLOWED[0]?.[1] ?? '', 'gcc');
  const shown = (...edits: string[]) =>
    run(['show', object, 's', ...edits.flatMap((edit) => ['--edit', edit])]).notes.join('\n');
  expect(shown()).toBe('');
  expect(shown('move c first')).toContain('Packed or not cannot be told');
  // As it lies now, packed or not makes no difference.
  expect(shown('move a after b')).toBe('');
});

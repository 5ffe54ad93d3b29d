import { sentence } from '../../core/base/messages';
import { linesBeside, noteLine } from '../words';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, testFolder, written } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { applyEdits } from '../../core/edit/apply';
import { computeLayout } from '../../core/layout/compute';
import type { Layout } from '../../core/layout/layout';
import { leavesOf } from '../../core/layout/walk';
import { makeLink, readLink } from '../../core/document/link';
import { documentOf } from '../open/structOf';
import { PATCH_COMMAND } from './patch';
import { CPP, FOLLOWED } from '../testing/packingCases';
import { run } from '../testing/run';

const folder = testFolder();
let count = 0;

interface Built {
  readonly object: string;
  readonly header: string;
  readonly place: string;
}

function build(header: string, compiler: 'gcc' | 'g++'): Built {
  const place = join(folder, String(count++));
  const path = written(join(place, 's.h'), `${header}\n`);
  const source = join(place, compiler === 'gcc' ? 's.c' : 's.cc');
  const object = compiled(source, `#include "s.h"\n${variable(header)}\n`, '-w');
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
  expect(linesBeside(outcome).join('\n')).not.toContain('unknown');
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
  if (!back.ok) throw new Error(sentence(back.error));
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

/**
 * gcc builds each header, Hitmap edits the struct `s` of the object with the header beside it, `git apply` takes the
 * patch, and gcc and clang hold the patched header against the layout that was shown.
 */
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
    const reported = await refusal(`${body};`, `${body} __attribute__((packed));`, 'move b last');
    expect(reported).toContain('from source line 1 on do not make the layout of the loaded file');
  });

  test('packing behind a star, which compilers take differently', needs('gcc'), async () => {
    const header =
      '#define DENSE(n) __attribute__((packed))\nstruct s {\n\tlong a;\n\tint *DENSE(1) b;\n\tchar c;\n\tchar d[7];\n};';
    const reported = await refusal(header, header, 'move c before b');
    expect(reported).toContain('`DENSE` at source line 4');
    expect(reported).toContain('gcc ignores');
  });

  test('a header that aligns a member to more than was built', needs('gcc'), async () => {
    const body = (bytes: number) =>
      `struct s {\n\tint a;\n\tint b __attribute__((aligned(${bytes})));\n\tchar c;\n};`;
    const reported = await refusal(body(32), body(128), 'move c first');
    expect(reported).toMatch(
      /Source line 3 of .* aligns `b` to 128; in the loaded file it is aligned to 32/,
    );
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

test(
  'a word that nothing defines holds a patch back, and the tree settles it',
  needs('gcc'),
  async () => {
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
    const alone = [made.object, 's', '--header', made.header, '--format', '--edit', 'move c first'];
    expect(() => PATCH_COMMAND.run(alone)).toThrow(
      'What `TIGHT` at source line 7 does to the layout is unknown: nothing that s.h includes here defines it. If it packs, `a` is at byte 1 after this change, not at byte 4.',
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
    expect(linesBeside(inTree).join('\n')).not.toContain('unknown');
    const document = documentOf(made.object, 's', ['move c first'], {
      tree: made.place,
      header: made.header,
    });
    expect(computeLayout(applyEdits(document).struct).sizeBits / 8).toBe(12);
  },
);

describe('a packed type of another header, whose own members lie naturally', () => {
  const TYPE = 'struct held {\n\tint a;\n\tint b;\n\tlong c;\n} __attribute__((packed));\n';
  for (const [name, body, edit, bytes] of [
    ['one', '\tint flags;\n\tstruct held held;\n\tlong end;', 'move end first', 32],
    ['an array', '\tint flags;\n\tstruct held held[2];\n\tlong end;', 'move end first', 48],
    ['one that moves', '\tint flags;\n\tstruct held held;\n\tchar end;', 'move end first', 24],
  ] as const) {
    test(name, needs('gcc', 'clang', 'git'), async () => {
      const built = build(`${TYPE}struct s {\n${body}\n};`, 'gcc');
      writeFileSync(join(built.place, 'held.h'), `#pragma once\n${TYPE}`);
      writeFileSync(built.header, `#include "held.h"\nstruct s {\n${body}\n};\n`);
      await judge(built, edit, bytes, ['gcc', 'clang']);
    });
  }
});

test('without source it is said what is unknown', needs('gcc'), () => {
  const { object } = build(FOLLOWED[0]?.[1] ?? '', 'gcc');
  const shown = (...edits: string[]) =>
    run(['show', object, 's', ...edits.flatMap((edit) => ['--edit', edit])])
      .notes.map(noteLine)
      .join('\n');
  expect(shown()).toBe('');
  expect(shown('move c first')).toContain('Whether `s` is packed is unknown');
  // As it lies now, packed or not makes no difference.
  expect(shown('move a after b')).toBe('');
});

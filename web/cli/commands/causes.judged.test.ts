import { describe, expect, test } from 'vitest';
import { needs } from '../../core/base/testing/needs';
import { probe, type Probe } from './testing/laboratory';

const COMPILERS = ['gcc', 'clang'] as const;

/** C that was refused, or misread, for a cause that it does not have: a patch comes out, and nothing false is said. */
function patched(
  name: string,
  input: Omit<Probe, 'compiler' | 'struct'> & { readonly struct?: string },
  has: readonly string[],
  says: readonly string[] = [],
) {
  test.each(COMPILERS)(`${name} (%s)`, needs('gcc', 'clang'), async (compiler) => {
    const { after, notes, refused } = await probe({ compiler, struct: 's', ...input });
    expect(refused).toBe(null);
    for (const text of has) expect(after).toContain(text);
    for (const text of says) expect(notes).toContain(text);
    for (const text of ['in the loaded file', 'version', 'renames'])
      expect(notes).not.toContain(text);
  });
}

function refused(
  name: string,
  input: Omit<Probe, 'compiler' | 'struct'> & { readonly struct?: string },
  says: readonly string[],
  silent: readonly string[] = ['version'],
) {
  test.each(COMPILERS)(`${name} (%s)`, needs('gcc', 'clang'), async (compiler) => {
    const { after, refused: why } = await probe({ compiler, struct: 's', ...input });
    expect(after).toBe(null);
    for (const text of says) expect(why).toContain(text);
    for (const text of silent) expect(why).not.toContain(text);
  });
}

describe('words that are names in C', () => {
  const NAMES = [
    'operator',
    'class',
    'new',
    'this',
    'private',
    'public',
    'protected',
    'template',
    'typename',
    'namespace',
    'virtual',
    'friend',
    'using',
    'mutable',
    'explicit',
    'delete',
    'try',
    'catch',
    'signals',
    'slots',
    '__unused',
    '__used',
    '__reserved',
    '__deprecated',
    '__safe',
    'final',
    'override',
    'constexpr',
    'alignof',
    'concept',
    'export',
  ];
  test.each(COMPILERS)('each of them moves (%s)', needs('gcc', 'clang'), async (compiler) => {
    const members = NAMES.map(
      (name, index) =>
        `\t${['char', 'long *', 'int'][index % 3]} ${name}${index % 4 === 3 ? '[3]' : ''};`,
    );
    const header = `struct s {\n\tchar a;\n${members.join('\n')}\n\tlong z;\n};\n`;
    const edits = NAMES.filter((_, index) => index % 3 === 0).map((name) => `move ${name} after a`);
    const { refused: why, notes } = await probe({ compiler, struct: 's', header, edits });
    expect(why).toBe(null);
    expect(notes).not.toContain('in the loaded file');
  });
  patched(
    'as bit-fields, and behind a typedef',
    {
      header:
        'typedef unsigned int u_t;\n#define __unused_mark\nstruct s {\n\tchar a;\n\tu_t class : 3;\n\tu_t private : 5;\n\tu_t __unused : 8;\n\tlong b;\n\tu_t operator;\n\tchar c;\n};\n',
      edits: ['move c after a'],
    },
    ['\tchar a;\n\tchar c;\n'],
  );
});

describe('macros around members', () => {
  patched(
    'an attribute macro with arguments before the type',
    {
      header:
        '#define ALIGN_TO(n) __attribute__((aligned(n)))\n#define DEPRECATED(why)\ntypedef long word;\nstruct s {\n\tchar a;\n\tALIGN_TO(16) int b;\n\tDEPRECATED("x") word *c;\n\tALIGN_TO(8) struct { int i; } d;\n\tchar e;\n};\n',
      edits: ['move e after a', 'move c first'],
    },
    ['\tDEPRECATED("x") word *c;\n\tchar a;\n\tchar e;\n'],
  );
  patched(
    'unknown attribute macros after the name',
    {
      header:
        '#define NONNULL\n#define CHECKED_BY(x)\n#define MY_PACKED __attribute__((packed))\nstruct s {\n\tchar a;\n\tlong *b NONNULL;\n\tint c CHECKED_BY(a);\n\tint d[4] CHECKED_BY(c) NONNULL;\n\tstruct {\n\t\tchar p;\n\t\tint q;\n\t} MY_PACKED e;\n\tchar f;\n};\n',
      edits: ['move f after a', 'move c first'],
    },
    ['\tint c CHECKED_BY(a);\n\tchar a;\n\tchar f;\n'],
  );
  patched(
    'a macro that makes several members moves as one piece',
    {
      header:
        '#define HANDLE_FIELDS \\\n\tvoid *data; \\\n\tint type; \\\n\tchar flag;\nstruct s {\n\tchar a;\n\tHANDLE_FIELDS\n\tlong b;\n\tchar c;\n};\n',
      edits: ['move data, type, flag last', 'move c after a'],
    },
    ['\tchar a;\n\tchar c;\n\tlong b;\n\tHANDLE_FIELDS\n'],
  );
  refused(
    'one of the members of a macro',
    {
      header:
        '#define HANDLE_FIELDS void *data; int type;\nstruct s {\n\tchar a;\n\tHANDLE_FIELDS\n\tchar c;\n};\n',
      edits: ['move type last'],
    },
    ['`type`', 'HANDLE_FIELDS'],
  );
  patched(
    'a type that a #define makes is no changed type',
    {
      header:
        '#define page_t unsigned long\n#define kind_t enum kind\nenum kind { one };\nstruct s {\n\tchar a;\n\tpage_t b;\n\tkind_t c;\n\tchar d;\n};\n',
      edits: ['move d after a'],
    },
    ['\tchar a;\n\tchar d;\n'],
  );
});

describe('the header that was built, and another', () => {
  refused(
    'a line that is not understood is named; the version is right',
    {
      header:
        '#define both(a, b) a; int b\nstruct s {\n\tchar a;\n\tlong b;\n\tint both(c, e);\n\tchar d;\n};\n',
      edits: ['move d after a'],
    },
    ['Source line 5 of include/probe.h is not understood', 'int both(c, e);'],
  );
  patched(
    'a macro of nothing before a name is no name',
    {
      header: '#define quiet\nstruct s {\n\tchar a;\n\tlong b;\n\tint quiet c;\n\tchar d;\n};\n',
      edits: ['move d after a'],
    },
    ['\tchar a;\n\tchar d;\n\tlong b;\n\tint quiet c;\n'],
  );
  refused(
    'another version is said of one that is',
    {
      header: 'struct s {\n\tchar a;\n\tlong b;\n\tchar c;\n};\n',
      given: 'struct s {\n\tchar a;\n\tint added;\n\tlong b;\n\tchar c;\n};\n',
      edits: ['move c after a'],
    },
    ['Source line 3 of the header declares `added` where the loaded file has `b`', 'version'],
    [],
  );
  test.each(COMPILERS)(
    'a type that is another one is still said (%s)',
    needs('gcc', 'clang'),
    async (compiler) => {
      const header =
        'typedef unsigned int uint32;\nstruct s {\n\tchar a;\n\tint b;\n\tuint32 c;\n\tchar d;\n};\n';
      const given = header.replace('int b', 'char *b').replace('uint32 c', 'char c');
      const { notes } = await probe({
        compiler,
        struct: 's',
        header,
        given,
        edits: ['move d after a'],
      });
      expect(notes).toContain('`b` is char * in the header');
      expect(notes).toContain('`c` is char in the header');
    },
  );
});

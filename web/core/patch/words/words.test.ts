import { sentence } from '../../base/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { skipWithout } from '../../base/testing/needs';
import { diffOf, patchOf } from '../testing/patchOf';
import { appliedByGit } from '../testing/checkBody';
import { csource } from '../../layout/testing/readHeader';
import { definitionsFor, readAtOnce, withInclude } from './spelling';

beforeEach(skipWithout('git'));

const NOTHING = { included: new Map<string, string>(), elsewhere: new Map() };

function added(text: string, edit: string, more: Parameters<typeof patchOf>[0]['options'] = {}) {
  return appliedByGit({ text, struct: 's', edits: [edit], options: more });
}

describe('a word is written only where the header knows it', () => {
  const text =
    '#ifndef S_H\n#define S_H\n#include <linux/list.h>\n\nstruct s {\n\tint a;\n\tint b;\n};\n#endif\n';

  test('a tree that lacks linux/cache.h behind the header gets it included', () => {
    expect(added(text, 'align b cacheline', { defined: NOTHING })).toBe(
      text
        .replace('#include <linux/list.h>', '#include <linux/cache.h>\n#include <linux/list.h>')
        .replace('int b', 'int b ____cacheline_aligned_in_smp'),
    );
    const { result } = patchOf({
      text,
      struct: 's',
      edits: ['align b cacheline'],
      options: { defined: NOTHING },
    });
    expect(result.ok && result.value.warnings.map(sentence)).toContain(
      'The patch adds #include <linux/cache.h>, which the header needs for `____cacheline_aligned_in_smp`.',
    );
  });

  test('a header alone gets what Kbuild gives all', () => {
    expect(added(text, 'align b cacheline', { defined: null })).toContain('int b __aligned(64);');
  });

  test('an alignment that checkpatch takes for no declaration has room above it, once', () => {
    const after = added(text, 'align b 16', { defined: null });
    expect(after).toContain('\tint a;\n\n\tint b __aligned(16);\n');
    const roomy = text.replace('int b', '\n\tint b').replace('\t\n', '\n');
    expect(added(roomy, 'align b 16', { defined: null })).toContain(
      '\tint a;\n\n\tint b __aligned(16);\n',
    );
    const pointer = text.replace('int b', 'const char *b');
    expect(added(pointer, 'align b 16', { defined: null })).toContain(
      '\tint a;\n\n\tconst char *b __aligned(16);\n',
    );
    const call = text.replace('int b', 'int (*b)(void)');
    expect(added(call, 'align b 16', { defined: null })).toContain(
      '\tint a;\n\tint __aligned(16) (*b)(void);\n',
    );
    // kernel-doc would lose the name behind the attribute.
    const doc = '/**\n * struct s - of it\n * @a: one\n * @b: another\n */\n';
    const described = call.replace('struct s {', `${doc}struct s {`);
    expect(added(described, 'align b 16', { defined: null })).toContain(
      '\tint a;\n\tint (*b)(void) __aligned(16);\n',
    );
    const shared = text.replace('int b', 'int b, c');
    expect(added(shared, 'align b 16', { defined: null })).toContain(
      '\tint a;\n\n\tint b __aligned(16), c;\n',
    );
    // Its first name, a bracket or the type's keyword tell checkpatch that it is one.
    for (const known of ['int c, b', 'int b[2]', 'struct t *b']) {
      const after = added(text.replace('int b', known), 'align b 16', { defined: null });
      expect(after).toContain(`\tint a;\n\t${known} __aligned(16);\n`);
    }
    // Its last line is that of an enum, and padding keeps to the columns of its neighbours.
    const choice = text.replace('int a;', 'enum {\n\t\tA,\n\t} a;');
    expect(added(choice, 'align a 16', { defined: null })).toContain(
      '{\n\tenum {\n\t\tA,\n\t} a __',
    );
    const columns = text.replace('int a;', 'u8\t\ta[4];');
    expect(added(columns, 'pad 8 before b', { defined: null })).toContain('\n\tu8\t\tpad_b[8];\n');
    const first = added(text, 'align a 16', { defined: null });
    expect(first).toContain('{\n\tint a __aligned(16);\n\tint b;');
  });

  test('what the header uses already it knows', () => {
    const uses = text.replace('int a;', 'u8 a ____cacheline_aligned_in_smp;');
    expect(added(uses, 'align b cacheline', { defined: null })).toContain(
      'int b ____cacheline_aligned_in_smp;',
    );
    expect(added(uses, 'pad 8 before b', { defined: null })).toContain('u8 pad_b[8];');
  });

  test('user space gets plain C', () => {
    const uapi = {
      text,
      struct: 's',
      edits: ['align b 64', 'pad 3 before b'],
      path: 'include/uapi/linux/s.h',
    };
    const diff = diffOf({ ...uapi, options: { defined: NOTHING, mayChangeFormat: true } });
    expect(diff).toContain('int b __attribute__((aligned(64)));');
    expect(diff).toContain('unsigned char pad_b[3];');
    const { result } = patchOf({
      ...uapi,
      edits: ['align b cacheline'],
      options: { defined: NOTHING, mayChangeFormat: true },
    });
    expect(result.ok && result.value.warnings.map(sentence).join(' ')).toContain(
      'is of linux/cache.h, which include/uapi/linux/s.h does not include',
    );
  });

  test('padding is of the type that is known', () => {
    expect(added(text, 'pad 8 before b', { defined: NOTHING })).toContain(
      'unsigned char pad_b[8];',
    );
  });
});

test('an attribute does not push its line over the limit', () => {
  const name = 'a_name_that_is_so_long_that_there_is_not_much_room_behind_it';
  const text = `struct s {\n\tint a;\n\tunsigned long ${name}; /* why */\n};\n`;
  const after = added(text, `align ${name} cacheline`);
  expect(after).toContain(`${name}\n\t\t\t____cacheline_aligned_in_smp; /* why */`);
});

test('an attribute of a bit-field that is not the first of its declaration has room around the colon', () => {
  const text = 'struct s {\n\tint x;\n\n\tu16 a:1,\n\t    b:1,\n\t    c:2;\n};\n';
  expect(added(text, 'align b 64')).toContain(
    '\tu16 a:1,\n\t    b : 1 ____cacheline_aligned_in_smp,\n',
  );
  expect(added(text, 'align a 64')).toContain(
    '\tu16 a:1 ____cacheline_aligned_in_smp,\n\t    b:1,\n',
  );
});

test('padding in the kernel begins with tabs, where its neighbours begin with blanks', () => {
  const text = 'struct s {\n    int a;\n    int b;\n};\n';
  expect(added(text, 'pad 8 before b')).toContain('\n\tu8 pad_b[8];\n');
  expect(added(text, 'pad 8 before b', { dialect: 'c' })).toContain(
    '\n    unsigned char pad_b[8];\n',
  );
});

test('padding in a struct with kernel-doc is described where it stands', () => {
  const text =
    '/**\n * struct s - one\n * @a: first\n * @b: second\n */\nstruct s {\n\tint a;\n\tint b;\n};\n';
  expect(added(text, 'pad 8 before b')).toBe(
    text
      .replace(' * @b', ' * @pad_b: padding before @b\n * @b')
      .replace('\tint b;', '\tu8 pad_b[8];\n\tint b;'),
  );
});

test('such a line has no blank before a tab, whatever the others have', () => {
  const text =
    '/**\n * struct s - one\n * \t@a: first\n * \t@b: second\n */\nstruct s {\n\tint a;\n\tint b;\n};\n';
  expect(added(text, 'pad 8 before b')).toContain(
    ' * \t@a: first\n *\t@pad_b: padding before @b\n',
  );
});

test('outside the kernel a comment that describes no member gets none', () => {
  const text = '/**\n * Globally accessible settings.\n */\nstruct s {\n\tint a;\n\tint b;\n};\n';
  const plain = { dialect: 'c' } as const;
  expect(added(text, 'pad 8 before b', plain)).toBe(
    text.replace('\tint b;', '\tunsigned char pad_b[8];\n\tint b;'),
  );
  const described = text.replace(' */', ' * @a: first\n */');
  expect(added(described, 'pad 8 before b', plain)).toContain('@pad_b: padding before @b');
});

test('a format takes an override, and it is said all the same', () => {
  const text = 'struct s {\n\t__be32 a;\n\t__be16 b;\n\t__be16 c;\n};\n';
  const sizes = { __be32: [4, 4], __be16: [2, 2] } as const;
  const input = { text, struct: 's', edits: ['move a last'], sizes };
  const { result } = patchOf(input);
  expect(result).toMatchObject({
    ok: false,
    error: { kind: 'format', action: { kind: 'changeFormat' } },
  });
  const answer = patchOf({ ...input, options: { mayChangeFormat: true } }).result;
  expect(answer.ok && answer.value.warnings.map(({ kind }) => kind)).toContain('format');
});

test('a struct that a pragma packs is a format', () => {
  const text = '#pragma pack(1)\nstruct s {\n\tint a;\n\tint b;\n};\n#pragma pack()\n';
  const { result } = patchOf({ text, struct: 's', edits: ['move b first'] });
  expect(!result.ok && sentence(result.error)).toContain(
    'packed by the `#pragma pack` at source line 1',
  );
});

test('padding behind private: is not described', () => {
  const text =
    '/**\n * struct s - one\n * @a: first\n */\nstruct s {\n\tint a;\n\t/* private: */\n\tint b;\n};\n';
  expect(added(text, 'pad 8 before b')).not.toContain('@pad_b');
});

test('words are looked for behind includes, and no further than they are found', () => {
  const files: Record<string, string> = {
    'include/linux/a.h': '#include <linux/b.h>\n#include "../uapi/linux/c.h"\n',
    'include/linux/b.h': '#define ____cacheline_aligned_in_smp \\\n\t____cacheline_aligned\n',
    'include/uapi/linux/c.h': '#define MINE CLOSE\n',
    'arch/x86/include/asm/d.h':
      'typedef unsigned char u8;\n#define CLOSE __attribute__((packed))\n',
    'include/linux/compiler_types.h':
      '#include <asm/d.h>\n#define __aligned(x) __attribute__((aligned(x)))\n',
  };
  files['include/linux/s.h'] = '#include <linux/a.h>\n';
  const request: string[] = [];
  const asking = definitionsFor('include/linux/s.h', ['MINE'], 'kernel', 'x86-64');
  const found = readAtOnce(asking, ({ path, wanted }) => {
    request.push(path);
    const text = files[path];
    return text === undefined ? null : csource.names(new TextEncoder().encode(text), wanted, true);
  });
  expect([...found.keys()].sort()).toEqual([
    'CLOSE',
    'MINE',
    '____cacheline_aligned_in_smp',
    '__aligned',
    'u8',
  ]);
  expect(found.get('____cacheline_aligned_in_smp')).toContain('\n\t____cacheline_aligned');
  expect(request.filter((path) => path === 'include/linux/s.h')).toHaveLength(2);
});

test('words are looked for through as many files as there are', () => {
  const namesOf = (text: string) => csource.names(new TextEncoder().encode(text), ['MINE'], true);
  const [next, last] = [namesOf('#include "next"\n'), namesOf('#define MINE\n')];
  const found = readAtOnce(definitionsFor('0.h', ['MINE'], 'c', 'x86-64'), ({ path }) => {
    const at = Number(/^(\d+)\.h$/.exec(path)?.[1] ?? NaN);
    if (Number.isNaN(at)) return null;
    const includes = next.includes.map((each) => ({ ...each, name: `${at + 1}.h` }));
    return at === 5000 ? last : { ...next, includes };
  });
  expect(found.get('MINE')).toBe('#define MINE');
});

test('an include goes to its place among others', () => {
  const included = (text: string) =>
    withInclude(text, csource.directives(new TextEncoder().encode(text)), 'linux/cache.h');
  expect(included('#include <linux/a.h>\n#include <linux/z.h>\n')).toBe(
    '#include <linux/a.h>\n#include <linux/cache.h>\n#include <linux/z.h>\n',
  );
  expect(included('#include <linux/z.h>\n#include <linux/a.h>\n\nint x;\n')).toBe(
    '#include <linux/z.h>\n#include <linux/a.h>\n#include <linux/cache.h>\n\nint x;\n',
  );
  expect(
    included('#ifndef A\n#define A\n#ifdef X\n#include <linux/x.h>\n#endif\nint x;\n#endif\n'),
  ).toBe(
    '#ifndef A\n#define A\n\n#include <linux/cache.h>\n#ifdef X\n#include <linux/x.h>\n#endif\nint x;\n#endif\n',
  );
});

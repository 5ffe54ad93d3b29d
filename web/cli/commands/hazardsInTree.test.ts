import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { structFromC } from '../../core/layout/testing/c';
import { treeAt } from '../open/headerOf';
import { hazardsInTree } from './hazardsInTree';

const folder = testFolder();

test('a look over a tree tells of each file that can hold a place, and of how many', () => {
  for (const name of ['a.c', 'b.c', 'notes.txt']) writeFileSync(join(folder, name), 'int x;\n');
  const reported: string[] = [];
  const desc = structFromC('struct s { int a; int b; };');
  hazardsInTree(treeAt(folder), desc, null, [], (looked, files) =>
    reported.push(`${looked} of ${files}`),
  );
  expect(reported).toEqual(['0 of 2', '1 of 2']);
});

test('every name that a header of the tree gives the struct is looked for', () => {
  const tree = mkdtempSync(join(folder, 'names-'));
  const write = (name: string, text: string) => writeFileSync(join(tree, name), text);
  write('fwd.h', 'typedef struct s Thing;\n');
  write('again.h', 'typedef Thing Object, *ObjectPtr;\n#define Object2 Object2\n');
  write('use.c', 'Object x = { 1, 2 };\nint f(ObjectPtr p) { return write(1, p, sizeof(*p)); }\n');
  write('none.c', 'struct other Thingy = { 1, 2 };\n');
  const desc = structFromC('struct s { int a; int b; };');
  const { places, lookedFor } = hazardsInTree(treeAt(tree), desc, null, []);
  expect(places.map(({ path, line, kind }) => `${path}:${line} ${kind}`)).toEqual([
    'use.c:1 positional',
    'use.c:2 wholeCopy',
  ]);
  expect(lookedFor).toEqual({ names: ['struct s', 'Thing', 'Object', 'ObjectPtr'], files: 4 });
});

test('macros of a header that stand for the struct, an offset in it or a member are looked for', () => {
  const tree = mkdtempSync(join(folder, 'macros-'));
  const write = (name: string, text: string) => writeFileSync(join(tree, name), text);
  write(
    's.h',
    '#define DECLARE_S(n) struct s n\n#define DECLARE_STATIC_S(n) static DECLARE_S(n)\n#define s_b b\n#define S_AT(m) offsetof(struct s, m)\n',
  );
  write('use.c', 'DECLARE_STATIC_S(x) = { 1, 2 };\n_Static_assert(S_AT(s_b) == 4, "");\n');
  write('walk.c', 'int f(struct s *p) { return (&p->s_b)[-1]; }\n');
  // Its own `s_b`, and no struct.
  write('own.c', 'int s_b = 1; int g(struct t *p) { return (&p->s_b)[1]; }\n');
  // What a `.c` file defines is not known in another.
  write('c.c', '#define LOCAL(n) struct s n\n');
  write('d.c', 'LOCAL(x) = { 1, 2 };\n');
  const desc = structFromC('struct s { int a; int b; };');
  const { places, lookedFor } = hazardsInTree(treeAt(tree), desc, null, []);
  expect(
    places.map(({ path, line, kind, members }) => [path, line, kind, ...members].join(' ')).sort(),
  ).toEqual(['s.h 4 offsetof', 'use.c 1 positional', 'use.c 2 assertion b', 'walk.c 1 walk b']);
  expect(lookedFor.names).toEqual(['struct s', 'DECLARE_S', 'DECLARE_STATIC_S', 'S_AT']);
});

test('a header that does not name the struct may define what asserts its layout, or what another bounds by it', () => {
  const tree = mkdtempSync(join(folder, 'asserts-'));
  const write = (name: string, text: string) => writeFileSync(join(tree, name), text);
  write(
    'layout.h',
    '#define LAYOUT_IS(t, f, o) _Static_assert(offsetof(t, f) == (o), "")\n#define MAKE(t, n) new_of(sizeof(t), n)\n',
  );
  write('s.h', '#define UPTO offsetof(struct s, b)\n');
  write('use.c', 'LAYOUT_IS(struct s, b, 4);\nvoid *p = MAKE(struct s, 4);\nOTHER(struct s, 8);\n');
  write('hash.c', 'unsigned f(void *x) { return jhash(x, UPTO); }\n');
  const desc = structFromC('struct s { int a; int b; };');
  const { places, open } = hazardsInTree(treeAt(tree), desc, null, []);
  expect(
    places.map(({ path, line, kind, members }) => [path, line, kind, ...members].join(' ')),
  ).toEqual(['hash.c 1 prefix b', 's.h 1 offsetof b', 'use.c 1 assertion b']);
  expect(open).toEqual([]);
});

// `CATALOG(idx) { … } FormData_idx;` of PostgreSQL: no source spells the tag, the debug information has both names.
test('typedefs of the loaded file are names of the struct', () => {
  const tree = mkdtempSync(join(folder, 'typedefs-'));
  writeFileSync(join(tree, 'use.c'), 'FormData_s x = { 1, 2 };\n');
  const desc = structFromC('struct CppConcat_s { int a; int b; };');
  const { places, lookedFor } = hazardsInTree(treeAt(tree), desc, null, ['FormData_s']);
  expect(places.map(({ path, kind }) => `${path} ${kind}`)).toEqual(['use.c positional']);
  expect(lookedFor.names).toEqual(['struct CppConcat_s', 'FormData_s']);
});

test('names that go on for ever end', () => {
  const tree = mkdtempSync(join(folder, 'chain-'));
  const chain = Array.from({ length: 300 }, (_, at) => `typedef T${at} T${at + 1};\n`);
  writeFileSync(join(tree, 'a.h'), 'typedef struct s T0;\n');
  for (const [at, text] of chain.entries()) writeFileSync(join(tree, `${at}.h`), text);
  const desc = structFromC('struct s { int a; int b; };');
  const { lookedFor, left } = hazardsInTree(treeAt(tree), desc, null, []);
  expect(lookedFor.names.length).toBeLessThan(100);
  expect(left.join(' ')).toContain('more than 64 names');
});

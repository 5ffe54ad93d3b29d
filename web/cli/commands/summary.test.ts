import { noteLine } from '../words';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run } from '../main';

const folder = testFolder();
const at = (name: string) => join(folder, name);

/** C declarations as an object with debug information about each of their structs. */
function object(name: string, source: string): string {
  const structs = [...source.matchAll(/struct (\w+) \{/g)].map(([, each]) => each);
  const used = structs.map((each, index) => `struct ${each} v${index};`).join('\n');
  return compiled(at(`${name}.c`), `${source}\n${used}\n`);
}

const summary = async (...words: readonly string[]) => (await run(['summary', ...words])).text;

describe('what only one build has', needs('gcc'), () => {
  test('is named with its size, the largest first, and said to be renamed where its members say so', async () => {
    const base = object(
      'old',
      `struct stays { int a; };
struct crate { long id; int count; int weight; void *next; };
struct point { int x; int y; };
struct lonely { char text[40]; };`,
    );
    const head = object(
      'new',
      `struct stays { int a; };
struct box { long id; int count; int weight; void *next; int colour; };
struct other { long p; long q; };
struct another { char letters[80]; };`,
    );
    const text = await summary(base, head);
    expect(text).toContain(
      '- `struct crate`, 24 bytes may be renamed to `struct box`, 32 bytes: 4 of 5 members are called the same\n',
    );
    expect(text).toContain(
      '2 structs and unions are gone:\n\n- `struct lonely`, 40 bytes\n- `struct point`, 8 bytes\n',
    );
    expect(text).toContain(
      '2 structs and unions are new:\n\n- `struct another`, 80 bytes\n- `struct other`, 16 bytes\n',
    );
    expect(text).toContain('No struct of both builds changed its size');
    expect(text).toContain('Compared: 1 struct or union by size');
  });

  test('of many the first ten', async () => {
    const many = Array.from({ length: 12 }, (_, n) => `struct s${n} { char m${n}[${n + 1}]; };`);
    const base = object('few', 'struct stays { int a; };');
    const head = object('many', `struct stays { int a; };\n${many.join('\n')}`);
    const text = await summary(base, head);
    expect(text).toContain('12 structs and unions are new:\n\n- `struct s11`, 12 bytes\n');
    expect(text).toContain('- `struct s2`, 3 bytes\n- 2 more; `hitmap diff --all BASE HEAD`');
    expect(text).not.toContain('`struct s1`');
  });
});

test(
  'a struct that moved within its line is counted, and `diff --all` lists it',
  needs('gcc'),
  async () => {
    const base = object('before', 'struct queue { int head; int tail; };\nstruct kept { int a; };');
    const head = object(
      'after',
      'struct queue { int tail; int head; };\nstruct kept { unsigned a; };',
    );
    const text = await summary(base, head);
    expect(text).toContain('Compared: 2 structs and unions by size');
    expect(text).toContain(
      '1 struct or union has other members or offsets, each field on its line; `hitmap diff --all BASE HEAD` lists them.',
    );
    expect(text).toContain('not a type that changed alone');
    const listed = (await run(['diff', '--all', base, head])).text;
    expect(listed).toContain('struct queue  (no field on another line)');
    expect(listed).not.toContain('kept');
  },
);

test('builds for two machines are said to be so, by the summary and by diff', async () => {
  const [here, arm] = ['e2e/samples/depot.o', 'e2e/samples/depot-arm64.o'];
  expect(await summary(here, arm)).toContain(
    '**e2e/samples/depot.o is of x86-64 and e2e/samples/depot-arm64.o of aarch64: what differs',
  );
  const warned: unknown = expect.stringMatching(/^warning: .* is of x86-64 and .* of aarch64: /);
  expect((await run(['summary', here, arm])).notes.map(noteLine)).toContainEqual(warned);
  expect((await run(['diff', here, arm])).notes.map(noteLine)).toContainEqual(warned);
  expect((await run(['diff', here, 'e2e/samples/depot-audit.o'])).notes).toEqual([]);
});

test('names that differ in case alone have pictures of their own', needs('gcc'), async () => {
  const structs = (last: string) =>
    `struct Foo { int a; ${last} };\nstruct foo { int a; ${last} };`;
  const base = object('small', structs(''));
  const head = object('large', structs('long b;'));
  await summary(base, head, '--pictures', at('pictures'));
  const names = readdirSync(at('pictures'));
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
  expect(names).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/Foo.*-after/),
      expect.stringMatching(/foo.*-after/),
    ]),
  );
});

import { linesBeside } from '../words';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run as runWords } from '../main';

const BEFORE = `struct pair { char a; long b; char c; }; struct pair pair;
struct swapped { long a, b, rest[6], c; }; struct swapped swapped;
struct inner { struct { int a, b; }; }; struct inner inner;
struct gone { int a; }; struct gone gone;
`;
const AFTER = `struct pair { char a; char c; long b; }; struct pair pair;
struct swapped { long c, b, rest[6], a; }; struct swapped swapped;
struct inner { struct { int b, a; }; }; struct inner inner;
`;
const PATCH = `@@ -1,5 +1,5 @@ struct pair {
 	char a;
+	char c;
 	long b;
-	char c;
 };
`;

/** With the count of its lines right. */
const WHOLE = PATCH.replace('-1,5 +1,5', '-1,4 +1,4');

describe('reviewing on the command line, on what gcc made', needs('gcc'), () => {
  const folder = testFolder();
  const at = (name: string) => join(folder, name);

  beforeAll(() => {
    compiled(at('before.c'), BEFORE);
    compiled(at('after.c'), AFTER);
    writeFileSync(at('posted.patch'), PATCH);
  });

  const run = (...words: string[]) => runWords(words);

  test('the posted order is the one that the compiler makes of the patched source', async () => {
    const { text } = await run('review', at('before.o'), at('posted.patch'));
    expect(text).toMatch(/^struct pair: .*24 to 16 bytes/);
    const compiled = await run('diff', at('before.o'), at('after.o'), 'pair');
    expect(text).toContain(compiled.text);
  });

  // haproxy's PR_O2_… beside struct proxy; redis's STATS_METRIC_COUNT, which is the size of an array.
  test('a tree says whether a macro that changes is in the struct', async () => {
    const flag =
      '@@ -1,3 +1,3 @@\n int x;\n-#define FLAG (OTHER)\n+#define FLAG (OTHER + 1)\n int y;\n';
    writeFileSync(at('flag.patch'), `--- a/pair.h\n+++ b/pair.h\n${flag}${WHOLE}`);
    mkdirSync(at('tree'));
    const tree = (text: string) => writeFileSync(at('tree/pair.h'), text);
    const args = [at('before.o'), at('flag.patch')];
    expect((await run('review', ...args)).text).toMatch(/its size is not known/);
    tree('#define FLAG 16\n#define BOTH (FLAG | 1)\nint f(int x) { return x & BOTH; }\n');
    expect((await run('review', ...args, '--tree', at('tree'))).text).toMatch(/24 to 16 bytes/);
    for (const text of [
      '#define FLAG 16\n#define BOTH (FLAG | 1)\nstruct pair { char a; char b[BOTH]; };\n',
      '#define FLAG 16\n#if FLAG > 16\n#endif\n',
    ]) {
      tree(text);
      const { text: output } = await run('review', ...args, '--tree', at('tree'));
      expect(output, text).toMatch(/its size is not known/);
    }
  });

  test('the difference of two reports is refused by its reader', async () => {
    const rows = '-   75.00  8  4  gint  mod;\n+   60.00  8  4  gint  mod;\n';
    writeFileSync(at('reports.diff'), `--- a.txt\n+++ b.txt\n@@ -4,2 +4,2 @@\n${rows}`);
    await expect(run('review', at('before.o'), at('reports.diff'))).rejects.toThrow(
      /This is the difference of two reports/,
    );
  });

  test('the type of a new member may be brought by the patch, or be known of another struct alone', async () => {
    const text = `--- a/pair.h
+++ b/pair.h
@@ -1,1 +1,5 @@
+struct extra {
+	long first;
+	int second;
+};
 int x;
@@ -9,4 +13,6 @@ struct pair {
 	long b;
 	char c;
+	struct extra extra;
+	known_t known;
 };
`;
    writeFileSync(at('brought.patch'), text);
    const object = compiled(
      at('known.c'),
      'typedef long known_t; struct pair { char a; long b; char c; } pair; struct other { known_t t; } other;\n',
    );
    // gcc: extra at 24, known at 40.
    expect((await run('review', object, at('brought.patch'))).text).toMatch(/24 to 48 bytes/);
  });

  test('a newer version in a text of its own is held against the earlier one', async () => {
    const { text } = await run(
      'review',
      ...[at('before.o'), at('posted.patch'), '--earlier', at('posted.patch')],
    );
    expect(text).toContain('The same layout as in the earlier version.');
  });

  test('the header alone does where nothing was built', async () => {
    const header = 'struct pair {\n\tchar a;\n\tlong b;\n\tchar c;\n};\n';
    writeFileSync(at('pair.h'), header);
    writeFileSync(at('pair.patch'), PATCH.replace('-1,5 +1,5', '-1,4 +1,4'));
    const { text, exitCode } = await run('review', at('pair.h'), at('pair.patch'));
    expect(text).toMatch(/^struct pair: .*24 to 16 bytes/);
    expect(exitCode).toBe(0);
    writeFileSync(at('other.h'), 'struct other { int a; };\n');
    const outcome = await run('review', at('other.h'), at('pair.patch'));
    expect(linesBeside(outcome).join('\n')).toContain('other.h declares no `struct pair`.');
  });

  test('a struct in a namespace is found by the end of its name', async () => {
    const header =
      'namespace n {\nclass alignas(64) Foo {\n public:\n\tint a;\n\tlong b;\n\tint c;\n};\n}\n';
    writeFileSync(at('ns.h'), header);
    compiled(at('ns.cc'), '#include "ns.h"\nn::Foo g;\n');
    writeFileSync(
      at('ns.patch'),
      '--- a/ns.h\n+++ b/ns.h\n@@ -2,7 +2,7 @@ namespace n {\n class alignas(64) Foo {\n  public:\n \tint a;\n+\tint c;\n \tlong b;\n-\tint c;\n };\n }\n',
    );
    const { text, exitCode } = await run('review', at('ns.o'), at('ns.patch'));
    expect(text).toContain('struct n::Foo: ');
    expect(text).toContain('move c after a');
    expect(exitCode).toBe(0);
  });

  test('of two namespaces the file and the lines of the hunk tell which is meant', async () => {
    const body = '\tint a;\n\tlong b;\n\tint c;\n};\n}\n';
    const header = (space: string) => `namespace ${space} {\nstruct P {\n${body}`;
    writeFileSync(at('two.h'), `${header('one')}${header('two')}`);
    compiled(at('two.cc'), '#include "two.h"\none::P x;\ntwo::P y;\n');
    const patch = (first: number, file = 'two.h') =>
      `--- a/${file}\n+++ b/${file}\n@@ -${first},6 +${first},6 @@ struct P {\n struct P {\n \tint a;\n+\tint c;\n \tlong b;\n-\tint c;\n };\n }\n`;
    for (const [first, name] of [
      [2, 'one::P'],
      [9, 'two::P'],
    ] as const) {
      writeFileSync(at('two.patch'), patch(first));
      const { text } = await run('review', at('two.o'), at('two.patch'));
      expect(text).toContain(`struct ${name}: `);
    }
    writeFileSync(at('two.patch'), patch(40));
    const outcome = await run('review', at('two.o'), at('two.patch'));
    expect(linesBeside(outcome).join('\n')).toContain(
      'The file has `one::P` and `two::P`: neither the file of the hunk nor its lines say which of them is meant.',
    );
    expect(outcome.exitCode).toBe(1);
  });

  test('a diff that ends in the middle of a line adds nothing of it, and takes nothing away', async () => {
    const half = PATCH.slice(0, PATCH.indexOf('-\tchar c;')).replace('+\tchar c;\n', '');
    const cut = half.replace(' \tlong b;\n', '-\tlong b;\n+\tGROUP(rd) ____cach');
    writeFileSync(at('half.patch'), cut);
    const outcome = await run('review', at('before.o'), at('half.patch'));
    expect(outcome.text).toMatch(/^struct pair: What the patch makes of this pair is not known/);
    expect(outcome.text).not.toMatch(/add|remove/);
    expect(linesBeside(outcome).join('\n')).toContain(
      'The hunk is cut: whether this goes or only moves is in the lines that are not in the text.',
    );
    expect(outcome.exitCode).toBe(1);
  });

  test('while a line is left that decides, no size and no layout is printed', async () => {
    writeFileSync(
      at('unknown.patch'),
      PATCH.replace('+\tchar c;', '+\tchar c;\n+\tOWN_ALIGN(64);').replace('+1,5', '+1,6'),
    );
    const outcome = await run('review', at('before.o'), at('unknown.patch'));
    const { text, exitCode } = outcome;
    expect(text).toMatch(
      /^struct pair: 2 of 3 changed lines are placed: its size is not known, because of line 3 \(OWN_ALIGN\(64\);\)\./,
    );
    expect(text).not.toMatch(/\d bytes|size:/);
    expect(linesBeside(outcome).join('\n')).toContain('OWN_ALIGN');
    expect(exitCode).toBe(1);
    const json = await run('review', at('before.o'), at('unknown.patch'), '--json');
    expect(JSON.parse(json.text)).toMatchObject({
      structs: [{ before: null, after: null, pairs: [] }],
    });
  });

  test("haproxy's macros align what follows them, as gcc has it", async () => {
    const unions = '#define THREAD_ALIGN(...) union { } __attribute__((aligned(64)))\n';
    const aligned = 'struct pair { char a; THREAD_ALIGN(); char c; long b; }; struct pair pair;\n';
    compiled(at('aligned.c'), unions + aligned);
    writeFileSync(
      at('aligned.patch'),
      WHOLE.replace('+\tchar c;', '+\tTHREAD_ALIGN();\n+\tchar c;').replace('+1,4', '+1,5'),
    );
    const { text, exitCode } = await run('review', at('before.o'), at('aligned.patch'));
    const truth = await run('show', at('aligned.o'), 'pair');
    expect(truth.text).toContain('size: 128');
    expect(text).toMatch(/^struct pair: .*24 to 128 bytes/);
    expect(exitCode).toBe(0);
  });

  test('what contains the struct is listed with its price', async () => {
    const box = 'struct box { struct pair pairs[20]; int n; }; struct box box;\n';
    compiled(at('box.c'), BEFORE + box);
    const { text } = await run('review', at('box.o'), at('posted.patch'));
    expect(text).toContain(
      '1 struct contains pair by value: box (20 of it) 488 to 328 bytes, 8 to 6 lines.',
    );
    const json = await run('review', at('box.o'), at('posted.patch'), '--json');
    expect(JSON.parse(json.text)).toMatchObject({
      structs: [
        { containers: [{ name: 'box', copies: 20, sizeBytes: { before: 488, after: 328 } }] },
      ],
    });
  });

  test('a struct whose name is below the hunk is found by its members and its lines', async () => {
    const one =
      'typedef struct {\n\tchar a;\n\tlong b;\n\tchar c;\n\tlong d;\n\tlong e;\n\tlong f;\n} ';
    const other = one.replaceAll('\tlong f;\n', '');
    const source = `typedef enum { red } kind;\n\n${one}first;\n\n${other}second;\nfirst x; second y; kind z;\n`;
    compiled(at('typedefs.c'), source);
    const posted = async (text: string) => {
      writeFileSync(at('nameless.patch'), `--- a/typedefs.c\n+++ b/typedefs.c\n${text}`);
      return await run('review', at('typedefs.o'), at('nameless.patch'));
    };
    const body =
      ' typedef struct {\n \tchar a;\n+\tchar c;\n \tlong b;\n-\tchar c;\n \tlong d;\n \tlong e;\n';
    const hunk = (line: number) =>
      `@@ -${line},6 +${line},6 @@ typedef enum { red } kind;\n${body}`;
    expect((await posted(hunk(3))).text).toMatch(/^struct first: .*48 to 40 bytes/);
    const both = await posted(`${hunk(3)}${hunk(12)}`);
    expect(both.text).toMatch(/^struct first: [^]*^struct second: .*40 to 32 bytes/m);
    expect(both.exitCode).toBe(0);
    // One member is under a condition that does not hold.
    const some = body.replace(' \tlong d;\n', ' \tlong d;\n #ifdef NO\n \tlong no;\n #endif\n');
    const wider = hunk(3).replace(body, some).replaceAll(',6', ',9');
    expect((await posted(wider)).text).toMatch(/^struct first: .*48 to 40 bytes/);
    // Of another version two may be meant.
    const outcome = await posted(hunk(100));
    const { exitCode } = outcome;
    expect(exitCode).toBe(1);
    expect(linesBeside(outcome).join('\n')).toContain('Nothing says which struct it is in');
    const last = ' \tlong e;\n-\tlong f;\n+\tlong f[4];\n } first;\n';
    expect((await posted(`@@ -108,3 +108,3 @@ typedef struct {\n${last}`)).text).toMatch(
      /^struct first/,
    );
  });

  test('diff lists what changed size', async () => {
    const { text } = await run('diff', at('before.o'), at('after.o'));
    const rows = text
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/));
    expect(rows[0]).toEqual(['24', '16', '-8', '1', '1', '0', 'struct', 'pair']);
    // 72 bytes either way: a and c are on each other's line.
    expect(rows[1]).toEqual(['72', '72', '0', '2', '2', '2', 'struct', 'swapped']);
    expect(rows).toHaveLength(3);
    const one = await run('diff', at('before.o'), at('after.o'), 'pair', '--json');
    expect(JSON.parse(one.text)).toMatchObject({
      before: { sizeBytes: 24 },
      after: { sizeBytes: 16 },
    });
  });

  test('diff tells what changed inside, and what is in one file only', async () => {
    const { text } = await run('diff', at('before.o'), at('after.o'), '--json');
    const { structs, onlyInA, onlyInB } = JSON.parse(text) as {
      structs: { name: string; change: string; fields: object }[];
      onlyInA: object[];
      onlyInB: object[];
    };
    expect(structs.map(({ name, change }) => `${name} ${change}`)).toEqual([
      'struct pair size',
      'struct swapped crossed',
      'struct inner inside',
    ]);
    expect(structs[2]?.fields).toMatchObject({ crossed: 0, shifted: 2, added: 0, gone: 0 });
    expect(onlyInA).toEqual([{ name: 'struct gone', sizeBytes: 4 }]);
    expect(onlyInB).toEqual([]);
    const fast = await run('diff', at('before.o'), at('after.o'), '--sizes');
    expect(fast.text).not.toContain('swapped');
    const all = await run('diff', at('before.o'), at('after.o'), '--all');
    expect(all.text).toContain('struct gone');
    expect(all.text).toMatch(/struct inner +\(no field on another line\)/);
  });

  test('check fails where a rule is broken, and says why', async () => {
    writeFileSync(at('rules'), 'pair: size 16 # packed well\npair: together a, b\n');
    expect((await run('check', at('rules'), at('after.o'))).exitCode).toBe(0);
    const { text, exitCode } = await run('check', at('rules'), at('before.o'));
    expect(exitCode).toBe(1);
    expect(text).toContain('BROKEN');
    expect(text).toContain('the struct is 24 bytes');
  });

  test('a link of a file opens again', async () => {
    const { text } = await run('link', at('before.o'), 'pair', '--edit', 'move c after a');
    const { text: shown } = await run('open', text.trim());
    expect(shown).toMatch(/struct pair, x86-64, 16 bytes|struct pair, \S+, 16 bytes/);
    expect(shown).toContain('move c after a');
  });
});

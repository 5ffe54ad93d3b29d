import { expect, test } from 'vitest';
import { newDocument } from '../edit/document';
import { aggregate, member, scalar, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { readPosted } from '../layout/testing/readHeader';
import { noteText } from './notes';
import { INT, reviewOf, reviewed } from './testing/reviewed';

const BYTE = scalar('char', 1);

const FOUR = ['a', 'b', 'c', 'd'].map((name, at) => member(name, 4 * at, INT));
const MOVE = ' \tint a;\n-\tint b;\n \tint c;\n+\tint b;\n \tint d;\n';

test('a hunk that begins with the last line of a macro, and an extern struct', () => {
  const macro = `--- a/x.h\n+++ b/x.h\n@@ -9,7 +9,7 @@ struct other {\n \t}\n \n struct s {\n${MOVE}`;
  const named = `--- a/x.h\n+++ b/x.h\n@@ -9,4 +9,4 @@ extern struct s {\n${MOVE}`;
  for (const patch of [macro, named]) {
    expect(reviewed('s', 16, FOUR, patch)).toEqual({ edits: ['move b after c'], left: [] });
  }
});

test('a line that may be a member is named where nothing says of which struct', () => {
  const patch = '--- a/x.h\n+++ b/x.h\n@@ -9,0 +10 @@ enum kind {\n+\tunsigned long flags;\n';
  const { left } = reviewed('s', 16, FOUR, patch);
  expect(left).toEqual([expect.stringContaining('+unsigned long flags;: ')]);
  const local =
    '--- a/x.c\n+++ b/x.c\n@@ -9,3 +9,4 @@ int f(void)\n \tint a;\n+\tint b;\n \tint c;\n \tf();\n';
  expect(reviewed('s', 16, FOUR, local).left).toEqual([]);
});

test('a struct that is declared after the parameters of a function', () => {
  const patch = `--- a/x.h\n+++ b/x.h\n@@ -9,8 +9,8 @@ typedef void (*callback)(int request,\n \t\tint length);\n \n struct s {\n${MOVE} };\n`;
  expect(reviewed('s', 16, FOUR, patch)).toEqual({ edits: ['move b after c'], left: [] });
});

test('a struct inside of a function, whose hunk does not show where it begins', () => {
  const inFunction = (lines: string) =>
    reviewed('s', 16, FOUR, `--- a/x.c\n+++ b/x.c\n@@ -9,4 +9,4 @@ int f(int n)\n${lines}`);
  const { left } = inFunction(MOVE);
  expect(left).toEqual([
    expect.stringMatching(/^-int b;: .*declared in it/),
    expect.stringMatching(/^\+int b;/),
  ]);
  for (const value of ['int a = n;', 'f(n);', 'p->n++;', 'if (n)', 'int x[] = { 1 };']) {
    expect(inFunction(MOVE.replace('int d;', value)).left, value).toEqual([]);
  }
});

test('a hunk in a function that begins in a body of a struct and changes what follows that body', () => {
  const inner = (at: number) =>
    aggregate('struct', '', 8, [member(`x${at}`, 0, INT), member(`y${at}`, 4, INT)]);
  const members = [member('a', 0, INT), member('v', 4, inner(1)), member('w', 12, inner(2))];
  const hunk = (name: string) =>
    `--- a/x.c\n+++ b/x.c\n@@ -9,6 +9,7 @@ int f(void *p)\n \t\t\tint y1;\n \t\t} ${name};\n+\t\tunsigned char pad_w[8];\n \t\tstruct {\n \t\t\tint x2;\n \t\t\tint y2;\n \t\t} w;\n`;
  for (const name of ['v', 'other']) {
    expect(reviewed('s', 20, members, hunk(name)).left, name).toEqual([
      expect.stringMatching(/pad_w\[8\];: .*declared in it/),
    ]);
  }
  // A body that gives a value has ended, and so has one that statements follow.
  for (const end of ['v = { 1 }', 'v; f()', 'v; int n = 0']) {
    expect(reviewed('s', 20, members, hunk(end)).left, end).toEqual([]);
  }
});

test('an alignment where the hunk shows nothing else of the struct', () => {
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -9,4 +9,4 @@ struct s {\n \t/* both */\n-\tint a,\n-\t\tb;\n+\tint a __attribute__((aligned(64))),\n+\t\tb;\n';
  expect(reviewed('s', 16, FOUR, patch)).toEqual({ edits: ['align a 64'], left: [] });
});

test('braces that git slid: the union moves, the other one only lends its line', () => {
  const union = (first: string, second: string, offset: number) =>
    member(
      null,
      offset,
      aggregate('union', '', 4, [member(first, 0, INT), member(second, 0, INT)]),
    );
  const members = [member('a', 0, INT), union('p', 'q', 4), union('v', 'w', 8)];
  const patch = `--- a/x.h
+++ b/x.h
@@ -1,10 +1,10 @@
 struct s {
+	union {
+		int v;
+		int w;
+	};
 	int a;
 	union {
 		int p;
 		int q;
-	};
-	union {
-		int v;
-		int w;
 	};
 };
`;
  const { edits, left } = reviewed('s', 12, members, patch);
  expect(left).toEqual([]);
  expect(edits).toEqual(['move anon(v) before a']);
});

test('the rest of a declaration of several, and the branch that the loaded file has', () => {
  const list = ['a', 'b', 'c'].map((name, at) => member(name, at, BYTE));
  const rest =
    '--- a/x.h\n+++ b/x.h\n@@ -9,5 +9,5 @@ struct s {\n \t\tb,\n \t\tc;\n \n-\tint d;\n+\tint d __attribute__((aligned(16)));\n };\n';
  expect(reviewed('s', 8, [...list, member('d', 4, INT)], rest)).toEqual({
    edits: ['align d 16'],
    left: [],
  });
  const nibbles = [
    member('t', 0, BYTE),
    member('low', 1, BYTE),
    member('high', 2, BYTE),
    member('u', 3, BYTE),
  ];
  const branches =
    '--- a/x.h\n+++ b/x.h\n@@ -9,9 +9,9 @@ struct s {\n-\tchar t;\n #ifdef LITTLE\n \tchar low;\n \tchar high;\n #else\n \tchar high;\n \tchar low;\n #endif\n+\tchar t;\n \tchar u;\n';
  expect(reviewed('s', 4, nibbles, branches)).toEqual({ edits: ['move t after high'], left: [] });
});

test('a member that a macro renamed, or that a macro declares, is what stands there in the loaded struct', () => {
  const open = '--- a/x.h\n+++ b/x.h\n@@ -1,6 +1,6 @@\n struct s {\n';
  // `rcu_head` is a macro: the binary calls it `a`.
  const renamed = `${open} \tstruct rcu_head rcu_head;\n+\tint c;\n \tint b;\n-\tint c;\n \tint d;\n };\n`;
  expect(reviewed('s', 16, FOUR, renamed)).toEqual({ edits: ['move c after a'], left: [] });
  const macro = `${open} \tint a;\n-\tint b;\n \tPRIVATE_FIELDS\n+\tint b;\n };\n`;
  expect(reviewed('s', 16, FOUR, macro)).toEqual({ edits: ['move b after d'], left: [] });
});

test('a macro without brackets that moves takes all the members along that it declares', () => {
  const patch = (open: string) =>
    `--- a/x.h\n+++ b/x.h\n@@ -1,5 +1,5 @@\n${open}-\tREQ_FIELDS\n \tint c;\n+\tREQ_FIELDS\n \tint d;\n };\n`;
  expect(reviewed('s', 16, FOUR, patch(' struct s {\n'))).toEqual({
    edits: ['move a after c', 'move b after a'],
    left: [],
  });
  // What is above the hunk is not seen: the macro may declare one member, or more.
  const cut = patch('').replace('@@ -1,5 +1,5 @@', '@@ -7,4 +7,4 @@ struct s {');
  const { edits, left } = reviewed('s', 16, FOUR, cut);
  expect(edits).toEqual([]);
  expect(left).toHaveLength(2);
});

test('the last line of a declaration that begins above the hunk is the member before the next one', () => {
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -9,5 +9,5 @@ struct s {\n \t\t     struct mm *mm,\n \t\t     long start,\n-\t\t     long end);\n+\t\t     long end) __attribute__((aligned(64)));\n \tint c;\n \tint d;\n';
  expect(reviewed('s', 16, FOUR, patch)).toEqual({ edits: ['align b 64'], left: [] });
});

test('the last lines of two declarations that begin above two hunks are a member each', () => {
  const hunk = (line: number, next: string) =>
    `@@ -${line},3 +${line},3 @@ struct s {\n \t\t     long start,\n-\t\t     long end);\n+\t\t     long end) __attribute__((aligned(64)));\n${next}`;
  const patch = `--- a/x.h\n+++ b/x.h\n${hunk(5, ' \tint b;\n')}${hunk(25, ' \tint d;\n')}`;
  expect(reviewed('s', 16, FOUR, patch)).toEqual({ edits: ['align a 64', 'align c 64'], left: [] });
});

test('a declaration that one hunk begins and the next one ends is one member', () => {
  const lines = (sign: string, ...rest: readonly string[]) =>
    rest.map((line) => `${sign}${line}\n`).join('');
  const ends = ['\t\tlong end', '\t);'];
  const b = ['\tint (*b)(', '\t\tlong start,', '\t\tlong more,', '\t\tlong last,'];
  const c = ['\tint (*c)(', '\t\tlong first,', '\t\tlong next,', '\t\tlong other,'];
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -1,12 +1,6 @@\n' +
    lines(' ', 'struct s {', '\tint a;') +
    lines('-', ...b, ...ends) +
    lines(' ', ...c) +
    '@@ -14,5 +8,11 @@ struct s {\n' +
    lines(' ', '\t\tlong further,') +
    lines('+', ...ends, ...b) +
    lines(' ', ...ends, '\tint d;', '};');
  expect(reviewed('s', 16, FOUR, patch)).toEqual({ edits: ['move b after c'], left: [] });
});

test('an attribute behind the name of a member whose type is declared there', () => {
  const key = aggregate('struct', 'key', 8, [member('x', 0, INT), member('y', 4, INT)]);
  const members = [member('a', 0, INT), member('key', 4, key), member('b', 12, INT)];
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -1,8 +1,8 @@\n struct s {\n \tint a;\n \tstruct {\n \t\tint x;\n \t\tint y;\n-\t} key;\n+\t} key __attribute__((aligned(64)));\n \tint b;\n };\n';
  expect(reviewed('s', 16, members, patch)).toEqual({ edits: ['align key 64'], left: [] });
});

test('a diff whose signs were lost is refused, not read as one that changes nothing', () => {
  const refused = (body: string) =>
    readPosted(
      new TextEncoder().encode(`--- a/x.h\n+++ b/x.h\n@@ -1,4 +1,4 @@\n${body}`),
    ).refused.map(({ reason }) => reason);
  expect(refused(' struct s {\n~\n-\tint a;\n~\n \tint b;\n~\n+\tint a;\n~\n };\n~\n')).toEqual([
    expect.stringContaining('word diff'),
  ]);
  // `--color-words`, its colours taken off.
  expect(refused('struct s {\n\tint a;\n\tint b;\n\tint a;\n};\n')).toEqual([
    expect.stringContaining('No line of this hunk is added or taken away'),
  ]);
});

test('what no debug information states is named where it comes, goes or leaves its company', () => {
  const open = '--- a/x.h\n+++ b/x.h\n@@ -1,6 +1,6 @@\n struct s {\n';
  const gone = `${open} \tint a;\n-\tint : 4;\n \tint b;\n \tint c;\n };\n`;
  expect(reviewed('s', 16, FOUR, gone).left).toEqual([
    expect.stringContaining('-int : 4;: A bit-field without a name comes, goes or moves'),
  ]);
  const moved = `${open} \tint a;\n-\tint : 4;\n \tint b;\n+\tint : 4;\n \tint c;\n };\n`;
  expect(reviewed('s', 16, FOUR, moved).left).toHaveLength(2);
});

test('`__extension__` alone goes with its union', () => {
  const union = aggregate('union', '', 4, [member('p', 0, INT), member('q', 0, INT)]);
  const members = [member('a', 0, INT), member('b', 4, INT), member(null, 8, union)];
  const lines = (sign: string) =>
    ['__extension__', 'union {', '\tint p;', '\tint q;', '};']
      .map((text) => `${sign}\t${text}\n`)
      .join('');
  const patch = `--- a/x.h\n+++ b/x.h\n@@ -1,9 +1,9 @@\n struct s {\n${lines('+')} \tint a;\n \tint b;\n${lines('-')} };\n`;
  expect(reviewed('s', 12, members, patch)).toEqual({
    edits: ['move anon(p) before a'],
    left: [],
  });
});

test('a type that is declared where its member is, and changes as it moves', () => {
  const key = aggregate('struct', 'key', 8, [member('x', 0, INT), member('y', 4, INT)]);
  const members = [member('a', 0, INT), member('key', 4, key), member('b', 12, INT)];
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -1,8 +1,8 @@\n struct s {\n \tint a;\n-\tstruct {\n-\t\tint x;\n-\t\tint y;\n-\t} key;\n \tint b;\n+\tstruct {\n+\t\tint y;\n+\t\tint x;\n+\t} key;\n };\n';
  const { edits, left } = reviewed('s', 16, members, patch);
  expect(edits).toEqual(['move key after b']);
  expect(left.map((line) => line.replace(/:.*/, ''))).toEqual([
    '-int x;',
    '-int y;',
    '+int y;',
    '+int x;',
  ]);
});

test('lists whose macro pastes the names of its members', () => {
  const members = ['a', 'one_next', 'one_prev', 'b', 'two_next', 'two_prev'].map((name, at) =>
    member(name, 4 * at, INT),
  );
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -9,6 +9,6 @@ struct s {\n \tint a;\n \tLIST_FIELDS(Unit, one);\n-\tint b;\n \tLIST_FIELDS(Unit, two);\n+\tint b;\n };\n';
  expect(reviewed('s', 24, members, patch)).toEqual({ edits: ['move b after two_prev'], left: [] });
});

test.each([
  [
    'a condition that ends above a member is none around it',
    'defined(CONFIG_OFF)',
    `@@ -9,6 +9,8 @@ struct s {
 \tint a;
 #endif
 \t/* what b is for */
+#ifdef CONFIG_OFF
 \tint b;
+#endif
 \tint c;
 \tint d;
`,
  ],
  [
    'a condition with a question mark of its own is no condition that the hunk cuts',
    'WIDE ? 1 : HIGH',
    `@@ -8,6 +8,8 @@
 struct s {
 \tint a;
+#if WIDE ? 1 : HIGH
 \tint b;
+#endif
 \tint c;
 \tint d;
 };
`,
  ],
])('%s', (_, condition, hunk) => {
  const { left } = reviewed('s', 16, FOUR, `--- a/x.h\n+++ b/x.h\n${hunk}`);
  expect(left).toHaveLength(2);
  for (const each of left) expect(each).toContain(`\`b\` is now under \`${condition}\``);
});

test('a new struct around members asks no less of the next one than its own words do', () => {
  const patch = `--- a/x.h
+++ b/x.h
@@ -9,6 +9,8 @@
 struct s {
-\tint a;
-\tint b;
+\tstruct {
+\t\tint a;
+\t\tint b;
+\t} grp;
+\tchar c __attribute__((aligned(64)));
 \t/* about what follows */
-\tchar c;
 };
`;
  const three = [member('a', 0, INT), member('b', 4, INT), member('c', 8, BYTE)];
  expect(reviewed('s', 12, three, patch)).toEqual({ edits: ['align c 64'], left: [] });
});

// gcc: b at 64, c at 128 and d at 132.
test('a new struct that is aligned does not align what follows the next one', () => {
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -1,6 +1,10 @@\n struct s {\n \tint a;\n-\tint b;\n-\tint c;\n+\tstruct {\n+\t\tint b;\n+\t} __aligned(64);\n+\tstruct_group(grp,\n+\t\tint c;\n+\t);\n \tint d;\n };\n';
  const { edits, left } = reviewed('s', 16, FOUR, patch);
  expect({ edits, left }).toEqual({ edits: ['align b 64', 'align c 64'], left: [] });
});

// g++: only a first virtual function takes room.
test('functions of a class change no layout, whatever changes in them; one that is virtual may', () => {
  const posted = (lines: string) =>
    reviewed(
      's',
      16,
      FOUR,
      `--- a/x.h\n+++ b/x.h\n@@ -9,9 +9,8 @@ class s {\n${lines} \tint a;\n-\tint b;\n \tint c;\n+\tint b;\n \tint d;\n };\n`,
    );
  const moved = { edits: ['move b after c'], left: [] };
  for (const lines of [
    ' \tint value() const override {\n-\t\treturn a.value();\n+\t\treturn b->value();\n \t}\n',
    '-\tvoid clear();\n+\ts(int n) : a(n) {}\n+\tstatic int count;\n',
    ' \tvirtual int f() {\n-\t\treturn a;\n+\t\tint e = b;\n \t}\n',
    '+\tfriend class t;\n+\tinline int g() const { return a; }\n',
  ])
    expect(posted(lines), lines).toEqual(moved);
  const { left } = posted('+\tvirtual int f();\n');
  expect(left).toHaveLength(1);
  expect(left[0]).toContain('virtual int f();');
});

test('a group that goes and whose members are in no hunk is named', () => {
  const patch = `--- a/x.h
+++ b/x.h
@@ -9,7 +9,6 @@
 
 struct s {
 \tint a;
-\tunion {
 \tstruct {
 \t\tint x;
 \t\t/* a comment that goes on
@@ -26,7 +25,6 @@ struct s {
 \t\tint far;
 \t\tint away;
 \t} stats;
-\t};
 \tint b;
 \tint c;
 \tint d;
`;
  const { edits, left } = reviewed('s', 16, FOUR, patch);
  expect(edits).toEqual([]);
  expect(left).toHaveLength(2);
});

test('a struct around several members of a union is named, and around one it changes nothing', () => {
  const union = aggregate('union', '', 4, [member('p', 0, INT), member('q', 0, INT)]);
  const members = [member('a', 0, INT), member(null, 4, union), member('d', 8, INT)];
  const patch = (open: string, inside: string, close: string) =>
    `--- a/x.h\n+++ b/x.h\n@@ -1,8 +1,10 @@\n struct s {\n \tint a;\n \tunion {\n+\t\t${open}\n${inside} \t};\n \tint d;\n };\n`.replace(
      'CLOSE',
      close,
    );
  for (const [open, close] of [
    ['struct {', '};'],
    ['struct_group(grp,', ');'],
  ] as const) {
    const both = ' \t\tint p;\n \t\tint q;\n+\t\tCLOSE\n';
    const { edits, left } = reviewed('s', 12, members, patch(open, both, close));
    expect(edits).toEqual([]);
    expect(left).toEqual(Array(2).fill(expect.stringContaining('one after the other')));
    const one = ' \t\tint p;\n+\t\tCLOSE\n \t\tint q;\n';
    expect(reviewed('s', 12, members, patch(open, one, close)).left).toEqual([]);
  }
});

test('a new union to which git gives the lines of the one that it holds', () => {
  const held = aggregate('union', '', 4, [member('b', 0, INT), member('c', 0, INT)]);
  const members = [member('a', 0, INT), member(null, 4, held), member('d', 8, INT)];
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -1,8 +1,10 @@\n struct s {\n-\tint a;\n \tunion {\n-\t\tint b;\n-\t\tint c;\n' +
    '+\t\tint a;\n+\t\tunion {\n+\t\t\tint b;\n+\t\t\tint c;\n+\t\t};\n \t};\n \tint d;\n };\n';
  const { left } = reviewed('s', 12, members, patch);
  expect(left).toContainEqual(expect.stringContaining('int a;'));
  expect(left).toContainEqual(expect.stringContaining('union {'));
});

test('of two branches with the same names the one is meant that has them in a union as the loaded struct has', () => {
  const open = '--- a/x.h\n+++ b/x.h\n@@ -9,14 +9,14 @@\n struct s {\n';
  const branches = (sign: string) =>
    [
      '#ifdef BOTH',
      '\tint p;',
      '\tint q;',
      '#else',
      '\tunion {',
      '\t\tint p;',
      '\t\tint q;',
      '\t};',
      '#endif',
    ]
      .map((line) => `${sign}${line}\n`)
      .join('');
  const patch = `${open} \tint a;\n${branches('-')} \tint d;\n \tint e;\n${branches('+')} };\n`;
  const union = aggregate('union', '', 4, [member('p', 0, INT), member('q', 0, INT)]);
  const [a, d, e] = [member('a', 0, INT), member('d', 8, INT), member('e', 12, INT)];
  const united = [a, member(null, 4, union), d, e];
  expect(reviewed('s', 16, united, patch)).toEqual({ edits: ['move anon(p) after e'], left: [] });
  const plain = [
    a,
    member('p', 4, INT),
    member('q', 8, INT),
    member('d', 12, INT),
    member('e', 16, INT),
  ];
  const both = { edits: ['move p after e', 'move q after p'], left: [] };
  expect(reviewed('s', 20, plain, patch)).toEqual(both);
  // Where both branches fit, nobody knows which one a change is in.
  const alike = `${open} #ifdef X\n-\tint a;\n+\tint a __aligned(8);\n #else\n \tint a;\n #endif\n \tint b;\n`;
  expect(reviewed('s', 16, FOUR, alike).left.length).toBeGreaterThan(0);
});

test('marks of a group take no room; an aligned one begins a line, and keeps what follows its end off it', () => {
  const members = FOUR.map((each) => each);
  const begin = (words: string) =>
    `--- a/x.h\n+++ b/x.h\n@@ -9,4 +9,6 @@ struct s {\n \tint a;\n+\t__cacheline_group_begin${words};\n \tint b;\n`;
  const added = 'add __cacheline_group_begin__hot "__u8[0]" 0 align 1 after a';
  const patch = (words: string) =>
    reviewed('s', 16, members, `${begin(words)} \tint c;\n \tint d;\n };\n`);
  expect(patch('(hot)')).toEqual({ edits: [added], left: [] });
  expect(patch('(hot) __aligned(8)').edits).toEqual([
    added,
    'align __cacheline_group_begin__hot 8',
  ]);
  expect(patch('_aligned(hot, 32)').edits).toEqual([
    added,
    'align __cacheline_group_begin__hot 32',
  ]);
  const whole = reviewed(
    's',
    16,
    members,
    `${begin('_aligned(hot)')}+\t__cacheline_group_end_aligned(hot);\n \tint c;\n \tint d;\n };\n`,
  );
  expect(whole.left).toEqual([]);
  expect(whole.edits).toEqual([
    added,
    'align __cacheline_group_begin__hot cacheline',
    'add __cacheline_group_end__hot "__u8[0]" 0 align 1 after b',
    'align __cacheline_group_end__hot 8',
    'add __cacheline_group_pad__hot "__u8[0]" 0 align 1 after __cacheline_group_end__hot',
    'align __cacheline_group_pad__hot cacheline',
  ]);
});

test('an alignment may be a product of sizes', () => {
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -9,3 +9,3 @@ struct s {\n \tint a;\n-\tint b;\n+\tint b __aligned(4 * sizeof(long));\n \tint c;\n';
  expect(reviewed('s', 16, FOUR, patch)).toEqual({ edits: ['align b 32'], left: [] });
});

test('a member of another type is not taken for one that is missing, nor aligned in its place', () => {
  const long = scalar('long', 8);
  const open = '--- a/x.h\n+++ b/x.h\n@@ -9,3 +9,3 @@ struct s {\n \tint a;\n';
  const aligns = (declared: string) =>
    `${open}-\t${declared};\n+\t${declared} ____cacheline_aligned;\n \tint c;\n`;
  const members = [member('a', 0, INT), member('b', 8, long), member('c', 16, INT)];
  expect(reviewed('s', 24, members, aligns('long before')).edits).toEqual(['align b cacheline']);
  const other = reviewed('s', 24, members, aligns('struct list_head before'));
  expect(other.edits).toEqual([]);
  expect(other.left).toEqual([
    expect.stringContaining('`before` is not in the loaded struct'),
    expect.stringContaining('`before` is not in the loaded struct'),
  ]);
  const array = reviewed('s', 24, members, aligns('long b[4]'));
  expect(array.edits).toEqual([]);
  expect(array.left[1]).toContain('In the loaded struct `b` is `long`, not `long[4]`.');
});

test('constants of an enum and an attribute above a struct are named, whatever struct the `@@` has', () => {
  const hunk = (text: string) =>
    reviewed('s', 16, FOUR, `--- a/x.h\n+++ b/x.h\n@@ -9,4 +9,4 @@ struct s {\n${text}`);
  for (const lines of [
    ' \tONE,\n-\tTWO,\n+\tTWO = 2,\n \tTHREE,\n };\n',
    ' \tint a;\n \tenum {\n-\t\tTWO,\n+\t\tTWO = 2,\n \t\tTHREE,\n \t} b;\n',
    ' enum kind {\n-\tTWO,\n \tTHREE,\n+\tTWO,\n };\n',
  ]) {
    const { edits, left } = hunk(lines);
    expect([edits, left.length]).toEqual([[], 2]);
    for (const each of left) expect(each).toContain('It changes an enum');
  }
  const above = '+____cacheline_aligned\n struct s {\n \tint a;\n \tint b;\n';
  expect(hunk(above).left).toEqual([
    expect.stringContaining('ignore an attribute before `struct`'),
  ]);
});

test('a struct, a macro and a block of conditions that only come change nothing that is loaded', () => {
  const news =
    '+#if defined(BIG)\n+#define ROOM(name) struct room name\n+struct room {\n+\tchar x[0];\n+};\n+#endif\n';
  const patch = (more: string) =>
    reviewed(
      's',
      16,
      FOUR,
      `--- a/x.h\n+++ b/x.h\n@@ -1,9 +1,16 @@\n${news} struct s {\n${MOVE}${more} };\n`,
    );
  expect(patch('')).toEqual({ edits: ['move b after c'], left: [] });
  // A name that was there before may be the size of a member.
  expect(patch(' \tchar x[ROOM];\n').left).toEqual([
    expect.stringContaining('+#define ROOM(name) struct room name: A macro may be'),
  ]);
});

test('a struct that comes whole, as in a diff against nothing, is the loaded one or is named', () => {
  const posted = (lines: string) =>
    reviewed(
      's',
      16,
      FOUR,
      `--- /dev/null\n+++ b/x.h\n@@ -0,0 +1,${lines.split('\n').length} @@\n${lines.replace(/^/gm, '+')}\n`,
    );
  const whole = 'struct s {\n\tint a;\n\tint b;\n\tint c;\n\tint d;\n};';
  expect(posted(whole)).toEqual({ edits: [], left: [] });
  for (const other of [
    whole.replace('};', '} __attribute__((aligned(64)));'),
    whole.replace('struct s', 'struct __attribute__((packed)) s'),
    whole.replace('int b', 'int b __attribute__((packed))'),
    whole.replace('\tint d;\n', ''),
    whole.replace('int d', 'int e'),
    whole.replace('int d', 'long d'),
    whole.replace('\tint d;\n', '#ifdef X\n\tint d;\n#endif\n'),
    whole.replace(/(\tint b;\n)(\tint c;\n)/, '$2$1'),
  ]) {
    const { edits, left } = posted(other);
    expect(edits, other).toEqual([]);
    expect(left[0], other).toContain('a different one of that name');
  }
});

test('`#pragma once` packs nothing, and any other may', () => {
  const patch = (pragma: string) =>
    `--- a/x.h\n+++ b/x.h\n@@ -1,9 +1,10 @@\n+#pragma ${pragma}\n struct s {\n${MOVE} };\n`;
  expect(reviewed('s', 16, FOUR, patch('once'))).toEqual({ edits: ['move b after c'], left: [] });
  expect(reviewed('s', 16, FOUR, patch('pack(1)')).left).toHaveLength(1);
});

test('a patch is there though a member beside it has gone elsewhere', () => {
  const six = ['f', 'a', 'c', 'b', 'd', 'e'].map((name, at) => member(name, 4 * at, INT));
  const patch =
    '--- a/x.h\n+++ b/x.h\n@@ -9,7 +9,7 @@ struct s {\n \tint a;\n-\tint b;\n \tint c;\n+\tint b;\n \tint f;\n \tint d;\n \tint e;\n';
  expect(reviewed('s', 24, six, patch)).toEqual({ edits: [], left: [] });
});

test('a line says the same with any comment on it, or with none', () => {
  const comments = ['', ' // new', ' /* new */', ' /* a, */ // b', ' // "\'', ' /* new'];
  const line = (before: string, code: string, after: string) => {
    const lines = `${before}+${code}\n${after}`.split('\n').length - 2;
    const patch = `--- a/x.h\n+++ b/x.h\n@@ -3,${lines - 1} +3,${lines} @@ ${before}+${code}\n${after}`;
    return reviewed('s', 16, FOUR, patch).left.map((each) => each.replace(/^.*?: /, ''));
  };
  const cases = [
    // The head of the enum is in the hunk, or the line that git names, or neither.
    ['\n enum kind {\n \tKIND_A,\n', '\tKIND_C,', ' };\n', 'It changes an enum'],
    ['\n enum kind {\n \tkind_a,\n', '\tkind_c,', ' };\n', 'It changes an enum'],
    ['\n enum kind {\n', '\tKIND_B = 1, KIND_C,', ' };\n', 'It changes an enum'],
    ['enum kind {\n \tone,\n', '\ttwo = 2,', ' \tthree,\n };\n', 'It changes an enum'],
    ['\n \tKIND_A,\n', '\tKIND_C,', ' \tKIND_D,\n', 'It changes an enum'],
    ['int f(void)\n };\n', 'typedef int b;', ' int b;\n', 'It is a typedef'],
    ['int f(void)\n \n', '__packed', ' struct s {\n', 'Compilers ignore'],
    ['\n #define A 1\n', '#undef A', ' #define A 2\n', 'A macro may be'],
  ] as const;
  for (const [before, code, after, sentence] of cases) {
    for (const comment of comments) {
      const next = comment === ' /* new' ? after.replace(/^ /, ' */') : after;
      const found = line(before, `${code}${comment}`, next);
      expect(found.join(), `${code}${comment} after ${before}`).toContain(sentence);
    }
  }
});

test('a struct in a union whose two braces are in two hunks is taken away once', () => {
  const inner = aggregate('struct', '', 8, FOUR.slice(0, 2));
  const members = [member(null, 0, aggregate('union', '', 8, [member(null, 0, inner)]))];
  const at = (range: string, lines: string) => `@@ ${range} @@ struct s {\n${lines}`;
  const patch =
    at('-3,2 +3', '-\t\tstruct {\n-\t\t\tint a;\n+\t\tint a;\n') +
    at('-5,2 +4', '-\t\t\tint b;\n-\t\t};\n+\t\tint b;\n');
  expect(reviewed('s', 8, members, `--- a/x.h\n+++ b/x.h\n${patch}`)).toEqual({
    edits: ['move a,b out'],
    left: [],
  });
});

test('an `#endif` that moves over a member, of an `#if` that the hunk does not show', () => {
  const lines = '-#endif\n \tint b;\n-\tint c;\n+#endif\n+\tint  c;\n \tint d;\n';
  const { left } = reviewed(
    's',
    16,
    FOUR,
    `--- a/x.h\n+++ b/x.h\n@@ -5,4 +5,4 @@ struct s {\n${lines}`,
  );
  expect(left.map((each) => each.replace(/:.*/, ''))).toEqual(['-#endif', '+#endif']);
});

test('a new member under an `#if` whose other members the loaded struct lacks is not there either', () => {
  const at = (others: string) =>
    `--- a/x.h\n+++ b/x.h\n@@ -1,6 +1,7 @@ struct s {\n \tint b;\n #ifdef TLS\n+\tint news;\n${others} #endif\n \tint c;\n };\n`;
  const found = reviewOf(at(' \tint errors;\n'), () =>
    newDocument(structDesc(X86_64, aggregate('struct', 's', 16, FOUR))),
  );
  expect(found.structs.flatMap(({ edits }) => edits)).toEqual([]);
  expect(found.left).toEqual([]);
  expect(found.notes.map(noteText)).toEqual([
    '`news` is not in the loaded struct: it is under `defined(TLS)`.',
  ]);
});

test('a file that moves and packs its struct, which has a member under an `#if` that does not hold', () => {
  const text = (head: string) => [
    head,
    '\tint a;',
    '#ifdef OFF',
    '\tint never;',
    '#endif',
    '\tint b;',
    '};',
  ];
  const side = (sign: string, head: string) =>
    text(head)
      .map((line) => `${sign}${line}\n`)
      .join('');
  const patch = `--- a/x.h\n+++ /dev/null\n@@ -1,7 +0,0 @@\n${side('-', 'struct s {')}--- /dev/null\n+++ b/y/x.h\n@@ -0,0 +1,7 @@\n${side('+', 'struct __attribute__((packed)) s {')}`;
  const { left } = reviewed('s', 8, FOUR.slice(0, 2), patch);
  expect(left).toHaveLength(4);
  expect(left[0]).toContain('It packs the struct');
});

test('a typedef that moves makes no size unknown; one that becomes another does', () => {
  const patch = (was: string, is: string) =>
    `--- a/x.h\n+++ b/x.h\n@@ -1,1 +1,1 @@\n${is}@@ -9,7 +9,7 @@ struct s {\n${MOVE} };\n@@ -20,1 +20,1 @@\n${was}`;
  const typedef = (sign: string, type: string) => `${sign}typedef ${type} pair_t;\n`;
  const leftOf = (text: string) => reviewed('s', 16, FOUR, text).left;
  expect(leftOf(patch(typedef('-', 'struct pair'), typedef('+', 'struct pair')))).toEqual([]);
  expect(leftOf(patch(typedef('-', 'int'), typedef('+', 'long')))).toHaveLength(2);
});

test('a hunk that names no struct is not of one with the same members in another file', () => {
  const named = (file: string, range: string) =>
    `--- a/${file}\n+++ b/${file}\n@@ -9,5 +9,5 @@ ${range}\n${MOVE}`;
  const { edits, left } = reviewed('s', 16, FOUR, named('x.h', 'struct s {') + named('y.h', ''));
  expect(edits).toEqual(['move b after c']);
  expect(left.map((each) => each.replace(/:.*/, ''))).toEqual(['-int b;', '+int b;']);
});

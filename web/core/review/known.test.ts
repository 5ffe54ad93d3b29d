import { expect, test } from 'vitest';
import { newDocument } from '../edit/document';
import { aggregate, array, member, scalar, structDesc, type MemberSpec } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { reviewOf } from './testing/reviewed';

const INT = scalar('int', 4);
const LONG = scalar('long', 8);
const WHEEL = aggregate('struct', 'wheel', 16, [member('spokes', 0, LONG), member('rim', 8, LONG)]);
const LORRY: readonly MemberSpec[] = [
  member('load', 0, LONG),
  member('front', 8, WHEEL),
  member('axles', 24, array(INT, 6)),
  member('name', 48, LONG),
];
const LOADED = new Map(
  [WHEEL, aggregate('struct', 'lorry', 56, [...LORRY])].map((each) => {
    const document = newDocument(structDesc(X86_64, each));
    return [document.struct.name, document] as const;
  }),
);

/** Of each struct of a patch whether its figures are said. */
function known(
  patch: string,
  has: (name: string) => boolean = () => true,
): Record<string, boolean> {
  const { structs } = reviewOf(`--- a/x.h\n+++ b/x.h\n${patch}`, (name) =>
    has(name) ? (LOADED.get(name) ?? null) : null,
  );
  return Object.fromEntries(structs.map((each) => [each.document.struct.name, each.isKnown]));
}

const MOVED =
  '@@ -9,5 +9,5 @@ struct lorry {\n \tlong load;\n-\tstruct wheel front;\n \tint axles[6];\n \tlong name;\n+\tstruct wheel front;\n };\n';

test('a struct that holds another by value, which grows in the same patch, has no size', () => {
  const less = '@@ -1,3 +1,2 @@ struct wheel {\n \tlong spokes;\n-\tlong rim;\n };\n';
  expect(known(`${less}${MOVED}`)).toEqual({ wheel: true, lorry: false });
  // Of the same size it moves nothing.
  const turned =
    '@@ -1,3 +1,3 @@ struct wheel {\n-\tlong spokes;\n \tlong rim;\n+\tlong spokes;\n };\n';
  expect(known(`${turned}${MOVED}`)).toEqual({ wheel: true, lorry: true });
});

test('a struct that is declared in another is one of its own, and the other has its size', () => {
  const inside = (count: string, lines: string) =>
    `@@ -1,9 +1,${count} @@\n struct lorry {\n \tlong load;\n \tstruct wheel {\n${lines}\n \t} front;\n \tint axles[6];\n \tlong name;\n };\n`;
  const turned = inside('9', '+\t\tlong rim;\n \t\tlong spokes;\n-\t\tlong rim;');
  expect(known(turned)).toEqual({ lorry: true, wheel: true });
  expect(known(turned, (name) => name === 'lorry')).toEqual({ lorry: false });
  const less = inside('8', ' \t\tlong spokes;\n-\t\tlong rim;');
  expect(known(less)).toEqual({ lorry: false, wheel: true });
});

test('a macro decides where its value is the size of something, or is no number', () => {
  const define = (old: string, now: string) =>
    known(`@@ -1,1 +1,1 @@\n-#define N ${old}\n+#define N ${now}\n${MOVED}`)['lorry'];
  expect(define('1000', '1001')).toBe(true);
  expect(define('(1 << 29)', '(1 << 30)')).toBe(true);
  expect(define('6', '7')).toBe(false);
  expect(define('7', '8')).toBe(false);
  expect(define('OTHER', '1001')).toBe(false);
  expect(define('0x6', '0x100')).toBe(false);
});

test('a macro that follows a pointer or is a statement is computed when it runs', () => {
  const define = (old: string, now: string) =>
    known(`@@ -1,1 +1,1 @@\n-#define ${old}\n+#define ${now}\n${MOVED}`)['lorry'];
  expect(define('slots(d) ((d)->size[0])', 'slots(d) ((d)->size[1])')).toBe(true);
  expect(define('N sizeof(((struct x *)0)->a)', 'N sizeof(((struct x *)0)->b)')).toBe(false);
  expect(define('STOP(n) do { stop(n); } while (0)', 'STOP(n) stop(n)')).toBe(false);
  expect(define('STOP(n) do { stop(n); } while (0)', 'STOP(n) while (n) stop(n)')).toBe(true);
  expect(
    define(
      'TYPE(n) struct n { int a; }; int f(void) { return 1; }',
      'TYPE(n) int n(void) { return 1; }',
    ),
  ).toBe(false);
  expect(define('ROW(n) int n;', 'ROW(n) long n;')).toBe(false);
});

test('prototypes, new enums and new typedefs change no layout; a virtual function may', () => {
  const beside = (lines: string) => {
    const count = lines.split('\n').length;
    return known(
      `@@ -1,1 +1,${count + 1} @@ struct wheel;\n \n${lines.replace(/^/gm, '+')}\n${MOVED}`,
    )['lorry'];
  };
  expect(beside('int turn(struct wheel *wheel, long by);\nvoid stop(void);')).toBe(true);
  expect(beside('typedef enum {\n\tFRONT = 1,\n\tREAR,\n} end_of_lorry;')).toBe(true);
  expect(beside('typedef void (*turned_fn)(struct wheel *);')).toBe(true);
  expect(beside('typedef int axles;')).toBe(false);
  // libuv b9b6db052, CPython: after a struct that git names, at the margin.
  const after = (context: string, lines: string) =>
    known(`@@ -8,1 +8,2 @@ struct wheel {\n ${context}\n${lines.replace(/^/gm, '+')}\n${MOVED}`);
  expect(
    after(
      'UV_EXTERN int uv_pipe_open(uv_pipe_t*, uv_file file);',
      'UV_EXTERN int uv_pipe_bind2(uv_pipe_t* handle,\n                            size_t namelen,\n                            unsigned int flags);',
    ),
  ).toEqual({ lorry: true });
  expect(
    after(
      'PyAPI_FUNC(int) PyLong_Check(PyObject *);',
      'PyAPI_FUNC(long) PyLong_AsLong(PyObject *);',
    ),
  ).toEqual({ lorry: true });
  expect(after('void (*turned)(struct wheel *);', 'long nuts;')['lorry']).toBe(false);
  const inside = (line: string) =>
    known(`@@ -1,3 +1,4 @@\n struct wheel {\n+\t${line}\n \tlong spokes;\n \tlong rim;\n`)['wheel'];
  expect(inside('int turn(struct wheel *wheel, long by);')).toBe(true);
  expect(inside('virtual int turn(struct wheel *wheel, long by);')).toBe(false);
});

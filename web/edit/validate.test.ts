import { expect, test } from 'vitest';
import type { StructDesc } from '../facts/generated';
import { structFromC } from '../layout/testing/c';
import type { MemberPath } from '../layout/ids';
import { newDocument, type LayoutDocument } from './document';
import { checkUpgraders } from './upgrade';
import { parseDocument } from './validate';

const DOCUMENT: LayoutDocument = {
  ...newDocument(structFromC(`struct s { int a:3; struct { char b; }; long c[4]; struct t *d; };`)),
  edits: [
    { kind: 'move', members: ['a' as MemberPath], to: { at: 'last' }, alone: true },
    { kind: 'align', member: 'c' as MemberPath, bytes: 'cacheline' },
  ],
  tags: [{ member: 'c' as MemberPath, role: 'lock', weight: null }],
};

function damaged(change: (struct: StructDesc) => Partial<StructDesc>): string {
  const parsed = parseDocument({
    ...DOCUMENT,
    struct: { ...DOCUMENT.struct, ...change(DOCUMENT.struct) },
  });
  return parsed.ok ? 'read' : parsed.error;
}

test('a document survives JSON', () => {
  const parsed = parseDocument(JSON.parse(JSON.stringify(DOCUMENT)));
  expect(parsed).toEqual({ ok: true, value: DOCUMENT });
});

test('what is damaged is named', () => {
  expect(parseDocument(null)).toMatchObject({
    error: 'This is no layout document: it is not a JSON object.',
  });
  expect(parseDocument({ v: 99 })).toMatchObject({
    error: expect.stringContaining('version 99') as string,
  });
  expect(parseDocument({ ...DOCUMENT, lineBytes: 65 })).toMatchObject({
    error: expect.stringContaining('`lineBytes`') as string,
  });
  expect(damaged(() => ({ root: 99 }))).toMatch(/root is no struct/);
});

test('a type that is missing, or that holds itself, is found', () => {
  const members = (struct: StructDesc, typeIndex: number) =>
    struct.types.map((type, index) =>
      index === struct.root && type.shape.kind === 'aggregate'
        ? {
            ...type,
            shape: {
              ...type.shape,
              members: type.shape.members.map((member) => ({ ...member, typeIndex })),
            },
          }
        : type,
    );
  expect(damaged((struct) => ({ types: members(struct, 99) }))).toMatch(
    /refers to type 99, which is missing/,
  );
  expect(damaged((struct) => ({ types: members(struct, struct.root) }))).toMatch(/holds itself/);
});

test('upgraders have no gap and none too many', () => {
  const same = (document: Readonly<Record<string, unknown>>) => ({ ...document });
  expect(() => checkUpgraders(new Map([[2, same]]), 2)).not.toThrow();
  expect(() => checkUpgraders(new Map(), 2)).toThrow(/no upgrader to document version 2/);
  expect(() => checkUpgraders(new Map([[2, same]]), 1)).toThrow(/no document version/);
});

/** A struct that holds two of the one before, without names, `levels` deep: a few bytes, and 2^levels members. */
function fan(levels: number): LayoutDocument {
  const struct = structFromC('struct s { struct { int a; int b; }; };');
  const inner = struct.types.findIndex(
    ({ shape }, index) => index !== struct.root && shape.kind === 'aggregate',
  );
  const types = [...struct.types];
  let last = inner;
  for (let level = 1; level < levels; level++) {
    const type = types[inner]!;
    if (type.shape.kind !== 'aggregate') throw new Error('no struct');
    const members = type.shape.members.map((member) => ({
      ...member,
      name: null,
      typeIndex: last,
    }));
    last = types.push({ ...type, shape: { ...type.shape, members } }) - 1;
  }
  return newDocument({ ...struct, types, root: last });
}

test('what few bytes unpack to is bounded: members, and members times changes', () => {
  const said = (document: LayoutDocument) => {
    const parsed = parseDocument(document);
    return parsed.ok ? 'read' : parsed.error;
  };
  expect(said(fan(10))).toBe('read');
  expect(said(fan(18))).toMatch(/more than 20000 members/);
  const changes = (count: number) =>
    Array.from({ length: count }, () => ({ kind: 'pair', on: true }) as const);
  expect(said({ ...fan(2), edits: changes(10_000) })).toBe('read');
  expect(said({ ...fan(10), edits: changes(10_000) })).toMatch(/10000 changes of \d+ members/);
});

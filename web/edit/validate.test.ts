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

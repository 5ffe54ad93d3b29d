import { expect, test } from 'vitest';
import type { StructDesc } from '../facts/generated';
import { structFromC } from '../layout/testing/c';
import type { MemberPath } from '../layout/ids';
import { OF_DRAFTS, type Budget } from './budget';
import { newDocument, type LayoutDocument } from './document';
import { checkUpgraders, upgrade } from './upgrade';
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

test('a document of an older version is taken up to the newest, step by step', () => {
  // Versions 2 and 3 are made up: the first release has none but 1.
  type Plain = Readonly<Record<string, unknown>>;
  const upgraders = new Map<number, (document: Plain) => Record<string, unknown>>([
    [2, (document) => ({ ...document, colour: 'red' })],
    [3, ({ colour, ...document }) => ({ ...document, colours: [colour] })],
  ]);
  expect(upgrade({ v: 1, name: 'a' }, upgraders, 3)).toEqual({
    ok: true,
    value: { v: 3, name: 'a', colours: ['red'] },
  });
  expect(upgrade({ v: 2, colour: 'blue' }, upgraders, 3)).toEqual({
    ok: true,
    value: { v: 3, colours: ['blue'] },
  });
  expect(upgrade({ v: 4 }, upgraders, 3)).toMatchObject({
    error:
      'This layout document has version 4; this build reads up to 3. Open it with a newer one.',
  });
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
  expect(said(fan(8))).toBe('read');
  expect(said(fan(9))).toMatch(/shows 1022 members at once, more than 1000/);
  expect(said(fan(18))).toMatch(/more than 20000 members/);
  const changes = (count: number) =>
    Array.from({ length: count }, () => ({ kind: 'pair', on: true }) as const);
  expect(said({ ...fan(2), edits: changes(10_000) })).toBe('read');
  expect(said({ ...fan(8), edits: changes(10_000) })).toMatch(/10000 changes of 510 members/);
});

test('what is said of members, and rows of profiles, are bounded; of drafts only far above', () => {
  const said = (document: LayoutDocument, budget?: Budget) => {
    const parsed = parseDocument(document, budget);
    return parsed.ok ? 'read' : parsed.error;
  };
  const tag = { member: 'a' as MemberPath, role: 'cold', weight: null } as const;
  const tagged = { ...DOCUMENT, tags: Array.from({ length: 5000 }, () => tag) };
  expect(said(tagged)).toMatch(/5000 tags, notes and pins, more than 500/);
  expect(said(tagged, OF_DRAFTS)).toBe('read');
  const all = Array.from({ length: 5000 }, () => 'a' as MemberPath);
  expect(said({ ...DOCUMENT, rules: [{ kind: 'apart', a: all, b: [] }] })).toMatch(
    /5001 members in rules, more than 4000/,
  );
  expect(said(fan(13), OF_DRAFTS)).toBe('read');
});

test('nested members that would show too much are closed; others stay open', () => {
  const struct = structFromC('struct s { struct { int a; int b; } one[64]; long two; };');
  const opened = (count: number) => {
    const expanded = Array.from({ length: count }, () => 'one' as MemberPath);
    const document = newDocument(struct);
    const parsed = parseDocument({ ...document, view: { ...document.view, expanded } });
    return parsed.ok ? parsed.value.view.expanded.length : parsed.error;
  };
  expect(opened(3)).toBe(3);
  expect(opened(40)).toBe(0);
});

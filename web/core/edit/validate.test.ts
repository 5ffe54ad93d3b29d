import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import type { StructDesc } from '../facts/generated';
import { structFromC } from '../layout/testing/c';
import type { MemberPath } from '../layout/ids';
import type { Budget } from './budget';
import { newDocument, type LayoutDocument } from './document';
import type { Edit } from './edit';
import { BARE_DOCUMENT_PROFILE, type DocumentProfile } from './profiles';
import { parseDocument } from './validate';

const DOCUMENT: LayoutDocument = {
  ...newDocument(structFromC(`struct s { int a:3; struct { char b; }; long c[4]; struct t *d; };`)),
  edits: [
    { kind: 'move', members: ['a' as MemberPath], to: { at: 'last' }, alone: true },
    { kind: 'align', member: 'c' as MemberPath, bytes: 'cacheline' },
  ],
  tags: [{ member: 'c' as MemberPath, role: 'lock', weight: null }],
};

const PROFILE: DocumentProfile = { ...BARE_DOCUMENT_PROFILE, name: 'p' };

function damaged(change: (struct: StructDesc) => Partial<StructDesc>): string {
  const parsed = parseDocument({
    ...DOCUMENT,
    struct: { ...DOCUMENT.struct, ...change(DOCUMENT.struct) },
  });
  return parsed.ok ? 'read' : sentence(parsed.error);
}

test('a document survives JSON', () => {
  const parsed = parseDocument(JSON.parse(JSON.stringify(DOCUMENT)));
  expect(parsed).toEqual({ ok: true, value: DOCUMENT });
});

test('what is damaged is named', () => {
  expect(parseDocument(null)).toMatchObject({
    error: { text: 'This is not a layout document: it is not a JSON object.' },
  });
  expect(parseDocument({ v: 99 })).toMatchObject({
    error: { text: expect.stringContaining('version 99') as string },
  });
  expect(parseDocument({ ...DOCUMENT, lineBytes: 65 })).toMatchObject({
    error: { text: expect.stringContaining('`lineBytes`') as string },
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

/** What is said of a document; `read` where it opens. */
function outputOf(document: LayoutDocument, budget?: Budget): string {
  const parsed = parseDocument(document, budget);
  return parsed.ok ? 'read' : sentence(parsed.error);
}

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

test('changes are counted by what they make of the struct, in every list of them', () => {
  const flat = newDocument(structFromC('struct s { int a; int b; };'));
  const add = (at: number): Edit => ({
    ...{ kind: 'add', name: `n${at}` as MemberPath, to: { at: 'last' } },
    ...{ typeName: 'int', bytes: 4, bits: null, align: 4 },
  });
  const lists: Readonly<Record<string, (edits: readonly Edit[]) => LayoutDocument>> = {
    edits: (edits) => ({ ...flat, edits }),
    proposal: (edits) => ({ ...flat, proposal: { title: 'p', edits } }),
    measuredOn: (measuredOn) => ({ ...flat, profiles: [{ ...PROFILE, measuredOn }] }),
  };
  for (const [name, list] of Object.entries(lists)) {
    expect(outputOf(list(times(990, add))), name).toBe('read');
    expect(outputOf(list(times(1000, add))), name).toMatch(
      /1,002 members at once, more than 1,000/,
    );
    const notes = times(501, (line): Edit => ({ kind: 'noteLine', line, text: 'n' }));
    expect(outputOf(list(notes)), name).toMatch(/501 tags, notes, pins and rules, more than 500/);
    const moves = times(20_001, (): Edit => ({ kind: 'pair', on: true }));
    expect(outputOf(list(moves)), name).toMatch(/20,001 changes, more than 20,000/);
  }
  const wide = newDocument(
    structFromC(`struct s { ${times(900, (at) => `int m${at};`).join('')} };`),
  );
  const moves = times(4500, (): Edit => ({
    kind: 'move',
    members: ['m0' as MemberPath],
    to: { at: 'last' },
  }));
  expect(outputOf({ ...wide, edits: moves.slice(0, 4400) })).toBe('read');
  expect(outputOf({ ...wide, edits: moves })).toMatch(
    /4,050,000 steps in its changes, more than 4,000,000/,
  );
  expect(
    outputOf({ ...wide, profiles: [{ ...PROFILE, measuredOn: moves.slice(0, 1200) }] }),
  ).toMatch(/4,320,000 steps/);
});

test('what is said of members, and rows of profiles, are bounded; of drafts only far above', () => {
  const tag = { member: 'a' as MemberPath, role: 'cold', weight: null } as const;
  const tagged = { ...DOCUMENT, tags: times(5000, () => tag) };
  expect(outputOf(tagged)).toMatch(/5,000 tags, notes, pins and rules, more than 500/);
  expect(outputOf(tagged, 'ofDrafts')).toBe('read');
  const empty = times(501, () => ({ kind: 'sameLine', members: [] }) as const);
  expect(outputOf({ ...DOCUMENT, rules: empty })).toMatch(/502 tags, notes, pins and rules/);
  const all = times(5000, () => 'a' as MemberPath);
  expect(outputOf({ ...DOCUMENT, rules: [{ kind: 'apart', a: all, b: [] }] })).toMatch(
    /5,000 members in rules, more than 4,000/,
  );
  const idle = { ...PROFILE, cores: times(5000, () => []) };
  expect(outputOf({ ...DOCUMENT, profiles: [idle] })).toMatch(
    /5,001 rows of profiles, more than 5,000/,
  );
});

test('nested members that would show too much are closed; others stay open', () => {
  const struct = structFromC('struct s { struct { int a; int b; } one[64]; long two; };');
  const opened = (count: number) => {
    const expanded = times(count, () => 'one' as MemberPath);
    const document = newDocument(struct);
    const parsed = parseDocument({ ...document, view: { ...document.view, expanded } });
    return parsed.ok ? parsed.value.view.expanded.length : sentence(parsed.error);
  };
  expect(opened(3)).toBe(3);
  expect(opened(40)).toBe(0);
});

import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attribute } from '../analysis/attribute/attribute';
import { takenLayout } from '../analysis/attribute/taken';
import { applyEdits } from '../edit/apply';
import { newDocument, type LayoutDocument } from '../edit/document';
import { parseEdit } from '../edit/parse';
import { arbitraryEdit } from '../edit/testing/arbitraryEdit';
import { parseDocument } from '../edit/validate';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { nestedLayout } from '../layout/nested';
import { structFromC } from '../layout/testing/c';
import { fieldsOf } from '../layout/walk';
import { leanDocument } from './lean';
import { makeLink, readLink, whyUnopened } from './link';

const STUDIES = readdirSync('public/studies').filter((name) => name.endsWith('.json'));

function study(name: string): LayoutDocument {
  const parsed = parseDocument(JSON.parse(readFileSync(`public/studies/${name}`, 'utf8')));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

async function opened(text: string): Promise<LayoutDocument> {
  const read = await readLink(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** All that is shown of a document: each field's place, and all else but the types. */
function shown(document: LayoutDocument) {
  const applied = applyEdits(document);
  const layout = computeLayout(applied.struct);
  const fields = [...fieldsOf(layout)].map((field) => [
    field.path,
    field.member.typeName,
    field.offsetBits,
    field.sizeBits,
    field.alignBits,
    field.member.align,
  ]);
  const struct = { ...document.struct, types: [] };
  // A row's own percentages are left out of a link: its counts were made from them.
  const profiles = document.profiles.map((profile) => ({
    ...profile,
    lines: profile.lines.map((line) => ({
      ...line,
      rows: line.rows.map((row) => ({ ...row, shares: null })),
    })),
  }));
  const heat = document.profiles.map((profile) =>
    attribute(takenLayout(document, profile), profile, applied.bindings).heat.fields.map(
      ({ path, counts }) => [path, counts],
    ),
  );
  const { skipped } = applied;
  return { ...document, profiles, struct, fields, heat, skipped, size: layout.sizeBits };
}

const EDITED: LayoutDocument = {
  ...study('file-f_ref.json'),
  notes: [],
  edits: ['move f_ref last', 'move f_owner after f_cred', 'note f_ref "one → two"'].map((words) => {
    const edit = parseEdit(words);
    if (!edit.ok) throw new Error(edit.error);
    return edit.value;
  }),
};

test.each(STUDIES)('%s comes out of a link as it went in', async (name) => {
  const document = study(name);
  expect(shown(await opened(await makeLink(document)))).toEqual(shown(document));
});

test('edits travel along, and the link of what was opened is the same link', async () => {
  const link = await makeLink(EDITED);
  const again = await opened(link);
  expect(shown(again)).toEqual(shown(EDITED));
  expect(await makeLink(again)).toBe(link);
});

test('struct file with edits and tags takes no more than 700 characters', async () => {
  expect((await makeLink(EDITED)).length).toBeLessThanOrEqual(700);
});

test('what is open inside a nested type stays open', async () => {
  const document = study('mm_struct.json');
  const view = { ...document.view, expanded: ['mmap_lock' as MemberPath] };
  const inside = (each: LayoutDocument, path: string) => {
    const applied = applyEdits(each);
    const field = [...fieldsOf(computeLayout(applied.struct))].find((one) => one.path === path);
    const nested = field && nestedLayout(applied.struct.desc, field);
    return nested && [...fieldsOf(nested)].map(({ path: own, offsetBits }) => [own, offsetBits]);
  };
  const open = await opened(await makeLink({ ...document, view }));
  expect(inside(open, 'mmap_lock')).toEqual(inside(document, 'mmap_lock'));
  expect(inside(open, 'mmap_lock')?.length).toBeGreaterThan(3);
  const closed = await opened(await makeLink(document));
  expect(inside(closed, 'mmap_lock')).toBeNull();
});

test('edits of every kind, rules and notes come through as they were', async () => {
  const named = fc.array(arbitraryEdit, { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(named, async (edits) => {
      expect((await opened(await makeLink({ ...EDITED, edits }))).edits).toEqual(edits);
    }),
    { numRuns: 200 },
  );
  const stated: LayoutDocument = {
    ...EDITED,
    together: [['f_mode', 'f_op'] as MemberPath[]],
    rules: [
      { kind: 'apart', a: ['f_ref'] as MemberPath[], b: ['f_mode'] as MemberPath[] },
      { kind: 'inLine', members: ['f_path'] as MemberPath[], line: 1 },
      { kind: 'maxSize', bytes: 184 },
    ],
    lineNotes: [{ line: 2, lineBytes: 64, text: 'written on every reference' }],
  };
  const { together, rules, lineNotes } = await opened(await makeLink(stated));
  expect({ together, rules, lineNotes }).toEqual({
    together: stated.together,
    rules: stated.rules,
    lineNotes: stated.lineNotes,
  });
});

test('what is too large for form 2 is written in form 1', async () => {
  const text = 'A reviewer who writes a lot. '.repeat(60);
  const note = { kind: 'note' as const, member: 'f_lock' as MemberPath, text };
  const edits = Array.from({ length: 100 }, (_, at) => ({ ...note, text: `${at} ${text}` }));
  const large: LayoutDocument = { ...EDITED, edits };
  const link = await makeLink(large);
  expect(link).toMatch(/^#hitmap1\./);
  expect(shown(await opened(link))).toEqual(shown(large));
});

test('a mailer may break, quote and surround it', async () => {
  const link = `https://example.org/hitmap/${await makeLink(EDITED)}`;
  const broken = link.match(/.{1,68}/g) ?? [];
  const expected = shown(EDITED);
  const mails = [
    link,
    `  ${link}  `,
    `See <${link}>.\n\nThanks`,
    broken.join('\n'),
    broken.map((line) => `> ${line}`).join('\r\n'),
    broken.map((line) => `> > ${line}`).join('\n') + '\n> > \n> > Thanks,\n> > A person\n',
    broken.join('=\n'),
    `On Monday somebody wrote:\n> ${broken.join('\n>> ')}\n\nThanks-again_and goodbye`,
  ];
  for (const mail of mails) expect(shown(await opened(mail))).toEqual(expected);
});

test('a damaged link says that it is damaged, wherever it was cut or changed', async () => {
  const link = await makeLink(EDITED);
  for (let at = '#hitmap2.'.length + 8; at < link.length; at += 7) {
    const other = link[at] === 'A' ? 'B' : 'A';
    for (const text of [
      link.slice(0, at),
      link.slice(0, at) + other + link.slice(at + 1),
      link.slice(0, at) + link.slice(at + 1),
    ]) {
      const read = await readLink(text);
      expect(read.ok ? 'read' : read.error).toMatch(/^This link is damaged/);
    }
  }
});

test('a newer form says so, and a text without a link too', async () => {
  const newer = await readLink('#hitmap3.AAAAAAAA');
  expect(newer.ok ? '' : newer.error).toBe(
    'This link has form 3; this build reads forms up to 2. Open it with a newer build.',
  );
  const none = await readLink('hello');
  expect(none.ok ? '' : none.error).toBe('There is no Hitmap link in this text.');
});

test('only a link that speaks of prefetch is of the newest version', async () => {
  const [name = ''] = STUDIES;
  const plain = study(name);
  const leanVersion = (edits: LayoutDocument['edits']) =>
    (leanDocument({ ...plain, edits }, 2) as { readonly v?: number }).v;
  expect(leanVersion([])).toBeUndefined();
  expect(leanVersion([{ kind: 'prefetch', share: 0 }])).toBe(4);
  expect((await opened(await makeLink(plain))).v).toBe(4);
});

test('a link that no page would open is known before it is given away', async () => {
  const ofMembers = async (count: number) => {
    const members = Array.from({ length: count }, (_, at) => `int m${at};`).join(' ');
    const struct = structFromC(`struct s { ${members} };`);
    return whyUnopened(await makeLink(newDocument(struct)));
  };
  expect(await ofMembers(1000)).toBeNull();
  expect(await ofMembers(1001)).toMatch(/shows 1001 members at once, more than 1000\..*patch/);
});

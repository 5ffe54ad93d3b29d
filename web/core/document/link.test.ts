import { sentence } from '../base/messages';
import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attribute } from '../heat/attribute';
import { measuredLayout } from '../heat/measuredLayout';
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
import { makeLink, readLink, whyUnopened } from './link';
import { beginsLikeLink, holdsLink } from './linkText';

const STUDIES = readdirSync('public/studies').filter((name) => name.endsWith('.json'));

function study(name: string): LayoutDocument {
  const parsed = parseDocument(JSON.parse(readFileSync(`public/studies/${name}`, 'utf8')));
  if (!parsed.ok) throw new Error(sentence(parsed.error));
  return parsed.value;
}

function opened(text: string): LayoutDocument {
  const read = readLink(text);
  if (!read.ok) throw new Error(sentence(read.error));
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
    attribute(measuredLayout(document, profile), profile, applied.state.bindings).heat.fields.map(
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
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  }),
};

test.each(STUDIES)('%s comes out of a link as it went in', (name) => {
  const document = study(name);
  expect(shown(opened(makeLink(document)))).toEqual(shown(document));
});

test('edits travel along, and the link of what was opened is the same link', () => {
  const link = makeLink(EDITED);
  const again = opened(link);
  expect(shown(again)).toEqual(shown(EDITED));
  expect(makeLink(again)).toBe(link);
});

test('struct file with edits and tags takes no more than 800 characters', () => {
  expect(makeLink(EDITED).length).toBeLessThanOrEqual(800);
});

test('what is open inside a nested type stays open', () => {
  const document = study('mm_struct.json');
  const view = { ...document.view, expanded: ['mmap_lock' as MemberPath] };
  const inside = (each: LayoutDocument, path: string) => {
    const applied = applyEdits(each);
    const field = [...fieldsOf(computeLayout(applied.struct))].find((one) => one.path === path);
    const nested = field && nestedLayout(applied.struct.desc, field);
    return nested && [...fieldsOf(nested)].map(({ path: own, offsetBits }) => [own, offsetBits]);
  };
  const open = opened(makeLink({ ...document, view }));
  expect(inside(open, 'mmap_lock')).toEqual(inside(document, 'mmap_lock'));
  expect(inside(open, 'mmap_lock')?.length).toBeGreaterThan(3);
  const closed = opened(makeLink(document));
  expect(inside(closed, 'mmap_lock')).toBeNull();
});

test('edits of every kind, rules and notes come through as they were', () => {
  const named = fc.array(arbitraryEdit, { maxLength: 6 });
  fc.assert(
    fc.property(named, (edits) => {
      expect(opened(makeLink({ ...EDITED, edits })).edits).toEqual(edits);
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
  const { together, rules, lineNotes } = opened(makeLink(stated));
  expect({ together, rules, lineNotes }).toEqual({
    together: stated.together,
    rules: stated.rules,
    lineNotes: stated.lineNotes,
  });
});

test('a mailer may break, quote and surround it', () => {
  const link = `https://example.org/hitmap/${makeLink(EDITED)}`;
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
  for (const mail of mails) expect(shown(opened(mail))).toEqual(expected);
});

test('a damaged link says that it is damaged, wherever it was cut or changed', () => {
  const link = makeLink(EDITED);
  for (let at = '#hitmap1.'.length + 8; at < link.length; at += 7) {
    const other = link[at] === 'A' ? 'B' : 'A';
    for (const text of [
      link.slice(0, at),
      link.slice(0, at) + other + link.slice(at + 1),
      link.slice(0, at) + link.slice(at + 1),
    ]) {
      const read = readLink(text);
      expect(read.ok ? 'read' : sentence(read.error)).toMatch(/^This link is damaged/);
    }
  }
});

test('a form that no build has is said, however many digits it has', () => {
  for (const digits of [20, 400, 400_000]) {
    const read = readLink(`#hitmap${'9'.repeat(digits)}.AAAA`);
    expect(read.ok ? '' : sentence(read.error)).toBe(
      'This link is of form 999999999…; this build of Hitmap reads links up to form 1. Open the link with a newer build.',
    );
    expect(holdsLink(`#hitmap${'9'.repeat(digits)}.AAAAAAAA`)).toBe(true);
    expect(beginsLikeLink(`#hitmap${'9'.repeat(digits)}.`)).toBe(true);
  }
});

test('a newer form says so, and a text without a link too', () => {
  const newer = readLink('#hitmap2.AAAAAAAA');
  expect(newer.ok ? '' : sentence(newer.error)).toBe(
    'This link is of form 2; this build of Hitmap reads links up to form 1. Open the link with a newer build.',
  );
  const none = readLink('hello');
  expect(none.ok ? '' : sentence(none.error)).toBe('There is no Hitmap link in this text.');
  for (const cut of ['#hitmap1.', 'https://page.example/#hitmap1.AA', '#hitmap']) {
    const read = readLink(cut);
    expect(read.ok ? '' : sentence(read.error)).toBe(
      'This link is cut off: only its beginning is here. Copy the whole link again.',
    );
  }
});

test('a link that no page would open is known before it is given away', () => {
  const ofMembers = (count: number) => {
    const members = Array.from({ length: count }, (_, at) => `int m${at};`).join(' ');
    const struct = structFromC(`struct s { ${members} };`);
    const why = whyUnopened(makeLink(newDocument(struct)));
    return why && sentence(why);
  };
  expect(ofMembers(1000)).toBeNull();
  expect(ofMembers(1001)).toMatch(/1,001 members at once, more than 1,000\..*patch/);
});

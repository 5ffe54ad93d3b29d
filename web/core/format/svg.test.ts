// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { applyEdits, withoutEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import type { Edit } from '../edit/edit';
import { aggregate, member, pointer, scalar, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { buildScene } from '../scene/buildScene';
import { documentScene } from '../scene/fill/documentScene';
import { markdownTable } from './markdown';
import { svgOfDocument } from './svgOfDocument';

const DOCUMENT = {
  ...newDocument(
    structDesc(
      X86_64,
      aggregate('struct', 'pair', 32, [
        member('count', 0, scalar('unsigned int', 4)),
        member('<b>&"', 8, pointer('struct pair *')),
        member('a|b', 16, scalar('int', 4)),
        member('last', 24, pointer('void *')),
      ]),
    ),
  ),
  edits: [{ kind: 'move', members: ['last'], to: { at: 'first' } }] as never,
};

test.each(['light', 'dark'] as const)(
  'the picture is well-formed XML and needs nothing else, %s',
  (theme) => {
    const svg = svgOfDocument(DOCUMENT, theme);
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    const texts = [...parsed.querySelectorAll('text')].map((each) => each.textContent);
    expect(texts).toContain('<b>&"');
    expect(svg).not.toMatch(/var\(|class=|<script|href=/);
  },
);

test('a picture with a link leads there, whatever stands in it', () => {
  const link = 'https://example.org/hitmap/?a=1&b="2"#hitmap1.x';
  const parsed = new DOMParser().parseFromString(
    svgOfDocument(DOCUMENT, 'light', link),
    'image/svg+xml',
  );
  expect(parsed.querySelector('svg > a')?.getAttribute('href')).toBe(link);
  expect(parsed.querySelector('svg > a text')).not.toBeNull();
});

test('the Markdown table has as many cells in each row, whatever names hold', () => {
  const table = markdownTable(applyEdits(DOCUMENT), withoutEdits(DOCUMENT));
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  // A bar with a backslash before it does not part cells (GitHub Flavored Markdown, section 4.10).
  const counts = rows.map((row) => row.split(/(?<!\\)\|/).length);
  expect(new Set(counts)).toEqual(new Set([8]));
  expect(rows.some((row) => row.startsWith('| 0 | 24 | 8 | 0 | `last` |'))).toBe(true);
});

test('notes stand below the Markdown table, each on one line', () => {
  const edits: Edit[] = [
    { kind: 'note', member: 'last' as MemberPath, text: 'read\nby all' },
    { kind: 'noteLine', line: 0, text: 'hot' },
  ];
  const table = markdownTable(applyEdits({ ...DOCUMENT, edits }), null);
  expect(table.split('\n').slice(-4)).toEqual(['', '- `last`: read by all', '- line 0: hot', '']);
  expect(markdownTable(withoutEdits(DOCUMENT), null)).not.toContain('\n- ');
});

test('a picture and a table of a struct whose end is missing say that it is at least so large', () => {
  const { struct } = DOCUMENT;
  const types = struct.types.map((type, at) =>
    at === struct.root ? { ...type, sizeBytes: null } : type,
  );
  const cut = newDocument({ ...struct, types });
  const svg = svgOfDocument(cut, 'light');
  expect(svg).toContain('at least 32 bytes; at least 1 lines of 64 bytes');
  const applied = withoutEdits(cut);
  const layout = computeLayout(applied.struct);
  const drawn = documentScene({ document: cut, applied, layout, original: layout }, 1100);
  expect(buildScene({ ...drawn, isStill: true }).label).toBe(
    'struct pair, at least 32 bytes, at least 1 cache line of 64 bytes',
  );
  expect(markdownTable(applied, null)).toContain('**, at least 32 bytes,');
  expect(svgOfDocument(DOCUMENT, 'light')).not.toContain('at least');
});

// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdits, withoutEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import type { Edit } from '../edit/edit';
import { aggregate, member, pointer, scalar, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import type { MemberPath } from '../layout/ids';
import { markdownTable } from './markdown';
import { PALETTE } from './palette';
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

test('colours are those of the page', () => {
  const page = readFileSync('web/ui/theme.css', 'utf8');
  const pair = (token: string) =>
    new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(page)?.slice(1, 3);
  const { light, dark } = PALETTE;
  for (const name of Object.keys(light) as (keyof typeof light)[]) {
    const [own, other] = [light[name], dark[name]];
    if (typeof own === 'string') expect([own, other], name).toEqual(pair(tokenOf(name)));
    else own.forEach((each, at) => expect([each, other[at]]).toEqual(pair(heatToken(name, at))));
  }
});

/** `frameEdge` is `--frame-edge`. */
function tokenOf(name: string): string {
  if (name === 'ground') return 'panel';
  return name.replace(/[A-Z]|[2-9]$/g, (at) => `-${at.toLowerCase()}`);
}

function heatToken(name: string, at: number): string {
  return `heat-${at + 1}${name === 'heatInk' ? '-ink' : ''}`;
}

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

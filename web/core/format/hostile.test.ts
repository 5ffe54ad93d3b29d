// @vitest-environment jsdom
// Hostile names and notes through every export, each read by what reads it elsewhere.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { marked, type Token, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import type { LayoutDocument } from '../edit/document';
import { parseDocument } from '../edit/validate';
import { visibleDocument } from '../edit/visibleDocument';
import type { ExportForm } from './share/exportForms';
import { exportText } from './share/exportText';
import { svgOfDocument } from './svgOfDocument';
import { readTable } from './table/readTable';
import { names, type Names } from './testing/hostile';

const STUDY: unknown = JSON.parse(readFileSync('public/studies/file-f_ref.json', 'utf8'));

/** A study with these names and notes, as whoever made a link may send it. */
function documentWith({ struct, member, type, note }: Names): LayoutDocument {
  const parsed = parseDocument(STUDY);
  if (!parsed.ok) throw new Error(parsed.error);
  const { value } = parsed;
  const types = value.struct.types.map((each, index) => {
    if (index !== value.struct.root || each.shape.kind !== 'aggregate') {
      return index === 3 ? { ...each, name: type } : each;
    }
    const members = each.shape.members.map((own, place) =>
      place === 1 ? { ...own, name: member } : own,
    );
    return { ...each, shape: { ...each.shape, members } };
  });
  const document = {
    ...value,
    struct: { ...value.struct, name: struct, types },
    edits: [],
    tags: [],
    notes: [{ member: member as never, text: note }],
    lineNotes: [{ line: 0, lineBytes: 64, text: note }],
  };
  return visibleDocument(document);
}

function textOf(document: LayoutDocument, form: ExportForm): string {
  const text = exportText(document, form);
  if (!text.ok) throw new Error(text.error);
  return text.value;
}

test('Markdown: one table, a list, and only text in them', () => {
  const clean = shapeOf(
    textOf(documentWith({ struct: 's', member: 'm', type: 't', note: 'n' }), 'markdown'),
  );
  fc.assert(
    fc.property(names, (given) => {
      const markdown = textOf(documentWith(given), 'markdown');
      expect(shapeOf(markdown)).toEqual(clean);
      const html = marked.parse(markdown, { async: false });
      const document = new DOMParser().parseFromString(html, 'text/html');
      expect(
        document.querySelectorAll('a, img, script, h1, h2, h3, hr, blockquote, del'),
      ).toHaveLength(0);
      // GitHub calls people in all text but code.
      for (const code of document.querySelectorAll('code')) code.remove();
      expect(document.body.textContent).not.toMatch(/@\w|#\d/);
    }),
  );
});

/** The kinds of blocks, the cells of each row, and the items of the list. */
function shapeOf(markdown: string) {
  const blocks: readonly Token[] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  return blocks.map((block) => {
    if (block.type === 'table') return (block as Tokens.Table).rows.map((row) => row.length);
    return block.type === 'list' ? (block as Tokens.List).items.length : block.type;
  });
}

test('SVG: well-formed, with the elements of any other picture', () => {
  fc.assert(
    fc.property(names, (given) => {
      const svg = svgOfDocument(documentWith(given), 'light');
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
      const elements = new Set([...parsed.querySelectorAll('*')].map(({ localName }) => localName));
      const others = [...elements].filter((name) => !SVG_ELEMENTS.has(name));
      expect(others).toEqual([]);
      const attributes = [...parsed.querySelectorAll('*')].flatMap((each) =>
        each.getAttributeNames(),
      );
      expect(attributes.filter((name) => /^on|href/i.test(name))).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

const SVG_ELEMENTS = new Set([
  'svg',
  'g',
  'rect',
  'text',
  'path',
  'line',
  'polyline',
  'defs',
  'pattern',
  'circle',
  'title',
  'tspan',
  'polygon',
  'style',
]);

test('the plain table: the same names come back', () => {
  fc.assert(
    fc.property(names, (given) => {
      const document = documentWith({ ...given, note: 'n' });
      const read = readTable(textOf(document, 'table'));
      // A mailer loses runs of blanks, so the table means one by them.
      const name = document.struct.name.replace(/\s+/g, ' ');
      expect(read.ok && read.value.document.struct.name).toBe(name);
    }),
    { numRuns: 30 },
  );
});

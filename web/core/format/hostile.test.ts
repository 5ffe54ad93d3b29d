// @vitest-environment jsdom
// Hostile names and notes through every export, each read by what reads it elsewhere.
import { sentence } from '../base/messages';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { marked, type Token, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { structHistory } from '../compare/structHistory';
import { withoutEdits } from '../edit/apply';
import { newDocument, type LayoutDocument } from '../edit/document';
import { parseDocument } from '../edit/validate';
import { visibleDocument } from '../edit/visibleDocument';
import { attribute } from '../heat/attribute';
import { sliceProfile } from '../heat/slice';
import { ADDRESS_SPACE } from '../heat/testing/addressSpace';
import { line, profile, row } from '../heat/testing/profiles';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { lineTraffic } from '../scene/fill/lineTraffic';
import { linePicture } from '../scene/linePicture';
import { historySvg, historyText } from './compare/historyText';
import { summaryMarkdown } from './compare/summaryMarkdown';
import { heatTableText } from './heat/heatTable';
import type { ExportForm } from './share/exportForms';
import { exportText } from './share/exportText';
import { svgOfPicture } from './svg';
import { svgOfDocument } from './svgOfDocument';
import { readTable } from './table/readTable';
import { names, seenNames, type Names } from './testing/hostile';

const STUDY: unknown = JSON.parse(readFileSync('public/studies/file-f_ref.json', 'utf8'));

/** A study with these names and notes, as whoever made a link may send it. */
function documentWith({ struct, member, type, note }: Names): LayoutDocument {
  const parsed = parseDocument(STUDY);
  if (!parsed.ok) throw new Error(sentence(parsed.error));
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
  if (!text.ok) throw new Error(sentence(text.error));
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
      const elements = expectText(markdown).map(({ localName }) => localName);
      expect(elements.filter((name) => ['a', 'h2'].includes(name))).toEqual([]);
    }),
  );
});

/** What is in Markdown as a reader shows it, of which names made nothing. */
function expectText(markdown: string): readonly Element[] {
  const html = marked.parse(markdown, { async: false });
  const document = new DOMParser().parseFromString(html, 'text/html');
  expect(document.querySelectorAll('img, script, h1, h3, hr, blockquote, del')).toHaveLength(0);
  const all = [...document.querySelectorAll('*')];
  // GitHub calls people in all text but code.
  for (const code of document.querySelectorAll('code')) code.remove();
  expect(document.body.textContent).not.toMatch(/@\w|#\d/);
  return all;
}

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
    fc.property(names, (given) => expectPicture(svgOfDocument(documentWith(given), 'light'))),
    { numRuns: 30 },
  );
});

const SVG_ELEMENTS = new Set(
  'svg g rect text path line polyline defs pattern circle title tspan polygon style'.split(' '),
);

/** The document of a picture, which an XML parser takes. */
function expectPicture(svg: string): void {
  const all = [...new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('*')];
  const elements = all.map(({ localName }) => localName);
  expect(elements.filter((name) => !SVG_ELEMENTS.has(name))).toEqual([]);
  const attributes = all.flatMap((each) => each.getAttributeNames());
  expect(attributes.filter((name) => /^on|href/i.test(name))).toEqual([]);
}

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

const RUNS = { numRuns: 60 };

const applied = withoutEdits(newDocument(structFromC('struct s { char a; long b; int c; };')));

test('the history of a struct: a picture, and a table of as many lines as members', () => {
  fc.assert(
    fc.property(seenNames, ({ struct, member, type }) => {
      const plain = structHistory([
        { name: 'a', applied },
        { name: 'b', applied: null },
      ]);
      const [first, ...others] = plain.members;
      const history = {
        releases: plain.releases.map((each) => ({ ...each, name: type })),
        members: [{ ...first!, path: member }, ...others],
      };
      expectPicture(historySvg(history, struct, 'light'));
      expect(historyText(history, struct).split('\n')).toHaveLength(
        historyText(plain, 's').split('\n').length,
      );
    }),
    RUNS,
  );
});

const ADDRESS = '0xff1ddd3f0c8a3b00';
function heatWith({ struct, member, type }: Names) {
  const rows = [row(0, member, { rmt: 100, stores: 30 }), row(8, type, { rmt: 50, lcl: 9 })];
  const source = profile([line(ADDRESS, rows)]);
  const own = { name: struct, measuredOn: [], wanted: new Set([ADDRESS]) };
  const ordered = orderedFrom(structFromC(ADDRESS_SPACE));
  const bindings = [{ profile: struct, target: ADDRESS, offsetBytes: 80 }];
  return { ordered, heat: attribute(ordered, sliceProfile(source, own), bindings) };
}

test('a line large, and the table of its heat', () => {
  const clean = { struct: 's', member: 'm', type: 't', note: '' };
  const table = (given: Names) =>
    heatTableText(heatWith(given).heat, { structName: given.struct, line: null, leastPercent: 0 });
  fc.assert(
    fc.property(seenNames, (given) => {
      const { ordered, heat } = heatWith(given);
      const of = withoutEdits(newDocument(structFromC(ADDRESS_SPACE)));
      const traffic = lineTraffic(heat, computeLayout(ordered), of.state, 1);
      const text = { title: given.struct, subtitle: given.note, theme: 'light' } as const;
      expectPicture(svgOfPicture(linePicture(traffic, 1100, { verdict: given.note }), text));
      expect(table(given).split('\n').length).toBeLessThanOrEqual(
        table(clean).split('\n').length + 4,
      );
    }),
    RUNS,
  );
});

test('the summary of a change: a heading, a table of its rows, a fold for each diff', () => {
  const summary = ({ struct, member, type, note }: Names) =>
    summaryMarkdown({
      name: note,
      changed: [
        {
          name: struct,
          sizes: [8, 16],
          lines: [1, 1],
          crossed: 0,
          diff: `--- before\n+++ after\n struct ${struct} {\n-\tint ${member};\n+\tlong ${type};\n`,
          link: 'https://example.org/#x',
        },
      ],
      unshown: 0,
      compared: 3,
      within: 1,
      gone: [{ name: struct, sizeBytes: 8 }],
      added: [{ name: struct, sizeBytes: 8 }],
      renamed: [
        {
          before: { name: struct, sizeBytes: 8 },
          after: { name: type, sizeBytes: 8 },
          shared: 2,
          most: 3,
        },
      ],
      machines: note,
      unread: [note],
      rules: [
        {
          file: 'a',
          struct,
          rule: `${struct}: size 4`,
          verdict: 'broken',
          why: { id: 'rule/too-large', severity: 'error', text: note, fix: null },
          declared: null,
        },
      ],
    });
  const clean = shapeOf(summary({ struct: 's', member: 'm', type: 't', note: 'n' }));
  fc.assert(
    fc.property(seenNames, (given) => {
      const text = summary(given);
      expect(shapeOf(text)).toEqual(clean);
      const elements = expectText(text);
      expect(elements.filter(({ localName }) => localName === 'a')).toMatchObject([
        { href: 'https://example.org/#x' },
      ]);
    }),
    RUNS,
  );
});

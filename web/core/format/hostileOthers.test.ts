// @vitest-environment jsdom
// Hostile names through the exports that are of more than one document, or of none; `hostile.test.ts` and `hostileJudged.test.ts`
// have the others.
import fc from 'fast-check';
import { marked, type Token, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { structHistory } from '../compare/structHistory';
import { ADDRESS_SPACE } from '../heat/testing/addressSpace';
import { attribute } from '../heat/attribute';
import { sliceProfile } from '../heat/slice';
import { line, profile, row } from '../heat/testing/profiles';
import { withoutEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { lineTraffic } from '../scene/fill/lineTraffic';
import { linePicture } from '../scene/linePicture';
import { heatTableText } from './heat/heatTable';
import { historySvg, historyText } from './compare/historyText';
import { summaryMarkdown } from './compare/summaryMarkdown';
import { svgOfPicture } from './svg';
import { seenNames, type Names } from './testing/hostile';

const RUNS = { numRuns: 60 };

/** The document of a picture, which an XML parser takes. */
function expectPicture(svg: string): void {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const all = [...parsed.querySelectorAll('*')];
  expect(all.map(({ localName }) => localName)).not.toContain('parsererror');
  for (const each of all) {
    expect(['script', 'a', 'image', 'foreignObject', 'use', 'iframe']).not.toContain(
      each.localName,
    );
    expect(each.getAttributeNames().filter((name) => /^on|href/i.test(name))).toEqual([]);
  }
}

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
      expectPicture(svgOfPicture(linePicture(traffic, 1100, given.note), text));
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
          why: note,
          declared: null,
        },
      ],
    });
  const clean = shapeOf(summary({ struct: 's', member: 'm', type: 't', note: 'n' }));
  fc.assert(
    fc.property(seenNames, (given) => {
      const text = summary(given);
      expect(shapeOf(text)).toEqual(clean);
      const html = marked.parse(text, { async: false });
      const document = new DOMParser().parseFromString(html, 'text/html');
      const links = [...document.querySelectorAll('a')].map((each) => each.getAttribute('href'));
      expect(links).toEqual(['https://example.org/#x']);
      expect(document.querySelectorAll('img, script, h1, h3, hr, blockquote, del')).toHaveLength(0);
      for (const code of document.querySelectorAll('code')) code.remove();
      expect(document.body.textContent).not.toMatch(/@\w|#\d/);
    }),
    RUNS,
  );
});

function shapeOf(markdown: string) {
  const blocks: readonly Token[] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  return blocks.map((block) => {
    if (block.type === 'table') return (block as Tokens.Table).rows.map((each) => each.length);
    return block.type === 'list' ? (block as Tokens.List).items.length : block.type;
  });
}

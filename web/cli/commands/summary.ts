import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filterOf, pairLabel } from '../../analysis/compare/fileChange';
import { withoutEdits } from '../../edit/apply';
import { newDocument, type LayoutDocument } from '../../edit/document';
import { layoutDiff } from '../../output/layoutDiff';
import { summaryMarkdown, type ChangedStruct } from '../../output/summaryMarkdown';
import { svgOfDocument } from '../../output/svgOfDocument';
import { makeLink, whyUnopened } from '../../share/link';
import { Failure } from '../failure';
import { makeFolder } from '../makeFolder';
import { reasonOf } from '../systemReason';
import { mustBeAddress } from './pageAddress';
import { openFile, type OpenFile } from '../open/openFile';
import { mustHaveStructs, unreadNotes } from '../open/unread';
import { readText } from '../open/structOf';
import { parseWords, TEXT, type CliCommand } from '../words';
import { changedBetween, type Changed } from './changedStructs';
import { checkFile } from './check';
import { readRulesFile } from './rulesFile';

/** Each is shown with its diff; a summary that nobody reads to its end says less. */
const SHOWN = 20;

/** `hitmap summary BASE HEAD`: what a change did to layouts, as Markdown for its review. */
export const SUMMARY_COMMAND: CliCommand = {
  help: `hitmap summary BASE HEAD: what a change did to struct layouts, as Markdown for its review

BASE and HEAD are the same program, object, module or BTF, built before and after the change. The
structs that changed size, lines or the line of a field are listed, the ${SHOWN} weightiest each with
a diff of pahole's text and a link.

  --rules RULES      rules that HEAD must keep, as hitmap check takes them
  --page ADDRESS     of the page that links open on (default: links are left out)
  --name NAME        in the heading, where one review has several summaries
  --pictures DIR     writes a picture of each changed struct, before and after, as SVG

Exit codes: 0 every rule holds, 1 one does not or cannot be told, 2 bad usage or input.
`,
  run(args) {
    const options = { rules: TEXT, page: TEXT, name: TEXT, pictures: TEXT };
    const { values, positionals } = parseWords('summary', args, options);
    const [basePath, headPath, ...others] = positionals;
    if (basePath === undefined || headPath === undefined || others.length > 0) {
      throw new Failure('summary takes two files: `hitmap summary BASE HEAD`.');
    }
    if (values.page !== undefined) mustBeAddress(values.page);
    const rules =
      values.rules === undefined
        ? null
        : checkFile(headPath, readRulesFile(readText(values.rules), values.rules), {});
    const base = openFile(basePath, 'best', false);
    const head = openFile(headPath, 'best', false);
    try {
      mustHaveStructs(base);
      mustHaveStructs(head);
      const between = changedBetween(base, head, { sizes: false });
      const all = between.filter(({ change }) => filterOf(change) === 'layout');
      const count = (kind: Changed['change']) =>
        between.filter(({ change }) => change === kind).length;
      const changed: ChangedStruct[] = [];
      for (const each of all.slice(0, SHOWN)) {
        const sides = sidesOf(each, base, head);
        if (values.pictures !== undefined) writePictures(values.pictures, each, sides);
        changed.push(described(each, sides, values.page));
      }
      const unread = [...unreadNotes(base), ...unreadNotes(head)];
      const text = summaryMarkdown({
        name: values.name ?? null,
        changed,
        unshown: all.length - changed.length,
        only: [count('onlyBefore'), count('onlyAfter')],
        unread,
        rules,
      });
      const broken = rules?.some(({ verdict }) => verdict !== 'holds') ?? false;
      return { text, as: 'file', notes: unread, exitCode: broken ? 1 : 0 };
    } finally {
      base.close();
      head.close();
    }
  },
};

type Sides = readonly [LayoutDocument | null, LayoutDocument | null];

function sidesOf({ pair }: Changed, base: OpenFile, head: OpenFile): Sides {
  const side = (file: OpenFile, row: number | undefined) => {
    if (row === undefined) return null;
    const described = file.session.ask({ kind: 'describe', row });
    return described.ok ? newDocument(described.value) : null;
  };
  return [side(base, pair.before?.row), side(head, pair.after?.row)];
}

function described(
  { pair, inside }: Changed,
  [before, after]: Sides,
  page: string | undefined,
): ChangedStruct {
  const isBoth = before !== null && after !== null;
  return {
    name: pairLabel(pair),
    sizes: [pair.before?.sizeBytes ?? null, pair.after?.sizeBytes ?? null],
    lines: [pair.before?.lines ?? null, pair.after?.lines ?? null],
    crossed: inside?.crossed ?? null,
    diff: isBoth ? layoutDiff(withoutEdits(before), withoutEdits(after)) : '',
    link: page === undefined || after === null ? null : linkAt(page, after),
  };
}

/** Null for a struct that is larger than a link may be: no page would open it. */
function linkAt(page: string, document: LayoutDocument): string | null {
  const link = makeLink(document);
  return whyUnopened(link) === null ? `${page}${link}` : null;
}

function writePictures(folder: string, { pair }: Changed, [before, after]: Sides): void {
  makeFolder(folder, 'pictures');
  // A name from a binary is no path.
  const name = pairLabel(pair)
    .replace(/[^\w.#-]+/g, '_')
    .slice(0, 100);
  for (const [side, document] of Object.entries({ before, after })) {
    if (document === null) continue;
    const path = join(folder, `${name}-${side}.svg`);
    try {
      writeFileSync(path, svgOfDocument(document, 'light'));
    } catch (error) {
      rmSync(path, { force: true });
      throw new Failure(`${path} could not be written: ${reasonOf(error)}.`);
    }
  }
}

import { sentence } from '../../core/base/messages';
import { systemMessage, usageMessage } from '../messages';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filterOf, pairLabel } from '../../core/compare/fileChange';
import type { FilePair } from '../../core/compare/filePairs';
import { memberNamesOf, renamedAmong, type UnpairedStruct } from '../../core/compare/renamed';
import { withoutEdits } from '../../core/edit/apply';
import { newDocument, type LayoutDocument } from '../../core/edit/document';
import { layoutDiff } from '../../core/format/compare/layoutDiff';
import { summaryMarkdown, type ChangedStruct } from '../../core/format/compare/summaryMarkdown';
import { svgOfDocument } from '../../core/format/svgOfDocument';
import { makeLink, whyUnopened } from '../../core/document/link';
import { Failure } from '../failure';
import { makeFolder } from '../makeFolder';
import { reasonOf } from '../systemReason';
import { mustBeAddress } from './pageAddress';
import { openFile, type OpenFile } from '../open/openFile';
import { mustHaveStructs, unreadNotes } from '../open/unread';
import { readText } from '../open/structOf';
import { parseWords, TEXT, type CliCommand } from '../words';
import { changedBetween, machinesNote, type Changed } from './changedStructs';
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
  --page ADDRESS     the page that links open on (default: links are left out)
  --name NAME        a name for the heading, where one review has several summaries
  --pictures DIR     writes a picture of each changed struct, before and after, as SVG

Exit codes: 0 every rule holds, 1 one does not or is unknown, 2 bad usage or input.
`,
  run(args) {
    const options = { rules: TEXT, page: TEXT, name: TEXT, pictures: TEXT };
    const { values, positionals } = parseWords('summary', args, options);
    const [basePath, headPath, ...others] = positionals;
    if (basePath === undefined || headPath === undefined || others.length > 0) {
      throw new Failure(usageMessage('summary'));
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
      const changed: ChangedStruct[] = [];
      const pictureNames = fileNames(all.slice(0, SHOWN).map(({ pair }) => pairLabel(pair)));
      for (const [index, each] of all.slice(0, SHOWN).entries()) {
        const sides = sidesOf(each, base, head);
        if (values.pictures !== undefined) {
          writePictures(values.pictures, pictureNames[index] ?? '', sides);
        }
        changed.push(described(each, sides, values.page));
      }
      const unread = [...unreadNotes(base), ...unreadNotes(head)];
      const machines = machinesNote(base, head);
      const text = summaryMarkdown({
        name: values.name ?? null,
        changed,
        unshown: all.length - changed.length,
        ...lonesOf(between, base, head),
        within: between.filter(({ change }) => filterOf(change) === 'inside').length,
        machines: machines && sentence(machines),
        unread: unread.map(sentence),
        rules: rules?.results ?? null,
      });
      const broken = rules?.results.some(({ verdict }) => verdict !== 'holds') ?? false;
      const fileNotes = [...unread, ...(rules?.notes ?? [])];
      const notes = machines === null ? fileNotes : [machines, ...fileNotes];
      return { text, as: 'file', notes, exitCode: broken ? 1 : 0 };
    } finally {
      base.close();
      head.close();
    }
  },
};

/** What only one file has, the largest first, and what of it may be the same under another name. */
function lonesOf(between: readonly Changed[], base: OpenFile, head: OpenFile) {
  const only = (kind: 'onlyBefore' | 'onlyAfter') =>
    between.filter(({ change }) => change === kind).map(({ pair }) => pair);
  const [gone, added] = [only('onlyBefore'), only('onlyAfter')];
  const lone = (pair: FilePair, file: OpenFile, side: 'before' | 'after'): UnpairedStruct => {
    const described = file.session.ask({ kind: 'describe', row: pair[side]?.row ?? 0 });
    return { pair, memberNames: described.ok ? memberNamesOf(described.value) : new Set() };
  };
  const renamed = renamedAmong(
    gone.map((pair) => lone(pair, base, 'before')),
    added.map((pair) => lone(pair, head, 'after')),
  );
  const known = new Set(renamed.flatMap(({ before, after }) => [before, after]));
  const sized = (pair: FilePair) => ({
    name: pairLabel(pair),
    sizeBytes: (pair.before ?? pair.after)?.sizeBytes ?? 0,
  });
  const unknown = (pairs: readonly FilePair[]) =>
    pairs.filter((pair) => !known.has(pair)).map(sized);
  return {
    compared: base.names.length - gone.length,
    gone: unknown(gone),
    added: unknown(added),
    renamed: renamed.map((each) => ({
      ...each,
      before: sized(each.before),
      after: sized(each.after),
    })),
  };
}

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

/** A name from a binary is no path; two names are two files also where case means nothing to the system. */
function fileNames(labels: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    const plain = label.replace(/[^\w.#-]+/g, '_').slice(0, 100);
    let name = plain;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${plain}~${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function writePictures(folder: string, name: string, [before, after]: Sides): void {
  makeFolder(folder, 'pictures');
  for (const [side, document] of Object.entries({ before, after })) {
    if (document === null) continue;
    const path = join(folder, `${name}-${side}.svg`);
    try {
      writeFileSync(path, svgOfDocument(document, 'light'));
    } catch (error) {
      rmSync(path, { force: true });
      throw new Failure(systemMessage('not-written', path, reasonOf(error)));
    }
  }
}

import type { HazardQuery, StructDesc } from '../../core/facts/generated';
import type { SourceText } from '../../core/layout/text/sourceText';
import {
  asksForMore,
  fillingWords,
  hazardQuery,
  joined,
  lookUpIn,
  mayAnswer,
  mayHoldHazards,
  namesLeft,
  namesOf,
  secondLook,
  withNames,
  withSecond,
} from '../../core/patch/hazards/search';
import {
  type FileAnswer,
  type Hazards,
  combineHazards,
  statedOrders,
  wantedOf,
} from '../../core/patch/hazards/places';
import { csource } from '../open/openText';
import type { SourceTree } from '../open/sourceTree';
import { progressLine } from '../terminal';
import { grouped } from '../../core/base/prose';

/**
 * Every place of a tree that depends on the order of a struct's members. `header` declares it; `onLook` gets how many
 * files were looked at, of how many, before each one.
 */
export function hazardsInTree(
  tree: SourceTree,
  desc: StructDesc,
  header: SourceText | null,
  onLook: (looked: number, files: number) => void = () => undefined,
): Hazards {
  let query = hazardQuery(desc, header?.doc ?? null);
  const stated = header === null ? [] : statedOrders(header, desc);
  const { hazards, mentions, usesAny } = csource();
  const files = tree.files();
  const read = tree.reader();
  const held = files.filter(mayHoldHazards);
  const look = (requested: HazardQuery, isWanted: (path: string, bytes: Uint8Array) => boolean) => {
    const answers: FileAnswer[] = [];
    for (const [at, path] of held.entries()) {
      onLook(at, held.length);
      const bytes = read(path);
      if (isWanted(path, bytes)) answers.push({ path, found: hazards(path, bytes, requested) });
    }
    return answers;
  };
  let first: readonly FileAnswer[] = look(query, (path, bytes) => mentions(path, bytes, query));
  for (let more = withNames(query, first); more !== null; more = withNames(query, first)) {
    const { isNews } = more;
    query = more.query;
    first = withSecond(
      first,
      look(query, (path, bytes) => isNews(path, (names) => usesAny(bytes, names))),
    );
  }
  const lookedFor = { names: namesOf(query), files: held.length };
  const { query: filled, left: notHeld } = secondLook(query, first);
  const left = [...notHeld, ...namesLeft(query)];
  const second: FileAnswer[] = [];
  for (const path of filled === null ? [] : held) {
    const words = filled === null ? [] : fillingWords(path, filled);
    if (filled === null || words.length === 0) continue;
    const bytes = read(path);
    if (usesAny(bytes, words)) {
      second.push({ path, found: hazards(path, bytes, filled) });
    }
  }
  const answers = withSecond(first, second);
  const wanted = wantedOf(answers);
  if (!asksForMore(wanted)) return combineHazards(answers, joined([]), lookedFor, stated, left);
  const found = files
    .filter((path) => mayAnswer(wanted, path))
    .map((path) => lookUpIn(csource(), { wanted, desc, query }, path, read(path)));
  return combineHazards(answers, joined(found), lookedFor, stated, left);
}

/** As `hazardsInTree`, with a word in the terminal of how far it is. */
export function hazardsWithProgress(
  tree: SourceTree,
  desc: StructDesc,
  header: SourceText | null,
): Hazards {
  const progress = progressLine();
  const found = hazardsInTree(tree, desc, header, (done, of) =>
    progress.at(() => `${grouped(done)} of ${grouped(of)} files`),
  );
  progress.end();
  return found;
}

import type { StructDesc } from '../../core/facts/generated';
import type { SourceText } from '../../core/layout/text/sourceText';
import {
  hazardQuery,
  hazardsInFiles,
  lookUpIn,
  mayHoldHazards,
  type Look,
  type Looked,
} from '../../core/patch/hazards/search';
import { type Hazards, statedOrders } from '../../core/patch/hazards/places';
import { csource } from '../open/openText';
import type { SourceTree } from '../open/sourceTree';
import { progressLine } from '../terminal';
import { grouped } from '../../core/base/prose';

/**
 * Every place of a tree that depends on the order of a struct's members. `header` declares it, `typedefs` are its names in the
 * loaded file; `onLook` gets how many files were looked at, of how many, before each one.
 */
export function hazardsInTree(
  tree: SourceTree,
  desc: StructDesc,
  header: SourceText | null,
  typedefs: readonly string[],
  onLook: (looked: number, files: number) => void = () => undefined,
): Hazards {
  const { hazards, mentions, usesAny } = csource();
  const files = tree.files();
  const read = tree.reader();
  const held = files.filter(mayHoldHazards);
  const answer = (look: Look): Looked => {
    if (look.kind === 'lookUp') {
      const { ask, isWanted } = look;
      return {
        lookedUp: files.flatMap((path) => {
          const holds = (names: readonly string[]) => usesAny(read(path), names);
          return isWanted(path, holds) ? [lookUpIn(csource(), ask, path, read(path))] : [];
        }),
      };
    }
    const { query, isWanted } = look;
    return {
      answers: held.flatMap((path, at) => {
        onLook(at, held.length);
        const bytes = read(path);
        const asks =
          isWanted === null
            ? mentions(path, bytes, query)
            : isWanted(path, (names) => usesAny(bytes, names));
        return asks ? [{ path, found: hazards(path, bytes, query) }] : [];
      }),
    };
  };
  const stated = header === null ? [] : statedOrders(header, desc);
  const looks = hazardsInFiles(
    desc,
    hazardQuery(desc, header?.doc ?? null, typedefs),
    stated,
    () => held.length,
  );
  let step = looks.next();
  while (step.done !== true) step = looks.next(answer(step.value));
  return step.value;
}

/** As `hazardsInTree`, with a word in the terminal of how far it is. */
export function hazardsWithProgress(
  tree: SourceTree,
  desc: StructDesc,
  header: SourceText | null,
  typedefs: readonly string[],
): Hazards {
  const progress = progressLine();
  const found = hazardsInTree(tree, desc, header, typedefs, (done, of) =>
    progress.at(() => `${grouped(done)} of ${grouped(of)} files`),
  );
  progress.end();
  return found;
}

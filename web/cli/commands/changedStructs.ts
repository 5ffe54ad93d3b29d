import { noteMessage } from '../messages';
import type { Message } from '../../core/base/messages';
import { filePairs, type FilePair } from '../../core/compare/filePairs';
import { byWeight, changeOf, type FileChange } from '../../core/compare/fileChange';
import { insidePair, type InsidePair } from '../../core/compare/insidePair';
import { isNamed } from '../../core/facts/machine';
import type { OpenFile } from '../open/openFile';

/** A struct that is another in the second file. */
export interface Changed {
  readonly pair: FilePair;
  readonly change: FileChange;
  /** Null where one file has none, or members were not looked at. */
  readonly inside: InsidePair | null;
}

/** What became of the structs from one file to the other, the weightiest first; `sizes`: members are not looked at. */
export function changedBetween(
  before: OpenFile,
  after: OpenFile,
  { sizes }: { readonly sizes: boolean },
): readonly Changed[] {
  const changed = filePairs(listedOf(before), listedOf(after))
    .map((pair): Changed => {
      const inside = sizes ? null : insideOf(pair, before, after);
      return { pair, inside, change: changeOf(pair, inside) };
    })
    .filter(({ change }) => change !== 'same');
  const insides = new Map(changed.map(({ pair, inside }) => [pair, inside]));
  return changed.sort((a, b) => byWeight(a.pair, b.pair, (pair) => insides.get(pair) ?? null));
}

function insideOf(pair: FilePair, before: OpenFile, after: OpenFile): InsidePair | null {
  if (pair.before === null || pair.after === null) return null;
  const old = before.session.ask({ kind: 'describe', row: pair.before.row });
  const now = after.session.ask({ kind: 'describe', row: pair.after.row });
  return old.ok && now.ok ? insidePair(old.value, now.value) : null;
}

function listedOf({ index, session }: OpenFile) {
  return { index, lineBytes: session.facts.target.lineBytes };
}

/** Where the layouts are of two machines; null where they are of one, as far as the files state it. */
export function machinesNote(before: OpenFile, after: OpenFile): Message | null {
  const [old, now] = [before.session.facts.target, after.session.facts.target];
  const isStated = [old, now].every(({ machine }) => isNamed(machine));
  const isOne = old.pointerBytes === now.pointerBytes && (old.machine === now.machine || !isStated);
  return isOne
    ? null
    : noteMessage('two-machines', before.path, old.machine, after.path, now.machine);
}

import type { StructDesc } from '../../facts/generated';
import type { MemberPath } from '../../layout/ids';
import { orderedFrom } from '../../layout/original';
import type { HunkOfStruct } from './bodies';
import { declaredLines, memberNamed } from './names';
import { entriesIn, type MemberEntry } from './sides';

/** Where the debug information says that members are declared, in the very text that a patch is against. */
export interface StatedLines {
  /** Counted from 1. */
  readonly lines: ReadonlyMap<MemberPath, number>;
}

/**
 * Null where the file states no lines, or was made from another text: what the hunks show of the old text without an
 * `#if` around it has to stand on the lines that are stated, and one member at least has to.
 */
export function statedLines(
  struct: StructDesc,
  hunks: readonly HunkOfStruct[],
): StatedLines | null {
  const lines = declaredLines(struct);
  const { root } = orderedFrom(struct);
  let agreed = 0;
  for (const { old } of hunks) {
    for (const entry of entriesIn(old?.entries ?? [])) {
      if (entry.kind !== 'member') continue;
      for (const name of entry.names) {
        const stated = lines.get(memberNamed(root, name)?.path ?? ('' as MemberPath));
        if (stated === undefined) continue;
        if (isOn(entry, stated)) agreed += 1;
        // Another branch of an `#if` may declare it.
        else if (conditionOf(entry) === '') return null;
      }
    }
  }
  return agreed > 0 ? { lines } : null;
}

/** Whether a declaration of the old side stands on a line of the file. */
export function isOn({ side, lines }: MemberEntry, line: number): boolean {
  const first = side.firstLine + lines.first - 1;
  return line >= first && line <= first + lines.last - lines.first;
}

/** The `#if`s around a declaration, as far as its side shows them; empty for none. */
export function conditionOf({ side, lines }: MemberEntry): string {
  return side.lines[lines.first - 1]?.condition ?? '';
}

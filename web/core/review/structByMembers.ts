import { memberNamed } from './sides';
import type { NamelessHunk, NoStruct } from './review';
import { itemAt } from '../base/itemAt';
import { listed, quoted } from '../base/prose';
import type { StructDesc } from '../facts/generated';
import { orderedFrom } from '../layout/original';
import { isDeclaringFile } from '../patch/findRecord';

/** Whether a hunk can belong to a struct: more than half of its members are there, in a file that may be its own. */
export function mayBeOf(desc: StructDesc, hunk: NamelessHunk): boolean {
  if (hunk.among !== null && !hunk.among.includes(desc.name)) return false;
  return mayBeIn(hunk.file, desc) && countIn(desc, hunk) * 2 > hunk.members.length;
}

/**
 * The one struct that has every member which a hunk shows, and that the hunk's own file declares as far as the loaded
 * one states it. Where there is none (members under conditions), or several, or one name is all that there is: the one
 * with most of them and a line in the hunk.
 */
export function structByMembers(
  structs: readonly StructDesc[],
  hunk: NamelessHunk,
): StructDesc | null {
  const wanted = hunk.members.length;
  const near = structs.filter((desc) => mayBeOf(desc, hunk));
  const whole = near.filter((desc) => countIn(desc, hunk) === wanted);
  if (whole.length === 1 && wanted > 1) return whole[0] ?? null;
  const there = near.filter((desc) => hasLineIn(desc, hunk));
  return there.length === 1 ? (there[0] ?? null) : null;
}

/** That several structs of a loaded file have the name of one in a patch, which never shows the namespaces around it. */
export function severalMeant(among: readonly string[]): NoStruct {
  return {
    reason: `The file has ${listed(quoted(among), 4)}: neither the file of the hunk nor its lines say which of them is meant.`,
    among,
  };
}

function mayBeIn(file: string, desc: StructDesc): boolean {
  const { declared } = itemAt(desc.types, desc.root);
  return declared === null || declared.file === '' || isDeclaringFile(file, desc);
}

function countIn(desc: StructDesc, { members }: NamelessHunk): number {
  const { root } = orderedFrom(desc);
  return members.filter((name) => memberNamed(root, name) !== null).length;
}

function hasLineIn(desc: StructDesc, { firstLine, lastLine, members }: NamelessHunk): boolean {
  const { shape } = itemAt(desc.types, desc.root);
  if (shape.kind !== 'aggregate') return false;
  return shape.members.some(({ name, declared }) => {
    const line = declared?.line ?? 0;
    return name !== null && members.includes(name) && line >= firstLine && line <= lastLine;
  });
}

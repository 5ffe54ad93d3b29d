import type { NamelessHunk } from '../../analysis/posted/review';
import { memberNamed } from '../../analysis/posted/names';
import { itemAt } from '../../base/itemAt';
import type { StructDesc } from '../../facts/generated';
import { orderedFrom } from '../../layout/original';
import { isDeclaringFile } from '../../output/patch/findRecord';
import type { OpenFile } from './openFile';

/**
 * Finds the one struct of a file that has every member which a hunk shows, and that the hunk's own file declares as far
 * as the loaded one states it. Where there is none (members under conditions), or several, or one name is all that there
 * is: the one with most of them and a line in the hunk. The structs are described once, when a hunk first asks.
 */
export function structByMembers(file: OpenFile): (hunk: NamelessHunk) => StructDesc | null {
  let described: readonly StructDesc[] | null = null;
  return (hunk) => {
    const wanted = hunk.members.length;
    if (wanted === 0) return null;
    described ??= everyStruct(file);
    const declared = described.filter((desc) => mayBeIn(hunk.file, desc));
    const whole = declared.filter((desc) => countIn(desc, hunk) === wanted);
    if (whole.length === 1 && wanted > 1) return whole[0] ?? null;
    const there = declared.filter(
      (desc) => countIn(desc, hunk) * 2 > wanted && hasLineIn(desc, hunk),
    );
    return there.length === 1 ? (there[0] ?? null) : null;
  };
}

function everyStruct({ names, session }: OpenFile): readonly StructDesc[] {
  const answer = session.ask({ kind: 'describeAll', rows: names.map((_, row) => row) });
  return answer.ok ? answer.value.filter((desc) => desc !== null) : [];
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

import type { NamelessHunk } from '../../analysis/posted/review';
import { memberNamed } from '../../analysis/posted/names';
import { itemAt } from '../../base/itemAt';
import type { StructDesc } from '../../facts/generated';
import { orderedFrom } from '../../layout/original';
import { isDeclaringFile } from '../../output/patch/findRecord';
import type { OpenFile } from './openFile';

/**
 * Finds the one struct of a file that has every member which a hunk shows, and that the hunk's own file declares as far
 * as the loaded one states it. Where several have, or one name is all that there is, a member's line has to lie in the
 * hunk. The structs are described once, when a hunk first asks.
 */
export function structByMembers(file: OpenFile): (hunk: NamelessHunk) => StructDesc | null {
  let described: readonly StructDesc[] | null = null;
  return (hunk) => {
    if (hunk.members.length === 0) return null;
    described ??= everyStruct(file);
    const fitting = described.filter((desc) => fits(desc, hunk));
    const [first] = fitting;
    if (fitting.length === 1 && hunk.members.length > 1) return first ?? null;
    const there = fitting.filter((desc) => hasLineIn(desc, hunk));
    return there.length === 1 ? (there[0] ?? null) : null;
  };
}

function everyStruct({ names, session }: OpenFile): readonly StructDesc[] {
  const answer = session.ask({ kind: 'describeAll', rows: names.map((_, row) => row) });
  return answer.ok ? answer.value.filter((desc) => desc !== null) : [];
}

function fits(desc: StructDesc, { file, members }: NamelessHunk): boolean {
  const { root } = orderedFrom(desc);
  const { declared } = itemAt(desc.types, desc.root);
  const isThere = declared === null || declared.file === '' || isDeclaringFile(file, desc);
  return isThere && members.every((name) => memberNamed(root, name) !== null);
}

function hasLineIn(desc: StructDesc, { firstLine, lastLine, members }: NamelessHunk): boolean {
  const { shape } = itemAt(desc.types, desc.root);
  if (shape.kind !== 'aggregate') return false;
  return shape.members.some(({ name, declared }) => {
    const line = declared?.line ?? 0;
    return name !== null && members.includes(name) && line >= firstLine && line <= lastLine;
  });
}

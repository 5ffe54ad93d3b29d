import { itemAt } from '../../web/core/base/itemAt';
import { applyEdit, withoutEdits } from '../../web/core/edit/apply';
import type { Applied } from '../../web/core/edit/applied';
import { newDocument, type LayoutDocument } from '../../web/core/edit/document';
import type { Edit } from '../../web/core/edit/edit';
import type { StructDesc } from '../../web/core/facts/generated';
import type { MemberPath } from '../../web/core/layout/ids';

export interface Edited {
  readonly document: LayoutDocument;
  readonly applied: Applied;
}

/** `moves` random moves of a struct's members, those that the engine takes; null where it takes none. */
export function randomMoves(
  desc: StructDesc,
  moves: number,
  random: (below: number) => number,
): Edited | null {
  return edited(desc, moves, (applied) => {
    const paths = applied.struct.root.members.map((member) => member.path);
    const pick = () => itemAt(paths, random(paths.length));
    return { kind: 'move', members: [pick()], to: placeBy(pick(), random) };
  });
}

/** As `randomMoves`, with alignments and padding. */
export function randomEdits(
  desc: StructDesc,
  count: number,
  random: (below: number) => number,
): Edited | null {
  return edited(desc, count, (applied): Edit => {
    const members = applied.struct.root.members.filter((each) => each.bitField === null);
    const member = itemAt(members, random(members.length)).path;
    switch (random(4)) {
      case 0:
        return { kind: 'align', member, bytes: random(2) === 0 ? 'cacheline' : 16 };
      case 1:
        return { kind: 'pad', bytes: 1 + random(24), before: member };
      case 2:
        return { kind: 'isolate', member };
      default:
        return {
          kind: 'move',
          members: [member],
          to: placeBy(itemAt(members, random(members.length)).path, random),
        };
    }
  });
}

function placeBy(member: MemberPath, random: (below: number) => number) {
  return random(2) === 0 ? ({ at: 'before', member } as const) : ({ at: 'after', member } as const);
}

function edited(desc: StructDesc, count: number, next: (applied: Applied) => Edit): Edited | null {
  let document = newDocument(desc);
  let applied = withoutEdits(document);
  if (applied.struct.root.members.length < 2) return null;
  for (let done = 0; done < count; done++) {
    const edit = next(applied);
    const after = applyEdit(applied, edit);
    if (!after.ok) continue;
    applied = after.value;
    document = { ...document, edits: [...document.edits, edit] };
  }
  return document.edits.length === 0 ? null : { document, applied };
}

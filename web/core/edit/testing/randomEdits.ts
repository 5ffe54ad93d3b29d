import { itemAt } from '../../base/itemAt';
import type { MemberPath } from '../../layout/ids';
import { membersOf } from '../../layout/walk';
import type { Applied } from '../applied';
import { applyEdit } from '../apply';
import type { Edit, Place } from '../edit';

/** Turns random numbers into edits of members that are there, and carries out those that apply. */
export function randomEdits(
  start: Applied,
  picks: readonly number[],
): { readonly applied: Applied; readonly edits: readonly Edit[] } {
  let applied = start;
  const edits: Edit[] = [];
  const numbers = picks[Symbol.iterator]();
  const draw = (): number => {
    const next = numbers.next();
    return next.done === true ? 0 : next.value;
  };
  for (let left = Math.floor(picks.length / 4); left > 0; left--) {
    const paths = [...membersOf(applied.struct.root)].map((member) => member.path);
    if (paths.length === 0) break;
    const edit = randomEdit(paths, draw);
    const next = applyEdit(applied, edit);
    if (!next.ok) continue;
    applied = next.value;
    edits.push(edit);
  }
  return { applied, edits };
}

function randomEdit(paths: readonly MemberPath[], draw: () => number): Edit {
  const path = () => itemAt(paths, draw() % paths.length);
  const kind = draw() % 17;
  if (kind < 8) {
    const members = kind < 6 ? [path()] : [path(), path()];
    const anonymous = paths.filter((each) => each.startsWith('anon('));
    const to = randomPlace(path, anonymous, draw);
    return kind % 4 === 3
      ? { kind: 'move', members, to, alone: true }
      : { kind: 'move', members, to };
  }
  const bytes = 2 ** (draw() % 8);
  if (kind < 10) return { kind: 'align', member: path(), bytes };
  if (kind === 10) return { kind: 'align', member: path(), bytes: 'cacheline' };
  if (kind === 11) return { kind: 'unalign', member: path() };
  if (kind === 12) return { kind: 'isolate', member: path() };
  if (kind === 13) return { kind: 'pad', bytes: (draw() % 20) + 1, before: path() };
  if (kind === 14) return { kind: 'unpad', before: path() };
  if (kind === 15) return { kind: 'remove', member: path() };
  return { kind: 'order', members: [path(), path(), path()] };
}

function randomPlace(
  path: () => MemberPath,
  anonymous: readonly MemberPath[],
  draw: () => number,
): Place {
  switch (draw() % 8) {
    case 0:
      return { at: 'first' };
    case 1:
      return { at: 'last' };
    case 2:
      return { at: 'out' };
    case 3:
      return anonymous.length === 0
        ? { at: 'last' }
        : { at: 'into', aggregate: itemAt(anonymous, draw() % anonymous.length) };
    case 4:
    case 5:
      return { at: 'before', member: path() };
    default:
      return { at: 'after', member: path() };
  }
}

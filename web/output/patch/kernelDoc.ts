import { textMembers } from '../../layout/text/textMembers';
import type { ReadText } from './selfCheck';
import type { RecordText } from '../../facts/generated';

/**
 * The lines of a file with the `@member:` descriptions above a struct in the order `after`, where they
 * were in the order `before` of its members; else unchanged: whoever wrote them had another order in mind.
 */
export function withDocInOrder(
  lines: readonly string[],
  record: RecordText,
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const described = record.doc?.members ?? [];
  const known = described.filter((each) => before.includes(each.name));
  const places = known.map((each) => before.indexOf(each.name));
  const inOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  if (known.length < 2 || !inOrder) return lines;
  // Text under a description may be a part of it: then all stay where they are.
  const sorted = [...known].sort((a, b) => after.indexOf(a.name) - after.indexOf(b.name));
  if (known.some((each, index) => each.loose && sorted[index] !== each)) return lines;
  const result = [...lines];
  // From the last to the first, so that the places of those before stay right.
  for (const [index, slot] of [...known.entries()].reverse()) {
    const moved = sorted[index] ?? slot;
    const text = lines.slice(moved.lines.first - 1, moved.lines.last);
    result.splice(slot.lines.first - 1, slot.lines.last - slot.lines.first + 1, ...text);
  }
  return result;
}

/**
 * The lines of a file where the kernel-doc comment above a struct describes padding that an edit put in: kernel-doc
 * warns of each member that is not described. `names` are the members in their order, `padding` those to describe.
 */
export function withPaddingDescribed(
  lines: readonly string[],
  { doc, walls }: RecordText,
  names: readonly string[],
  padding: readonly string[],
): readonly string[] {
  if (doc === null) return lines;
  const result = [...lines];
  for (const name of [...padding].reverse()) {
    const isDescribed = (member: string) => doc.members.some((each) => each.name === member);
    const next = names[names.indexOf(name) + 1];
    // Behind `private:` kernel-doc wants no description, and warns of one.
    const isPrivate = walls.length > 0 && next !== undefined && !isDescribed(next);
    if (isDescribed(name) || isPrivate) continue;
    const before = names.slice(0, names.indexOf(name));
    const neighbour = doc.members.findLast((each) => before.includes(each.name));
    const [first] = doc.members;
    // Behind the description of the member before it, above all others, or under the title.
    const at =
      neighbour?.lines.last ?? (first === undefined ? doc.lines.first + 1 : first.lines.first - 1);
    if (at >= doc.lines.last) continue;
    const like = neighbour ?? first;
    // checkpatch takes no blank before a tab (SPACE_BEFORE_TAB), though the lines around have one.
    const head =
      like === undefined
        ? ' * '
        : (lines[like.at.line - 1] ?? '').slice(0, like.at.column - 1).replaceAll(' \t', '\t');
    const text = next === undefined ? 'padding' : `padding before @${next}`;
    const lineEnd = lines[0]?.endsWith('\r\n') === true ? '\r\n' : '\n';
    result.splice(at, 0, `${head}@${name}: ${text}${lineEnd}`);
  }
  return result;
}

/** The members' names as a text declares them, those of bodies inside of it after their own. */
export function namesInOrder(read: ReadText): readonly string[] {
  return textMembers(read.doc, read.record).flatMap((text) => [
    ...(text.declarator.name === null ? [] : [text.declarator.name]),
    ...(text.member.record === null ? [] : namesInOrder({ ...read, record: text.member.record })),
  ]);
}

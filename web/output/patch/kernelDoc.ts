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

import { itemAt } from '../../base/itemAt';
import type { AddPlace } from '../../edit/edit';
import type { LayoutDocument } from '../../edit/document';
import type { PostedHunk } from '../../facts/generated';
import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import { orderedFrom } from '../../layout/original';
import type { HunkOfStruct } from './bodies';
import type { StatedLines } from './statedLines';
import { withoutComment } from './withoutComment';

/**
 * Where a hunk without context (`-U0`) puts what it adds, by the lines on which the debug information says that the
 * members are declared. Null where it states none, or where it was made from another text than the one that
 * the diff is against; and where the hunk closes, before that, a body that began before it: nobody knows in which one it is.
 */
export function placeByLine(
  { struct }: LayoutDocument,
  stated: StatedLines | null,
  { hunk }: HunkOfStruct,
  moved: readonly MemberPath[],
): AddPlace | null {
  if (stated === null || closesUnseen(hunk)) return null;
  const { lines } = stated;
  const { root } = orderedFrom(struct);
  const before = [...lines].filter(([path, line]) => {
    const member = locate(root, path)?.member;
    return line < hunk.old.firstLine && member?.inner === null && !moved.includes(path);
  });
  const [path] = before.sort((a, b) => a[1] - b[1]).at(-1) ?? [];
  const first = root.members.find((each) => !moved.includes(each.path));
  if (path === undefined) return first === undefined ? null : { at: 'before', member: first.path };
  const found = locate(root, path);
  // After the last member of a union the lines do not tell whether the union has ended.
  const isLast = found?.index === (found?.holder.members.length ?? 0) - 1;
  return found === null || (isLast && found.chain.length > 1)
    ? null
    : { at: 'after', member: path };
}

/** Whether braces that a hunk does not open are closed before its first change. */
function closesUnseen(hunk: PostedHunk): boolean {
  const before = hunk.new.lines.slice(
    0,
    hunk.new.lines.findIndex(({ changed }) => changed),
  );
  let depth = 0;
  for (const { says, text } of before) {
    if (says !== 'code') continue;
    for (const brace of withoutComment(text).match(/[{}]/g) ?? []) {
      depth += brace === '{' ? 1 : -1;
      if (depth < 0) return true;
    }
  }
  return false;
}

/**
 * The stated lines between which a hunk without context adds something, where both the `#if` and the `#endif` of a
 * condition around it have a line there that no hunk shows; null where they have not. Before the first member it is the line
 * of the struct itself; no line is stated for its end, so that behind the last member there is room unless the member is
 * added right after it. (A hunk that shows the end needs no line to place what it adds.)
 */
export function roomForCondition(
  { struct }: LayoutDocument,
  stated: StatedLines,
  { hunk }: HunkOfStruct,
): { readonly firstLine: number; readonly lastLine: number | null } | null {
  const all = [...stated.lines.values()].sort((a, b) => a - b);
  const at = hunk.old.firstLine;
  const head = itemAt(struct.types, struct.root).declared?.line;
  const firstLine = all.findLast((line) => line < at) ?? head;
  const lastLine = all.find((line) => line >= at) ?? null;
  if (firstLine === undefined || firstLine >= at - 1) return null;
  const isRoom = lastLine === null || lastLine > at + hunk.old.lines.length;
  return isRoom ? { firstLine, lastLine } : null;
}

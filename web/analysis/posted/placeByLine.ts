import type { AddPlace } from '../../edit/edit';
import type { LayoutDocument } from '../../edit/document';
import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import { orderedFrom } from '../../layout/original';
import type { HunkOfStruct } from './bodies';
import { declaredLines, memberNamed } from './names';
import { entriesIn } from './sides';

/**
 * Where a hunk without context (`-U0`) puts what it adds, by the lines on which the debug information says that the
 * members are declared. Null where it states none, or where it was made from another text than the one that
 * the diff is against.
 */
export function placeByLine(
  { struct }: LayoutDocument,
  hunks: readonly HunkOfStruct[],
  { hunk }: HunkOfStruct,
  moved: readonly MemberPath[],
): AddPlace | null {
  const lines = declaredLines(struct);
  const { root } = orderedFrom(struct);
  if (
    !isSameText(hunks, (name) => lines.get(memberNamed(root, name)?.path ?? ('' as MemberPath)))
  ) {
    return null;
  }
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

/** Whether what the hunks take away stands on the very lines that the debug information states. */
function isSameText(
  hunks: readonly HunkOfStruct[],
  lineOf: (name: string) => number | undefined,
): boolean {
  let agreed = 0;
  for (const { hunk, old } of hunks) {
    for (const entry of entriesIn(old?.entries ?? [])) {
      if (entry.kind !== 'member') continue;
      for (const name of entry.names) {
        const stated = lineOf(name);
        if (stated === undefined) continue;
        if (stated !== hunk.old.firstLine + entry.lines.first - 1) return false;
        agreed += 1;
      }
    }
  }
  return agreed > 0;
}

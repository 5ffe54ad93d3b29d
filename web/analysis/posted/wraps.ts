import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import { NO_ATTRIBUTES } from '../../layout/text/attributes';
import { askedBy } from './attributes';
import type { GroupEntry } from './sides';
import { frameLines } from './groups';
import { GROWS, type PatchedStruct } from './working';

interface Wrap {
  readonly first: MemberPath;
  last: MemberPath;
  readonly parts: { readonly group: GroupEntry; readonly lines: readonly number[] }[];
}

/** Members that get a struct around them, which the layout shows by their alignment. */
export class Wraps {
  /** Those that go on into a later hunk. */
  private readonly open: Wrap[] = [];
  private readonly closed: Wrap[] = [];

  constructor(private readonly working: PatchedStruct) {}

  /** Whether a new struct began in an earlier hunk and has not ended. */
  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** A new struct, or the part of it that a hunk shows, with the first and the last member in it. */
  add(group: GroupEntry, first: MemberPath | null, last: MemberPath | null): void {
    const { side } = group;
    const lines = frameLines(group);
    const isUnion = group.opens && group.keyword === 'union' && !isGroupMacro(group);
    if (isUnion) {
      this.working.leave(side, lines, 'It puts members into a new union, which is not shown.');
      return;
    }
    const open = group.opens ? undefined : this.open.pop();
    const part = { group, lines };
    if (open !== undefined && last === null) {
      open.parts.push(part);
      return this.leave(open, ENDS_ELSEWHERE);
    }
    if (open !== undefined) {
      open.parts.push(part);
      if (last !== null) open.last = last;
      this.closed.push(open);
      return;
    }
    if (first === null || last === null) {
      this.working.leave(
        side,
        lines,
        'It adds a struct around members that the loaded file does not have.',
      );
      return;
    }
    (group.closes ? this.closed : this.open).push({ first, last, parts: [part] });
  }

  /** Carries them out, when all hunks were read. */
  finish(): void {
    for (const wrap of this.open) this.leave(wrap, ENDS_ELSEWHERE);
    for (const wrap of this.closed) this.align(wrap);
  }

  private align(wrap: Wrap): void {
    const { root } = this.working.applied.struct;
    const [first, last] = [locate(root, wrap.first), locate(root, wrap.last)];
    if (first === null || last === null || first.holder !== last.holder) {
      return this.leave(
        wrap,
        'The members in the new struct are not side by side in the loaded one.',
      );
    }
    if (first.holder.keyword === 'union' && first.index !== last.index) {
      return this.leave(
        wrap,
        'It puts members of a union one after the other, which is not shown.',
      );
    }
    const closing = wrap.parts.at(-1)?.group;
    const { struct } = this.working.document;
    const ofType = askedBy(closing?.words ?? NO_ATTRIBUTES, struct);
    const ofMember = askedBy(closing?.memberWords ?? NO_ATTRIBUTES, struct);
    const isStrange = [ofType, ofMember].some(
      ({ packed, align, unknown }) => packed || align === undefined || unknown.length > 0,
    );
    if (isStrange || closing?.isArray === true) {
      return this.leave(
        wrap,
        'How the new struct around these members is packed or aligned is not shown.',
      );
    }
    const inside = first.holder.members.slice(first.index, last.index + 1);
    const natural = Math.max(
      1,
      ...inside.map((each) => Math.max(each.typeAlign.bytes, each.align?.bytes ?? 1)),
    );
    const next = first.holder.members[last.index + 1];
    const end = ofType.align ?? natural;
    const begin = ofMember.align ?? end;
    const isAsked = ofType.align !== null || ofMember.align !== null;
    const problems = [
      isAsked && first.member.inner !== null
        ? GROWS
        : isAsked
          ? this.working.edit({ kind: 'align', member: wrap.first, bytes: begin })
          : this.working.alignIfItMatters(wrap.first, begin),
      next === undefined ? null : this.working.alignIfItMatters(next.path, end),
    ];
    for (const { group, lines } of wrap.parts) this.working.settle(group.side, lines, problems);
  }

  private leave(wrap: Wrap, reason: string): void {
    for (const { group, lines } of wrap.parts) this.working.leave(group.side, lines, reason);
  }
}

const ENDS_ELSEWHERE = 'Where the new struct around these members ends is not shown.';

/** `struct_group()` is a union with one struct in it here. */
function isGroupMacro({ entries }: GroupEntry): boolean {
  return entries.length === 1 && entries[0]?.kind === 'group';
}

import { applyEdit, applyEdits, withoutEdits } from '../../edit/apply';
import type { Applied } from '../../edit/applied';
import type { LayoutDocument } from '../../edit/document';
import type { AddPlace, Edit } from '../../edit/edit';
import { offsetsOf } from '../../edit/pins';
import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate } from '../../layout/order';
import type { LayoutAttributes } from '../../facts/generated';
import { membersOf } from '../../layout/walk';
import type { LineAccount } from './account';
import { askedBy, notKnown, strangeWord } from './attributes';
import type { ReviewNote } from './notes';
import type { Body } from './sides';

/** A struct while a patch is carried out on it, edit by edit. What does not apply comes back as a sentence. */
export class PatchedStruct {
  readonly edits: Edit[] = [];
  readonly wanted: string[] = [];
  readonly notes: ReviewNote[] = [];
  readonly before: Applied;
  applied: Applied;

  constructor(
    readonly document: LayoutDocument,
    readonly account: LineAccount,
    /** What the struct is given first, as if it were its own order. */
    start: readonly Edit[] = [],
  ) {
    const began = { ...document, edits: start };
    this.before = start.length === 0 ? withoutEdits(began) : applyEdits(began);
    this.applied = this.before;
  }

  /** Carries out what other words of a declaration make of its member. */
  words(member: MemberPath, old: LayoutAttributes, now: LayoutAttributes): string | null {
    const { struct } = this.document;
    const [was, is] = [askedBy(old, struct), askedBy(now, struct)];
    if (was.packed !== is.packed)
      return `It packs \`${member}\` or no longer does, which is not shown.`;
    const strange = strangeWord(was, is);
    if (strange !== null) return notKnown(strange);
    if (was.align === is.align) return null;
    if (is.align === undefined) return `The alignment that it gives to \`${member}\` is not known.`;
    if (is.align === null) return this.edit({ kind: 'unalign', member });
    return this.edit({ kind: 'align', member, bytes: is.align });
  }

  /** An alignment that stands for something else, where it changes an offset; one that the member has already stays. */
  alignIfItMatters(member: MemberPath, bytes: number | 'cacheline'): string | null {
    const asked = bytes === 'cacheline' ? this.document.struct.target.lineBytes : bytes;
    const has = locate(this.applied.struct.root, member)?.member.align?.bytes ?? 0;
    if (has >= asked) return null;
    const next = applyEdit(this.applied, { kind: 'align', member, bytes });
    if (!next.ok) return next.error;
    const { target } = this.document.struct;
    const [now, then] = [this.applied, next.value].map(({ struct }) =>
      [...offsetsOf(struct.root, target)].join(),
    );
    if (now === then) return null;
    const isAnonymous = (locate(this.applied.struct.root, member)?.member.inner ?? null) !== null;
    return isAnonymous ? GROWS : this.edit({ kind: 'align', member, bytes });
  }

  innerOf(path: MemberPath | null): OrderedAggregate | null {
    return path === null ? null : (locate(this.applied.struct.root, path)?.member.inner ?? null);
  }

  move(members: readonly MemberPath[], to: AddPlace): string | null {
    const { root } = this.applied.struct;
    const anchor = 'member' in to ? locate(root, to.member)?.member : null;
    const first = members[0];
    if (first === undefined || ('member' in to && members.includes(to.member))) return null;
    const moved = locate(root, first)?.member;
    const inBits = [moved, anchor].some((each) => (each?.bitField ?? null) !== null);
    const edit: Edit = inBits
      ? { kind: 'move', members, to, alone: true }
      : { kind: 'move', members, to };
    const next = applyEdit(this.applied, edit);
    if (next.ok && orderOf(next.value) === orderOf(this.applied)) return null;
    return this.edit(edit);
  }

  edit(edit: Edit): string | null {
    const next = applyEdit(this.applied, edit);
    if (!next.ok) return next.error;
    this.applied = next.value;
    this.edits.push(edit);
    return null;
  }

  settle(side: Body['side'], lines: readonly number[], problems: readonly (string | null)[]): void {
    const problem = problems.find((each) => each !== null) ?? null;
    if (problem === null) this.account.place(side, lines);
    else this.leave(side, lines, problem);
  }

  /** These lines of the struct are not shown. */
  leave(side: Body['side'], lines: readonly number[], reason: string): void {
    this.account.leave(side, lines, reason, this.document.struct.name);
  }
}

/** An anonymous struct or union that is aligned grows to a multiple of its alignment, which is another thing. */
export const GROWS =
  'What it makes of the place of an anonymous struct or union beside it is not shown.';

function orderOf({ struct }: Applied): string {
  return [...membersOf(struct.root)].map(({ path }) => path).join(' ');
}

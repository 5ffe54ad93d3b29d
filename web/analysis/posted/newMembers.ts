import type { AddPlace } from '../../edit/edit';
import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import type { OrderedMember } from '../../layout/order';
import { addedType, type KnownTypes } from './addedType';
import { NO_ATTRIBUTES } from '../../layout/text/attributes';
import { askedBy, notKnown } from './attributes';
import { NOTHING_NEAR } from './reasons';
import type { ShownByHunks } from './shown';
import type { MemberEntry } from './sides';
import type { PatchedStruct } from './working';

/** Where a new member comes, in the struct as it is by now. */
export interface Gap {
  /** The member that the patch shows next; null where that is changed, too. */
  readonly before: MemberPath | null;
  /** What the struct has there already, which the text of the patch has not. */
  readonly room: readonly OrderedMember[];
}

/** Members that come, and those that become others by their type. Each gives what is wrong, and where the member is. */
export class NewMembers {
  constructor(
    private readonly working: PatchedStruct,
    private readonly shown: ShownByHunks,
    private readonly types: KnownTypes,
  ) {}

  retype(
    entry: MemberEntry,
    known: OrderedMember,
    to: AddPlace | null,
  ): readonly [string | null, MemberPath | null] {
    const type = addedType(this.working.document.struct, entry, this.types);
    if (!type.ok) {
      this.working.wanted.push(...type.error.wanted);
      return [`It changes the type of \`${known.path}\`. ${type.error.reason}`, known.path];
    }
    // A typedef that is another name of the same size and alignment changes nothing.
    const found = locate(this.working.applied.struct.root, known.path);
    const here: AddPlace =
      to ??
      (found?.index === 0
        ? { at: 'first' }
        : {
            at: 'after',
            member: found?.holder.members[(found.index || 1) - 1]?.path ?? known.path,
          });
    const isSame =
      known.sizeBits === (type.value.bits ?? type.value.bytes * 8) &&
      known.typeAlign.bytes === type.value.align &&
      (known.bitField?.unitBits ?? null) ===
        (type.value.bits === null ? null : type.value.bytes * 8);
    if (isSame) {
      const moved = to === null ? null : this.working.move([known.path], to);
      const old = this.shown.olds.get(known.name ?? '');
      return [
        moved ?? this.working.words(known.path, old?.words ?? NO_ATTRIBUTES, entry.words),
        known.path,
      ];
    }
    const problem = this.working.edit({ kind: 'remove', member: known.path });
    return problem === null
      ? this.add(entry, known.path, here, { before: null, room: [] })
      : [problem, null];
  }

  add(
    entry: MemberEntry,
    name: string,
    to: AddPlace | null,
    { before, room }: Gap,
  ): readonly [string | null, MemberPath | null] {
    const path = name as MemberPath;
    const type = addedType(this.working.document.struct, entry, this.types);
    if (!type.ok) {
      this.working.wanted.push(...type.error.wanted);
      return [type.error.reason, null];
    }
    if (to === null) return [NOTHING_NEAR, null];
    const { typeName, bytes, align, bits, forced } = type.value;
    if (before !== null && forced === null && align === 1 && isPadding(name)) {
      const filled = room.reduce((sum, each) => sum + (each.sizeBits ?? 0) / 8, 0);
      const members = room.flatMap((each) => each.name ?? []);
      if (filled >= bytes && members.length > 0) {
        this.working.notes.push({ kind: 'filled', padding: name, members });
        return [null, null];
      }
      return [this.working.edit({ kind: 'pad', bytes, before }), null];
    }
    const problem = this.working.edit({
      kind: 'add',
      name: path,
      typeName,
      bytes,
      align,
      bits,
      to,
    });
    if (problem !== null) return [problem, null];
    const asked = askedBy(entry.words, this.working.document.struct);
    if (asked.unknown[0] !== undefined) return [notKnown(asked.unknown[0]), path];
    if (asked.packed) return [`It packs \`${name}\`, which is not shown.`, path];
    if (forced === null) return [null, path];
    if (asked.align === undefined)
      return [`The alignment that it gives to \`${name}\` is not known.`, path];
    const forcedBytes = asked.align ?? forced;
    return [this.working.edit({ kind: 'align', member: path, bytes: forcedBytes }), path];
  }
}

/** A member that marks a place, or keeps one free. */
export function isMark(name: string): boolean {
  return name.startsWith('__cacheline_group_') || isPadding(name);
}

/** A member that holds a place and nothing else. */
function isPadding(name: string): boolean {
  return /^_*(?:pad|padding|filler|reserved_pad)(?:\d*_*|_\w*)$/i.test(name);
}

import type { AddPlace } from '../edit/edit';
import { locate } from '../edit/tree';
import type { MemberPath } from '../layout/ids';
import type { OrderedMember } from '../layout/order';
import { NO_ATTRIBUTES } from '../layout/text/attributes';
import { type PatchedStruct, askedBy, notKnown } from './working';
import { NOTHING_NEAR } from './notes';
import type { ShownByHunks } from './shown';
import { type MemberEntry, documentOf } from './sides';
import { itemAt } from '../base/itemAt';
import { type Result, fail, ok } from '../base/result';
import type { ScalarFact, StructDesc } from '../facts/generated';
import { type KnownType, typesOf } from '../layout/text/choices';
import { resolveStruct } from '../layout/text/resolve';

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
            member: found?.parent.members[(found.index || 1) - 1]?.path ?? known.path,
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
        moved ??
          this.working.attributes(known.path, old?.attributes ?? NO_ATTRIBUTES, entry.attributes),
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
    const asked = askedBy(entry.attributes, this.working.document.struct);
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
  return isRoomless(name) || isPadding(name);
}

/** What the macros of marks declare, which takes no room (`known/members.h` of csource). */
function isRoomless(name: string): boolean {
  return /^__(?:cacheline_group_|thread_align)/.test(name);
}

/** A member that holds a place and nothing else. */
function isPadding(name: string): boolean {
  return /^_*(?:pad|padding|filler|reserved_pad)(?:\d*_*|_\w*)$/i.test(name);
}

/** What is known beside the loaded struct when a patch brings a member. */
export interface KnownTypes {
  readonly scalars: readonly ScalarFact[];
  /** Types by the name that C gives them. */
  readonly known: ReadonlyMap<string, KnownType>;
}

/** The type of a new member. */
export interface AddedType {
  readonly typeName: string;
  readonly bytes: number;
  readonly align: number;
  readonly bits: number | null;
  /** Forced by an attribute; null for none. */
  readonly forced: number | null;
}

export interface UnknownType {
  /** A sentence. */
  readonly reason: string;
  /** Types that would tell. */
  readonly wanted: readonly string[];
}

/** The type of a declaration: from the patch itself, the loaded struct, C's scalars, other loaded structs. */
function addedType(
  struct: StructDesc,
  entry: MemberEntry,
  types: KnownTypes,
): Result<AddedType, UnknownType> {
  const name = entry.names[0] ?? '';
  const refused = (reason: string, wanted: readonly string[] = []) => fail({ reason, wanted });
  const { base } = entry.declarator.declaredType;
  if (base.kind === 'named' && base.name === 'hitmap_type') {
    return refused(`The type of \`${name}\` is above the hunk.`);
  }
  // A mark takes no room, whatever it is aligned to.
  if (isRoomless(name)) {
    const forced = entry.attributes.aligns.length > 0 ? 1 : null;
    return ok({ typeName: '__u8[0]', bytes: 0, align: 1, bits: null, forced });
  }
  const { doc, text, record } = documentOf(entry);
  if (record < 0) return refused(`The declaration of \`${name}\` is not understood.`);
  const known = new Map([...typesOf(struct), ...types.known]);
  const source = { path: '', text, doc };
  const choices = { target: struct.target, switches: {}, sizes: {}, numbers: {} };
  const resolved = resolveStruct(source, record, choices, types.scalars, known);
  if (!resolved.ok) {
    return refused(`\`${name}\` is declared in a way that is not followed here.`);
  }
  const { desc, questions } = resolved.value;
  const wanted = questions.flatMap((each) => (each.kind === 'size' ? [each.typeName] : []));
  if (wanted[0] !== undefined) {
    return refused(
      `\`${name}\` is not in the loaded struct, and no loaded file has \`${wanted[0]}\`, so its size is not known.`,
      wanted,
    );
  }
  const number = questions.find((each) => each.kind === 'number');
  if (number !== undefined) {
    return refused(`\`${name}\` is new, and the value of \`${number.text}\` is not known.`);
  }
  const { shape } = itemAt(desc.types, desc.root);
  const fact = shape.kind === 'aggregate' ? shape.members[0] : undefined;
  if (fact === undefined) return refused(`\`${name}\` declares no member.`);
  const type = itemAt(desc.types, fact.typeIndex);
  if (type.sizeBytes === null) return refused(`The size of \`${name}\` is not known.`);
  return ok({
    typeName: type.name,
    bytes: type.sizeBytes,
    align: type.align.bytes,
    bits: fact.bitField?.widthBits ?? null,
    forced: fact.align?.bytes ?? null,
  });
}

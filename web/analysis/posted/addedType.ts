import { itemAt } from '../../base/itemAt';
import { fail, ok, type Result } from '../../base/result';
import type { ScalarFact, StructDesc } from '../../facts/generated';
import { typesOf, type KnownType } from '../../layout/text/choices';
import { resolveStruct } from '../../layout/text/resolve';
import { documentOf, type MemberEntry } from './sides';

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
export function addedType(
  struct: StructDesc,
  entry: MemberEntry,
  types: KnownTypes,
): Result<AddedType, UnknownType> {
  const name = entry.names[0] ?? '';
  const refused = (reason: string, wanted: readonly string[] = []) => fail({ reason, wanted });
  if (entry.declared.startsWith('hitmap_type')) {
    return refused(`The type of \`${name}\` is above the hunk.`);
  }
  // A mark takes no room, whatever it is aligned to.
  if (name.startsWith('__cacheline_group_')) {
    const forced = entry.words.aligns.length > 0 ? 1 : null;
    return ok({ typeName: '__u8[0]', bytes: 0, align: 1, bits: null, forced });
  }
  const { doc, record } = documentOf(entry);
  if (record < 0) return refused(`The declaration of \`${name}\` is not understood.`);
  const known = new Map([...typesOf(struct), ...types.known]);
  const source = { path: '', text: entry.side.source, doc };
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

import type { Condition, HeaderDoc, LayoutAttributes, StructDesc } from '../../facts/generated';
import {
  aggregate,
  array,
  member,
  opaque,
  pointer,
  scalar,
  structDesc,
  type AggregateSpec,
  type MemberSpec,
  type TypeSpec,
} from '../../facts/build';
import { X86_64 } from '../../facts/targets';
import { alignmentBytes } from '../../layout/text/attributes';
import { textMembers, type TextMember } from '../../layout/text/textMembers';

/** Which conditions of `#if`s hold, as they are read and as they are written. */
type Enabled = (condition: Condition, text: string) => boolean;

/** Size and alignment of types that the text only names. */
export type Sizes = Readonly<Record<string, readonly [number, number]>>;

/**
 * A struct's description as a compiler would give it for its own text: each member declared at its line
 * and column, laid out in order. `enabled` decides which `#if` conditions hold. For tests: the types are
 * as large as `sizes` says, 8 bytes where it does not.
 */
export function structOfText(
  doc: HeaderDoc,
  record: number,
  sizes: Sizes,
  enabled: Enabled,
): StructDesc {
  const tag = doc.records[record]?.tag ?? doc.records[record]?.typedefName ?? '';
  const spec = aggregateOf(doc, record, sizes, enabled, tag);
  const places = placesOf(doc, record, enabled);
  const desc = structDesc(X86_64, spec);
  let next = 0;
  const withPlaces = (typeIndex: number): void => {
    const type = desc.types[typeIndex];
    if (type?.shape.kind !== 'aggregate') return;
    for (const fact of type.shape.members) {
      const at = places[next++];
      const declared = at === undefined ? null : { file: 'test.h', line: at[0], column: at[1] };
      Object.assign(fact, { declared });
      if (fact.name === null && fact.bitField === null) withPlaces(fact.typeIndex);
    }
  };
  withPlaces(desc.root);
  const at = doc.records[record]?.nameAt;
  const root = desc.types[desc.root];
  if (root !== undefined && at !== undefined) {
    Object.assign(root, { declared: { file: 'test.h', line: at.line, column: at.column } });
  }
  return desc;
}

function here(doc: HeaderDoc, record: number, enabled: Enabled) {
  return textMembers(doc, record).filter(
    (text) =>
      text.holds.every((each, at) => enabled(each, text.conditions[at] ?? '')) &&
      declaresMember(text),
  );
}

/** Not unnamed bits, which debug information leaves out, nor a type that is only declared in passing. */
function declaresMember(text: TextMember): boolean {
  const { declarator, member } = text;
  if (declarator.name !== null) return true;
  if (member.macroName !== null) return declarator.possibleNames.length > 0;
  return member.record !== null;
}

function placesOf(
  doc: HeaderDoc,
  record: number,
  enabled: Enabled,
): readonly (readonly [number, number])[] {
  return here(doc, record, enabled).flatMap((text) => {
    const { at, name } = text.declarator;
    const inner = text.member.record;
    const own = [at.line, at.column] as const;
    return inner !== null && name === null ? [own, ...placesOf(doc, inner, enabled)] : [own];
  });
}

function aggregateOf(
  doc: HeaderDoc,
  record: number,
  sizes: Sizes,
  enabled: Enabled,
  tag: string,
): AggregateSpec {
  const { keyword = 'struct', layout = null } = doc.records[record] ?? {};
  const members: MemberSpec[] = [];
  const forced = alignOf(layout);
  let size = 0;
  let end = 0;
  let align = forced ?? 1;
  for (const text of here(doc, record, enabled)) {
    const type = typeOf(doc, text, sizes, enabled);
    const own = alignOf(text.declarator.layout);
    const atLeast = Math.max(type.align.bytes, own ?? 1);
    const offset = keyword === 'union' ? 0 : Math.ceil(end / atLeast) * atLeast;
    members.push(member(nameOf(text), offset, type, own));
    end = offset + (type.sizeBytes ?? 0);
    size = Math.max(size, end);
    align = Math.max(align, atLeast);
  }
  return aggregate(
    keyword === 'union' ? 'union' : 'struct',
    tag,
    Math.ceil(size / align) * align,
    members,
    {
      alignBytes: align,
      ...(forced === undefined ? {} : { forcedAlignBytes: forced }),
    },
  );
}

function nameOf(text: TextMember): string | null {
  const { declarator, member } = text;
  const mark = /^__cacheline_group_(?:begin|end)$/.exec(member.macroName ?? '')?.[0];
  if (mark !== undefined) return `${mark}__${declarator.possibleNames[0] ?? ''}`;
  // `LIST_FIELDS(Unit, by_type)`: types come before names.
  const byMacro = member.macroName === null ? null : (declarator.possibleNames.at(-1) ?? null);
  return declarator.name ?? byMacro;
}

function alignOf(layout: LayoutAttributes | null): number | undefined {
  const [align] = layout?.aligns ?? [];
  return align === undefined ? undefined : (alignmentBytes(align, X86_64, new Map()) ?? undefined);
}

function typeOf(doc: HeaderDoc, text: TextMember, sizes: Sizes, enabled: Enabled): TypeSpec {
  const { declaredType, name } = text.declarator;
  const inner = text.member.record;
  if (inner !== null && name === null) return aggregateOf(doc, inner, sizes, enabled, '');
  const element = elementOf(
    declaredType.text.replace(/\[[^\]]*\]/g, ''),
    declaredType.pointer,
    sizes,
  );
  return [...declaredType.counts]
    .reverse()
    .reduce<TypeSpec>(
      (type, count) => array(type, count.text === '' ? null : (count.value ?? 4)),
      element,
    );
}

function elementOf(text: string, isPointer: boolean, sizes: Sizes): TypeSpec {
  if (isPointer) return pointer(text);
  const known = sizes[text] ?? SCALARS[text];
  return known === undefined
    ? opaque(text, 8, 8)
    : known[0] === known[1]
      ? scalar(text, known[0])
      : opaque(text, known[0], known[1]);
}

const SCALARS: Sizes = {
  char: [1, 1],
  u8: [1, 1],
  bool: [1, 1],
  short: [2, 2],
  u16: [2, 2],
  int: [4, 4],
  'unsigned int': [4, 4],
  u32: [4, 4],
  long: [8, 8],
  'unsigned long': [8, 8],
  u64: [8, 8],
};

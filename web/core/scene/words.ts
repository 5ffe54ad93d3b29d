import { derived } from '../base/derived';
import { plural } from '../base/prose';
import { linesOf, type LineRuler } from '../layout/lines';
import type { OrderedMember } from '../layout/order';
import type { CellSeed } from './sceneNode';
import type { AlignMark, CellChange, CellHeat } from './scene';

/** `712 · 8`, of a bit-field `12:3 · 2 b`: offset in bytes (and bits), then the size. */
export function placeText(offsetBits: number, sizeBits: number | null): string {
  const offset = offsetText(offsetBits);
  if (sizeBits === null) return `${offset} · ?`;
  return sizeBits % 8 === 0 ? `${offset} · ${sizeBits / 8}` : `${offset} · ${sizeBits} b`;
}

/** Offset in bytes, of a bit-field with its bit: `12:3`. */
export function offsetText(offsetBits: number): string {
  const bits = offsetBits % 8;
  return bits === 0 ? `${offsetBits / 8}` : `${Math.floor(offsetBits / 8)}:${bits}`;
}

/** `1 byte`, `8 bytes`, `3 bits`. */
export function sizeWords(sizeBits: number): string {
  return sizeBits % 8 === 0 ? plural(sizeBits / 8, 'byte') : plural(sizeBits, 'bit');
}

function offsetWords(offsetBits: number): string {
  const bits = offsetBits % 8;
  const bytes = `offset ${Math.floor(offsetBits / 8)}`;
  return bits === 0 ? bytes : `${bytes} bit ${bits}`;
}

/** As a label shows it: keywords and qualifiers take much room. The tooltip has it in full. */
export const shortType = derived(({ typeName }: OrderedMember): string =>
  typeName
    .replace(/\b(?:const|volatile|struct|union|enum|class) (?=\w)/g, '')
    // gcc's order of words in debug information, which no source has.
    .replace(/\b(long|short)( long)? unsigned int\b/g, 'unsigned $1$2')
    .replace(/\b(long|short)( long)? int\b/g, '$1$2'),
);

/** What stands for a member as its name. */
export function nameOf(seed: CellSeed): string {
  const { item, kind } = seed;
  if (item?.kind !== 'field') return kind;
  const { member } = item;
  if (member.role === 'padding') return 'padding';
  if (member.role === 'base') return `base ${member.name ?? ''}`;
  if (member.role === 'vtable') return 'vtable';
  if (member.name !== null) return markerName(member.name);
  return member.bitField === null ? `anonymous ${seed.kind}` : 'unnamed bits';
}

const GROUP_PREFIX = '__cacheline_group_';

/** `__cacheline_group_begin__tcp_sock_read_tx` as `begin tcp_sock_read_tx` (include/linux/cache.h). */
function markerName(name: string): string {
  if (!name.startsWith(GROUP_PREFIX)) return name;
  return name.slice(GROUP_PREFIX.length).replace('__', ' ');
}

export interface Spoken {
  readonly seed: CellSeed;
  readonly change: CellChange;
  readonly alignMark: AlignMark | null;
  readonly pinned: boolean;
  readonly broken: string | null;
  readonly note: string | null;
  readonly ofLine: string | null;
  readonly heat: CellHeat | null;
  readonly ruler: LineRuler;
}

/** A cell for screen readers and tooltips: "f_ref, file_ref_t, offset 176, 8 bytes, line 2; moved from offset 0". */
export function speak(cell: Spoken): string {
  const { seed, change, alignMark, pinned, broken, note, ofLine, heat } = cell;
  const parts: string[] = [];
  if (change.kind === 'moved' || change.kind === 'shifted') {
    const how = change.kind === 'moved' ? 'moved' : 'shifted';
    parts.push(`${how} from ${offsetWords(change.fromBits)}`);
  } else if (change.kind === 'added') {
    parts.push('added by an edit');
  }
  if (alignMark !== null) parts.push(alignWords(alignMark));
  if (pinned) parts.push('pinned');
  if (heat !== null) parts.push(heat.text);
  if (broken !== null) parts.push(`breaks a rule: ${broken}`);
  if (note !== null) parts.push(`note: ${note}`);
  if (ofLine !== null) parts.push(ofLine);
  return [`${whatWords(seed)}, ${whereWords(cell)}`, ...parts].join('; ');
}

function whatWords(seed: CellSeed): string {
  const { item, kind } = seed;
  const name = nameOf(seed);
  switch (kind) {
    case 'hole':
      return 'hole';
    case 'tail':
      return 'padding at the end';
    case 'outside':
      return 'not part of this struct';
    case 'rest':
      return 'more elements';
    case 'padding':
      return 'padding';
    case 'union':
    case 'struct':
    case 'open':
    case 'field':
    case 'marker':
    case 'flexible':
    case 'unknown':
      break;
  }
  if (item?.kind !== 'field' || item.member.name === null) return name;
  return `${name}, ${item.member.typeName}`;
}

function whereWords({ seed, ruler }: Spoken): string {
  const { offsetBits, sizeBits, kind } = seed;
  const size =
    kind === 'flexible'
      ? 'open end'
      : kind === 'marker'
        ? 'no size'
        : sizeBits === null
          ? 'size unknown'
          : sizeWords(sizeBits);
  const { first, last } = linesOf(offsetBits, sizeBits, ruler);
  const line = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return kind === 'outside' ? size : `${offsetWords(offsetBits)}, ${size}, ${line}`;
}

function alignWords(mark: AlignMark): string {
  switch (mark.from) {
    case 'stated':
      return `aligned to ${mark.bytes} by its declaration`;
    case 'inferred':
      return `aligned to ${mark.bytes}, as its offset suggests`;
    case 'edited':
      return `aligned to ${mark.bytes} by an edit`;
  }
}

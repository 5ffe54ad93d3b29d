import { unquoted } from '../../base/prose';
import { snoopName, addCounts, loadsOf, NO_COUNTS, type HeatCounts } from '../../heat/counts';
import type { Attribution } from '../../heat/attribute';
import { itemAt } from '../../base/itemAt';
import { applyEdits, withoutEdits } from '../../edit/apply';
import { underRulerOf, type AppliedState } from '../../edit/applied';
import type { LayoutDocument } from '../../edit/document';
import { editOf, formatEdit } from '../../edit/words';
import type { BindingDoubt } from '../../edit/bindingDoubt';
import type { Edit } from '../../edit/edit';
import { doubtsOf } from '../../heat/bindingDoubts';
import { layoutEdits } from '../../edit/layoutEdits';
import type { Alignment, MemberFact, StructDesc, TypeFact } from '../../facts/generated';
import { computeLayout } from '../../layout/compute';
import type { MemberPath } from '../../layout/ids';
import type { Layout } from '../../layout/layout';
import { lineCount, linesOf, type LineRuler } from '../../layout/lines';
import type { OrderedMember } from '../../layout/order';
import { fieldsOf } from '../../layout/walk';
import {
  abiWords,
  asWords,
  AT_LEAST,
  CHANGE,
  checkOf,
  COLUMNS,
  HEAT_COLUMNS,
  joined,
  offsetText,
  TABLE_VERSION,
  wordsOf,
} from './format';

/**
 * The struct of a document as it was found, where the edits put each field, the heat of what is measured,
 * and the changes in words. No line is longer than 75 columns; `readTable` gives the document back.
 *
 * @param attribution the heat to show; null for none
 */
export function tableText(document: LayoutDocument, attribution: Attribution | null): string {
  return new TableWriter(document, attribution).text();
}

interface Row {
  /** Right-aligned, one for each column of figures. */
  readonly figures: readonly string[];
  readonly depth: number;
  readonly name: string;
  readonly rest: string;
}

class TableWriter {
  private readonly lines: (Row | string)[] = [];
  private readonly ruler: LineRuler;
  private readonly now: ReadonlyMap<MemberPath, number> | null;
  private readonly heat: ReadonlyMap<MemberPath, MemberHeat> | null;
  private readonly desc: StructDesc;
  /** The lines of the edited struct. */
  private readonly ruled: AppliedState;
  private readonly isPair: boolean;
  /** Of the binding whose heat is shown, and all that is doubtful in words. */
  private readonly doubt: BindingDoubt | null;
  private readonly doubts: readonly string[];
  private line = -1;
  private rows = 0;

  constructor(
    private readonly document: LayoutDocument,
    private readonly attribution: Attribution | null,
  ) {
    this.desc = document.struct;
    const edited = applyEdits(document);
    const original = underRulerOf(edited, withoutEdits(document));
    this.ruler = original.state;
    this.ruled = edited.state;
    this.isPair = edited.state.pair;
    this.doubt = attribution?.instances.flatMap(({ binding: { doubt } }) => doubt ?? [])[0] ?? null;
    this.doubts = doubtsOf(edited).map(({ text }) => unquoted(text));
    const layout = computeLayout(edited.struct);
    const offsets = new Map(
      [...fieldsOf(layout)].map(({ path, offsetBits }) => [path, offsetBits]),
    );
    this.now = changesLayout(document.edits) ? offsets : null;
    this.heat = attribution === null ? null : tableHeat(attribution);
  }

  text(): string {
    const { struct } = withoutEdits(this.document);
    const root = itemAt(this.desc.types, this.desc.root);
    this.members(root, struct.root.members, 0, 0);
    const body = [...this.head(root), ...this.columns(), ...this.changes()];
    const check = checkOf(wordsOf(joined(body.join('\n'))));
    return `${[...body, `[end, ${this.rows} rows, check ${check}]`].join('\n')}\n`;
  }

  private head(root: TypeFact): readonly string[] {
    const { desc, document, ruler, ruled } = this;
    if (root.shape.kind !== 'aggregate') return [];
    const { keyword, packed, forcedAlign, readOnly } = root.shape;
    const layout = computeLayout(withoutEdits(document).struct);
    const atLeast = root.sizeBytes === null ? `${AT_LEAST} ` : '';
    const after = computeLayout(applyEdits(document).struct);
    const options = [
      `hitmap-table ${TABLE_VERSION}`,
      ...(ruled.wantedBaseBytes === 0 ? [] : [`base ${ruled.wantedBaseBytes}`]),
      ...(this.isPair ? ['pairs'] : []),
      ...abiWords(desc.target),
      ...(this.doubt === null ? [] : [`doubt ${this.doubt}`]),
      ...(this.heat !== null && this.attribution?.peer ? ['peer'] : []),
    ];
    const title = [
      `${keyword} ${asWords(desc.name, 'name')} is ${atLeast}${layout.sizeBits / 8} bytes, align ${alignWord(root.align)}, lines of ${ruler.lineBytes}, ${desc.target.machine}`,
      ...(packed ? ['@packed'] : []),
      ...(forcedAlign === null ? [] : [attribute(forcedAlign)]),
      ...(readOnly === null ? [] : [`@fixed ${quote(readOnly)}`]),
      `[${options.join(', ')}]`,
    ].join(' ');
    const lines = [wrap(title, '  ')];
    if (this.now !== null) {
      const extent = (each: Layout, lines: LineRuler) =>
        `${atLeast}${each.sizeBits / 8} bytes on ${atLeast}${lineCount(each, lines)} lines`;
      const [was, is] = [extent(layout, ruler), extent(after, ruled)];
      lines.push(wrap(`(changed: from ${was} to ${is}; now: where a field goes)`, '  '));
    }
    if (this.heat !== null) {
      const what = snoopName({ peer: this.attribution?.peer === true });
      lines.push(`(samples: ${what} of loads remote and local, all loads, stores)`);
    }
    lines.push(...this.doubts.map((doubt) => wrap(`(in doubt: ${doubt})`, '  ')));
    return [...lines, ''];
  }

  /** The rows under their heads, each column as wide as it needs. */
  private columns(): readonly string[] {
    const heads = [
      'offset',
      'size',
      ...(this.now === null ? [] : ['now']),
      ...(this.heat === null ? [] : HEAT_COLUMNS),
    ];
    const rows = this.lines.filter((each): each is Row => typeof each !== 'string');
    const widths = heads.map((head, at) =>
      Math.max(head.length, ...rows.map(({ figures }) => figures[at]?.length ?? 0)),
    );
    const figuresText = (figures: readonly string[]) =>
      figures.map((figure, at) => figure.padStart(widths[at] ?? 0)).join(' ');
    const room = COLUMNS - widths.reduce((sum, width) => sum + width + 1, 0);
    const nameWidth = Math.min(
      Math.max(5, ...rows.map(({ name, depth, rest }) => (rest === '' ? 0 : name.length + depth))),
      Math.max(12, Math.floor(room * 0.55)),
    );
    const indent = ' '.repeat(
      Math.min(
        40,
        widths.reduce((sum, width) => sum + width + 1, 3),
      ),
    );
    return [
      `${figuresText(heads)} ${'field'.padEnd(nameWidth)} type`,
      ...this.lines.map((each) => {
        if (typeof each === 'string') return each;
        const name = `${' '.repeat(each.depth)}${each.name}`;
        const line = `${figuresText(each.figures)} ${name.padEnd(nameWidth)} ${each.rest}`;
        return wrap(line.trimEnd(), indent);
      }),
      '',
    ];
  }

  private changes(): readonly string[] {
    const { tags, pins, together, rules, notes, lineNotes, edits } = this.document;
    const state: readonly Edit[] = [
      ...tags.map((tag): Edit => ({ kind: 'tag', ...tag })),
      ...pins.map((member): Edit => ({ kind: 'pin', member })),
      ...together.map((members): Edit => ({ kind: 'together', members })),
      ...rules.map(editOf),
      ...notes.map(({ member, text }): Edit => ({ kind: 'note', member, text })),
      ...lineNotes.map(({ line, text }): Edit => ({ kind: 'noteLine', line, text })),
    ];
    // How it is looked at stands in the title; what was bound is the heat.
    const sentences = ['bind', 'unbind', 'line', 'base', 'pair'];
    return [...state, ...edits]
      .filter(({ kind }) => !sentences.includes(kind))
      .map((edit) => wrap(`${CHANGE} ${withoutMarks(formatEdit(edit))}`, '    '));
  }

  private members(
    type: TypeFact,
    ordered: readonly OrderedMember[],
    startBits: number,
    depth: number,
  ): void {
    if (type.shape.kind !== 'aggregate') return;
    const { keyword, members } = type.shape;
    let end = startBits;
    const isUnion = keyword === 'union';
    for (const [at, fact] of members.entries()) {
      const member = itemAt(ordered, at);
      const offsetBits = startBits + fact.offsetBits;
      if (!isUnion && offsetBits >= end + 8) this.hole(end, offsetBits - end, '(hole)', depth);
      this.member(fact, member, offsetBits, depth);
      end = fact.sizeBits === null ? Infinity : Math.max(end, offsetBits + fact.sizeBits);
    }
    const whole = startBits + (type.sizeBytes ?? 0) * 8;
    if (!isUnion && whole >= end + 8) this.hole(end, whole - end, '(padding)', depth);
  }

  private member(fact: MemberFact, member: OrderedMember, offsetBits: number, depth: number): void {
    const type = itemAt(this.desc.types, fact.typeIndex);
    this.boundary(offsetBits, depth);
    const own = [
      ...(fact.align === null ? [] : [attribute(fact.align)]),
      ...(fact.packed ? ['@packed'] : []),
      ...(fact.role === 'field' ? [] : [`@${fact.role}`]),
    ];
    const heat = this.heat?.get(member.path) ?? null;
    const figures = this.figures(
      offsetText(offsetBits),
      sizeWord(fact, type),
      this.nowOf(member.path),
      heat,
    );
    this.rows++;
    if (member.inner === null || type.shape.kind !== 'aggregate') {
      const name = fact.name === null ? '-' : asWords(fact.name, 'name');
      const rest = [asWords(type.name, 'type'), ...own].join(' ');
      this.lines.push({ figures, depth, name, rest });
      for (const part of heat?.parts ?? []) {
        const name = part.name === '' ? '.' : asPart(part.name);
        const inside = this.figures(`+${part.offsetBytes}`, '.', '.', {
          sum: part.counts,
          parts: [],
        });
        this.lines.push({ figures: inside, depth: depth + 1, name, rest: '' });
      }
      return;
    }
    const { packed, forcedAlign } = type.shape;
    const opening = [
      asWords(type.name, 'type'),
      ...(packed ? ['@packed'] : []),
      ...(forcedAlign === null ? [] : [attribute(forcedAlign)]),
      '{',
    ].join(' ');
    this.lines.push({ figures, depth, name: opening, rest: '' });
    this.members(type, member.inner.members, offsetBits, depth + 1);
    const blanks = figures.map(() => '');
    this.lines.push({ figures: blanks, depth, name: ['}', ...own].join(' '), rest: '' });
  }

  private figures(
    offset: string,
    size: string,
    now: string,
    heat: MemberHeat | null,
  ): readonly string[] {
    return [
      offset,
      size,
      ...(this.now === null ? [] : [now]),
      ...(this.heat === null ? [] : heatWords(heat?.sum ?? null)),
    ];
  }

  private nowOf(path: MemberPath): string {
    const bits = this.now?.get(path);
    return bits === undefined ? '.' : offsetText(bits);
  }

  private hole(offsetBits: number, sizeBits: number, name: string, depth: number): void {
    const first = Math.ceil(offsetBits / 8) * 8;
    const bytes = Math.floor((sizeBits - (first - offsetBits)) / 8);
    if (bytes <= 0) return;
    this.boundary(first, depth);
    const figures = this.figures(offsetText(first), `${bytes}`, '.', null);
    this.lines.push({ figures, depth, name, rest: '' });
  }

  /** Above the first row of each line; those of an anonymous struct begin within its row. */
  private boundary(offsetBits: number, depth: number): void {
    const { first } = linesOf(offsetBits, 1, this.ruler);
    if (first <= this.line || depth > 20) return;
    this.line = first;
    const { lineBytes, baseBytes } = this.ruler;
    const start = first * lineBytes - baseBytes;
    this.lines.push(`-- line ${first}, from ${Math.max(0, start)} --`);
  }
}

function changesLayout(edits: readonly Edit[]): boolean {
  return layoutEdits({ edits }).length > 0;
}

/** `8`; `24/8` where the alignment is another than the size; `3b/32` of a bit-field; `?` for unknown. A mark for what was inferred. */
function sizeWord(fact: MemberFact, type: TypeFact): string {
  const { bytes, from } = type.align;
  const inferred = from === 'inferred' ? '?' : '';
  if (fact.bitField !== null) {
    const { widthBits, unitBits } = fact.bitField;
    const align = bytes * 8 === unitBits && inferred === '' ? '' : `/${bytes}${inferred}`;
    return `${widthBits}b/${unitBits}${align}`;
  }
  const size = type.sizeBytes === null ? '?' : `${type.sizeBytes}`;
  return type.sizeBytes === bytes && inferred === '' ? size : `${size}/${bytes}${inferred}`;
}

function alignWord({ bytes, from }: Alignment): string {
  return `${bytes}${from === 'inferred' ? '?' : ''}`;
}

function attribute(align: Alignment): string {
  return `@align(${alignWord(align)})`;
}

function quote(text: string): string {
  return withoutMarks(JSON.stringify(text));
}

/** No line may begin with the mark of a quoted mail: what is in double quotes can do without it. */
function withoutMarks(words: string): string {
  return words.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => quoted.replaceAll('>', '\\u003e'));
}

function asPart(name: string): string {
  return /\s|^>/.test(name) ? quote(name) : name;
}

/**
 * A line that is too long goes on in the next, further in. A word that is too long for any line is cut: a
 * backslash at the end of a line means that nothing stands between.
 */
function wrap(line: string, indent: string): string {
  if (line.length <= COLUMNS) return line;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > COLUMNS) {
    const lead = /^ */.exec(rest)?.[0].length ?? 0;
    const at = rest.lastIndexOf(' ', COLUMNS);
    if (at > lead) {
      lines.push(rest.slice(0, at).trimEnd());
      rest = `${indent}${rest.slice(at).trimStart()}`;
    } else {
      lines.push(`${rest.slice(0, COLUMNS - 1)}\\`);
      rest = `${indent}${rest.slice(COLUMNS - 1)}`;
    }
  }
  return [...lines, rest].join('\n');
}

/** The heat of one member, and of what is distinguished inside it. */
interface MemberHeat {
  readonly sum: HeatCounts;
  /** Where it is known more exactly than "the member"; by offset in the member. */
  readonly parts: readonly HeatPart[];
}

interface HeatPart {
  /** `.count`, `[3].next`: the path behind the member's own. */
  readonly name: string;
  readonly offsetBytes: number;
  readonly counts: HeatCounts;
}

/** Counts of samples by the member that holds them; null where nothing, or no samples, were counted. */
function tableHeat(attribution: Attribution): ReadonlyMap<MemberPath, MemberHeat> | null {
  if (attribution.unit !== 'samples') return null;
  const members = new Map<MemberPath, Map<string, HeatPart>>();
  for (const { place, counts } of attribution.rows) {
    if (place.kind !== 'field') continue;
    const parts = members.get(place.mover) ?? new Map<string, HeatPart>();
    members.set(place.mover, parts);
    const isInside = place.path.startsWith(place.mover) && place.path !== place.mover;
    const name = isInside ? place.path.slice(place.mover.length) : '';
    const known = parts.get(name);
    parts.set(name, {
      name,
      offsetBytes: Math.min(known?.offsetBytes ?? Infinity, place.moverOffsetBytes),
      counts: addCounts(known?.counts ?? NO_COUNTS, counts),
    });
  }
  if (members.size === 0) return null;
  return new Map(
    [...members].map(([path, parts]) => {
      const all = [...parts.values()].sort((a, b) => a.offsetBytes - b.offsetBytes);
      const sum = all.reduce((total, { counts }) => addCounts(total, counts), NO_COUNTS);
      const [only] = all;
      const isWhole = all.length === 1 && only?.name === '' && only.offsetBytes === 0;
      return [path, { sum, parts: isWhole ? [] : all }];
    }),
  );
}

/** One word for each of `HEAT_COLUMNS`; a dot for none. */
function heatWords(counts: HeatCounts | null): readonly string[] {
  if (counts === null) return HEAT_COLUMNS.map(() => '.');
  const values = [
    counts.hitmRemote + counts.peerRemote,
    counts.hitmLocal + counts.peerLocal,
    loadsOf(counts),
    counts.stores,
  ];
  return values.map((value) => (value === 0 ? '.' : `${Math.round(value)}`));
}

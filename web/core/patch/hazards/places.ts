import { assertNever } from '../../base/assert';
import { listed, plural } from '../../base/prose';
import type { Applied } from '../../edit/applied';
import { applyEdits } from '../../edit/apply';
import type { LayoutDocument } from '../../edit/document';
import type { Rule } from '../../edit/rule';
import { formatRule } from '../../edit/words';
import type {
  FileHazards,
  Hazard,
  Machine,
  MacroName,
  MacroText,
  PieceText,
  PlaceDemand,
  StructDesc,
} from '../../facts/generated';
import { computeLayout } from '../../layout/compute';
import { diffLayouts } from '../../layout/diff';
import type { MemberPath } from '../../layout/ids';
import type { OrderedStruct } from '../../layout/order';
import { orderedFrom } from '../../layout/original';
import type { SourceText } from '../../layout/text/sourceText';
import { recordAt } from '../../layout/text/textMembers';
import { membersOf } from '../../layout/walk';
import { wallLines } from '../body';
import { findRecord } from '../findRecord';
import { type Element, elementsOf } from '../level';
import { demandAbove, demandsIn, isKept, neighbourhood } from '../orderRules';
import { linesOf, onOneLine, readable } from '../text';
import { pathsByPiece, tie } from '../tie';

/** A place of a tree that holds only as long as a struct's members lie as they do; its path is relative to the tree. */
export type PlacedHazard = (Hazard & { readonly path: string }) | StatedOrder;

/** What one file said. */
export interface FileAnswer {
  readonly path: string;
  readonly found: FileHazards;
}

/** What the files that name the struct leave open: looked up in the headers of the tree. */
export interface Wanted {
  readonly macros: ReadonlySet<string>;
  /** Tags of structs. */
  readonly types: ReadonlySet<string>;
  /** Files that cast to or from those, and may declare them themselves. */
  readonly casting: ReadonlySet<string>;
}

/** What the headers of a tree say to what was wanted. */
export interface LookedUp {
  readonly macros: readonly MacroText[];
  /** Of a struct of the tree: the members that it begins with, as the struct that is asked about begins. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>;
}

/** All hazards of a tree. */
export interface Hazards {
  /** By path and line, each place once. */
  readonly places: readonly PlacedHazard[];
  /** Initialisers of which a macro that no file defines decides what they are. */
  readonly open: readonly PlacedHazard[];
  /** What was not looked at though it may hold a place, as sentences. */
  readonly left: readonly string[];
  readonly lookedFor: LookedFor;
}

/** Without it a count of 0 would say nothing. */
export interface LookedFor {
  /** The names of the struct, as C spells them. */
  readonly names: readonly string[];
  /** How many files of the tree were searched for them. */
  readonly files: number;
}

/** What has to be looked up before `settleHazards` can tell all. */
export function wantedOf(answers: readonly FileAnswer[]): Wanted {
  const macros = byName(answers.flatMap(({ found }) => found.macros));
  const wanted = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const known = macros.get(name);
    if (known === undefined) wanted.add(name);
    else for (const each of known.refers) visit(each.name);
  };
  for (const { found } of answers) {
    for (const { used, arguments: passed } of found.uses) {
      visit(used.name);
      if (used.call) for (const name of passed) visit(name);
    }
  }
  const types = new Set(answers.flatMap(({ found }) => found.casts.map(({ other }) => other)));
  const casting = answers.filter(({ found }) => found.casts.length > 0).map(({ path }) => path);
  return { macros: wanted, types, casting: new Set(casting) };
}

/**
 * The hazards of all files, with macros and casts settled, and what the struct's own header states. `left` is what was
 * not looked at.
 */
export function combineHazards(
  answers: readonly FileAnswer[],
  known: LookedUp,
  lookedFor: LookedFor,
  stated: readonly StatedOrder[] = [],
  left: readonly string[] = [],
): Hazards {
  const all = byName([...known.macros, ...answers.flatMap(({ found }) => found.macros)]);
  const places: PlacedHazard[] = [...stated];
  const open: PlacedHazard[] = [];
  const tables = new Map<string, Set<string | null>>();
  for (const { path, found } of answers) {
    for (const { name } of found.offsets) {
      tables.set(name, (tables.get(name) ?? new Set()).add(architectureOf(path)));
    }
  }
  for (const { path, found } of answers) {
    // A short name (`F`) is another macro in another file.
    const own = found.uses.length === 0 ? all : byName(found.macros);
    const macros: Macros = { get: (name) => own.get(name) ?? all.get(name) };
    for (const hazard of found.hazards) {
      if (isOwnConstant(path, hazard, tables)) places.push({ path, ...hazard });
    }
    for (const { used, arguments: passed, whole, hazard } of found.uses) {
      if (hazard.kind === 'assertion') {
        const asserts = macros.get(used.name)?.asserts ?? null;
        if (asserts !== null) places.push({ path, ...hazard, size: asserts === 'size' });
        continue;
      }
      const values = valuesOf(macros, used, whole) ?? passedValues(macros, passed);
      if (values === null) open.push({ path, ...hazard });
      else if (values > 0) {
        const counted = macros.get(used.name)?.named === false;
        places.push({ path, ...hazard, values: counted ? values : hazard.values });
      }
    }
    for (const { other, hazard } of found.casts) {
      const members = known.beginnings.get(other) ?? [];
      if (members.length > 0) places.push({ path, ...hazard, members: [...members] });
    }
  }
  return { places: once(places), open: onceEach(open), left, lookedFor };
}

/** A constant of assembly belongs to the architecture whose table defines it: `TI_PRE_COUNT` of another is another. */
function isOwnConstant(
  path: string,
  { kind, subject }: Hazard,
  tables: ReadonlyMap<string, ReadonlySet<string | null>>,
): boolean {
  if (kind !== 'asm' || !path.endsWith('.S')) return true;
  const defined = tables.get(subject);
  const own = architectureOf(path);
  return defined === undefined || own === null || defined.has(own) || defined.has(null);
}

/** The architecture that a file of a tree is for, by its folder (`arch/arm64/`, `libavcodec/x86/`); null for any. */
export function architectureOf(path: string): string | null {
  const folders = path.split('/').slice(0, -1);
  const at = folders.indexOf('arch');
  return folders[at + 1] !== undefined && at >= 0
    ? (folders[at + 1] ?? null)
    : (folders.find((folder) => ARCHITECTURES.has(folder)) ?? null);
}

const ARCHITECTURES = new Set(
  'aarch64 alpha arc arm arm64 csky hexagon i386 ia64 loongarch m68k microblaze mips nios2 openrisc parisc powerpc ppc riscv s390 sh sparc x86 x86_64 xtensa'.split(
    ' ',
  ),
);

type Macros = Pick<ReadonlyMap<string, MacroText>, 'get'>;

/**
 * How many values a macro gives by position, 0 for none; null where nothing defines it. `seen` are the macros that were
 * asked on the way: one in itself stands for nothing more.
 */
function valuesOf(
  macros: Macros,
  { name, call }: MacroName,
  whole: boolean,
  seen = new Set<string>(),
): number | null {
  const macro = macros.get(name);
  // A word that no #define makes is a constant.
  if (macro === undefined) return call ? null : Number(!whole);
  if (seen.has(name)) return 0;
  seen.add(name);
  const own = whole ? macro.whole : macro.among;
  if (own > 0) return own;
  const inside = macro.refers.map((each) => valuesOf(macros, each, whole, seen));
  if (inside.includes(null) && inside.every((each) => each === null || each === 0)) return null;
  return Math.max(0, ...inside.map((each) => each ?? 0));
}

/** What a list of rows gives whose rows are made by a macro that is handed to it: `IDS(DEVICE, &info)`. */
function passedValues(macros: Macros, passed: readonly string[]): number | null {
  const known = passed.filter((name) => macros.get(name) !== undefined);
  if (known.length === 0) return null;
  return Math.max(...known.map((name) => valuesOf(macros, { name, call: true }, true) ?? 0));
}

function byName(macros: readonly MacroText[]): ReadonlyMap<string, MacroText> {
  return new Map(macros.map((macro) => [macro.name, macro]));
}

function once(places: readonly PlacedHazard[]): readonly PlacedHazard[] {
  const found = new Map(places.map((each) => [`${each.path}:${each.line} ${each.kind}`, each]));
  return [...found.values()].sort(
    (a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)) || a.line - b.line,
  );
}

/** One place of each variable. */
function onceEach(places: readonly PlacedHazard[]): readonly PlacedHazard[] {
  const found = new Map(places.map((each) => [`${each.path} ${each.subject}`, each]));
  return [...found.values()];
}

/** A comment of a struct's own header that says where members have to lie; the same kind of place as a hazard. */
export interface StatedOrder extends Omit<Hazard, 'kind'> {
  readonly kind: 'statedOrder';
  readonly demand: PlaceDemand;
  /** Whom it is about. */
  readonly paths: readonly MemberPath[];
  /** These with the member before and the one after: `stay` asks that they go on lying side by side. */
  readonly around: readonly MemberPath[];
  readonly path: string;
}

/**
 * What the comments of a header state of the order of a struct's members. None where the header does not declare the
 * struct as the loaded file has it, nor for what is not so even now: then the comment means something else.
 */
export function statedOrders(source: SourceText, desc: StructDesc): readonly StatedOrder[] {
  const { doc, path } = source;
  const record = findRecord(doc, desc);
  if (record === null || recordAt(doc, record).unsupported !== null) return [];
  const tied = tie(source, record, desc, orderedFrom(desc).root);
  if (tied.verdict.kind === 'mismatch') return [];
  const lines = linesOf(source.text);
  const pathsOf = pathsByPiece(tied.members);
  const membersOf = (piece: PieceText) => pathsOf.get(piece) ?? [];
  return [...tied.bodies.values()].flatMap((body) => {
    const { body: nodes, walls } = recordAt(doc, body);
    const elements = elementsOf(nodes, { lines, membersOf, walls: wallLines(walls) });
    return [...demandAbove(doc, body, lines, elements), ...demandsIn(doc, elements)]
      .filter((demand) => isKept(demand, elements))
      .map((demand): StatedOrder => {
        const paths = demand.units.flatMap(({ members }) => members);
        return {
          kind: 'statedOrder',
          demand: demand.demand,
          paths,
          around: neighbourhood(demand, elements).flatMap(({ members }) => members),
          path,
          line: demand.by.firstLine,
          text: textOf(demand.by),
          members: paths.map((each) => each.split('.').at(-1) ?? each),
          subject: '',
          values: 0,
          rows: 0,
          size: false,
          certain: true,
        };
      });
  });
}

const MOST_TEXT = 120;

function textOf({ lines }: Element): string {
  const text = readable(onOneLine(lines.join(' ')));
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}

/** What edits change that a place in the source could depend on. */
export interface OrderChange {
  /** The members as an initialiser without designators takes them; padding too. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Names of members that lie elsewhere. */
  readonly moved: ReadonlySet<string>;
  /** Where each member lies, in bits, by its name. */
  readonly offsets: {
    readonly before: ReadonlyMap<string, number>;
    readonly after: ReadonlyMap<string, number>;
  };
  readonly size: boolean;
  /** Whether a hole or padding lies where none did, or is larger. */
  readonly newHoles: boolean;
  /** The machine of the loaded file: places of other architectures come last. */
  readonly machine: Machine;
}

export function orderChange(document: LayoutDocument, applied: Applied): OrderChange {
  const original = orderedFrom(document.struct);
  const layouts = { before: computeLayout(original), after: computeLayout(applied.struct) };
  const { fields, sizeBits } = diffLayouts(layouts.before, layouts.after, applied.state);
  const order = ({ root }: typeof original) => root.members.map(({ path }) => path);
  const offsets = (side: 'before' | 'after') =>
    new Map(
      fields.flatMap((field): readonly (readonly [string, number])[] => {
        const item = field[side];
        return item === null ? [] : [[nameIn(field.path), item.offsetBits]];
      }),
    );
  const unused = ({ items }: typeof layouts.before) =>
    items.flatMap((item) =>
      item.kind === 'field' ? [] : [{ from: item.offsetBits, to: item.offsetBits + item.sizeBits }],
    );
  const had = unused(layouts.before);
  return {
    before: order(original),
    after: order(applied.struct),
    moved: new Set(
      fields.filter(({ movedBits }) => movedBits !== 0).map(({ path }) => nameIn(path)),
    ),
    offsets: { before: offsets('before'), after: offsets('after') },
    size: sizeBits.before !== sizeBits.after,
    newHoles: unused(layouts.after).some(
      ({ from, to }) => !had.some((hole) => hole.from <= from && hole.to >= to),
    ),
    machine: document.struct.target.machine,
  };
}

function nameIn(path: MemberPath): string {
  return path.split('.').at(-1) ?? path;
}

/** What comes of a place that edits affect. */
export type HazardClass =
  /** The compiler or an assertion says so. */
  | 'build'
  /** It compiles, and does something else: values by position, ranges, prefixes, bytes that others read. */
  | 'silent'
  /** The compiler computes it again. */
  | 'follows';

/** In which class a place is, whatever the edits. */
export function classOf({ kind }: Hazard | StatedOrder): HazardClass {
  switch (kind) {
    case 'assertion':
    case 'group':
    case 'designated':
      return 'build';
    case 'offsetof':
    case 'asm':
      return 'follows';
    default:
      return 'silent';
  }
}

/** Whether a place no longer means what it meant, or no longer holds. */
export function isAffected(hazard: Hazard | StatedOrder, change: OrderChange): boolean {
  const { before, after, moved, size } = change;
  const differs = (count: number) =>
    before.slice(0, count).join('\n') !== after.slice(0, count).join('\n');
  const isNamedMoved = () => hazard.members.some((name) => moved.has(name));
  switch (hazard.kind) {
    case 'positional':
      if (hazard.rows === 0) return differs(1);
      return differs(hazard.values === 0 ? Infinity : hazard.values);
    case 'designated': {
      const order = (all: readonly string[]) => all.filter((path) => hazard.members.includes(path));
      return order(before).join('\n') !== order(after).join('\n');
    }
    case 'cast':
    case 'overlay':
      return hazard.members.length > 0 ? isNamedMoved() : differs(1);
    case 'prefix':
      return hasOtherMembers(change, hazard.members, 'beginning', 'last');
    case 'copiedRange':
      // How far one goes that names its beginning alone, its text does not tell.
      if (hazard.members.length < 2 && !hazard.size) return differs(Infinity);
      return hasOtherMembers(change, hazard.members, 'first', hazard.size ? 'end' : 'last');
    case 'walk':
      return hasOtherMembers(change, hazard.members, 'first', 'last');
    case 'memset':
      return hasOtherMembers(change, hazard.members, 'first', 'end');
    case 'wholeCopy':
    case 'hashed':
      return moved.size > 0 || size;
    case 'compared':
      return change.newHoles;
    case 'assertion': {
      if (size && hazard.size) return true;
      // An offset of what no member is called (a macro's name) may be any.
      const anyone = hazard.members.length === 0 && !hazard.size && moved.size > 0;
      return anyone || isNamedMoved();
    }
    case 'statedOrder':
      // The patch warns of it by itself, with a tree or without.
      return false;
    case 'group':
      return isOtherGroup(hazard.members, change);
    case 'offsetof':
    case 'asm':
    case 'asmDistance':
    case 'documentation':
      // A table's row that names no member may tell of any, or of the size.
      return hazard.members.length === 0 ? moved.size > 0 || size : isNamedMoved();
    default:
      return assertNever(hazard);
  }
}

const GROUP_BEGINS = '__cacheline_group_begin__';
const GROUP_ENDS = '__cacheline_group_end__';

/** A member that `__cacheline_group_begin(x)` declares. */
export const beginsGroup = (name: string) => name.startsWith(GROUP_BEGINS);

/** Whether one of the members is in another group, or the group between two markers is larger. */
function isOtherGroup(names: readonly string[], { offsets }: OrderChange): boolean {
  type At = OrderChange['offsets']['before'];
  const bounds = (at: At, begin: string) => {
    const end = at.get(GROUP_ENDS + begin.slice(GROUP_BEGINS.length)) ?? Infinity;
    return { begin: at.get(begin) ?? 0, end };
  };
  const sizeIn = (at: At, begin: string) => bounds(at, begin).end - bounds(at, begin).begin;
  const groupIn = (at: At, name: string) =>
    [...at.keys()].find((each) => {
      const { begin, end } = bounds(at, each);
      const bits = at.get(name) ?? -1;
      return beginsGroup(each) && begin <= bits && bits < end;
    });
  return names.some((name) =>
    beginsGroup(name)
      ? sizeIn(offsets.after, name) > sizeIn(offsets.before, name)
      : groupIn(offsets.before, name) !== groupIn(offsets.after, name),
  );
}

/**
 * Whether other members than before lie between those that a range names: what begins at the struct's beginning or ends at
 * its end names one. The same ones in another order are the same bytes of each.
 */
function hasOtherMembers(
  { offsets, before, after }: OrderChange,
  names: readonly string[],
  from: 'beginning' | 'first',
  to: 'last' | 'end',
): boolean {
  const inside = (at: ReadonlyMap<string, number>): string | null => {
    const bounds = names
      .flatMap((name) => {
        const bits = at.get(name);
        return bits === undefined ? [] : [{ name, bits }];
      })
      .sort((a, b) => a.bits - b.bits);
    const [lowest] = bounds;
    const highest = bounds.at(-1);
    if (lowest === undefined || highest === undefined) return null;
    const low = from === 'beginning' ? 0 : lowest.bits;
    const high = to === 'end' ? Infinity : highest.bits;
    const found = [...at].filter(([, bits]) => bits >= low && bits <= high).map(([name]) => name);
    // One member alone goes on to what follows it.
    const [next] = [...at].filter(([, bits]) => bits > high).sort(([, a], [, b]) => a - b);
    const isOne = from === 'first' && to === 'last' && bounds.length === 1;
    // The source begins at one of them and ends at the other by name.
    return [lowest.name, highest.name, ...found.sort(), isOne ? (next?.[0] ?? '') : ''].join('\n');
  };
  const was = inside(offsets.before);
  // Without a name that is known, any of the order may matter.
  if (was === null) return before.join('\n') !== after.join('\n');
  return was !== inside(offsets.after);
}

type AnyHazard = Hazard | StatedOrder;

/**
 * The members that have to stay where they are for a place to go on meaning what it means: pinned, neither a
 * drag nor a suggestion moves them. None where only the whole order would do.
 */
export function pinnedBy(hazard: AnyHazard, { root }: OrderedStruct): readonly MemberPath[] {
  const first = (count: number) => root.members.slice(0, count).map(({ path }) => path);
  switch (hazard.kind) {
    case 'positional':
      return first(hazard.rows === 0 ? 1 : hazard.values);
    case 'cast':
    case 'overlay':
      return hazard.members.length === 0 ? first(1) : named(hazard.members, root);
    case 'walk':
    case 'copiedRange':
      return between(hazard.members, root, hazard.size ? 'end' : 'last');
    // From the member on, to the end of the struct.
    case 'memset':
      return between(hazard.members, root, 'end');
    case 'asmDistance':
    case 'assertion':
      return named(hazard.members, root);
    case 'statedOrder':
      // What must be last may begin elsewhere, as long as nothing follows it.
      return hazard.demand === 'last' ? [] : hazard.paths;
    // A computation with an offset follows the member.
    default:
      return [];
  }
}

/** What the source holds in place, for the page and the command line. */
export function heldSentence(pins: number, ranges: number): string {
  const parts = [
    ...(pins === 0 ? [] : [`${plural(pins, 'member')} pinned`]),
    ...(ranges === 0 ? [] : [`${plural(ranges, 'range')} that nothing enters or leaves`]),
  ];
  return `The source holds in place: ${listed(parts)}.`;
}

/**
 * Ranges that a place takes as one: a field that moves into a hole of one is cleared or copied with it, though no
 * pinned member moves. And what a comment asks to lie side by side, or last.
 */
export function rangesBy(places: readonly AnyHazard[], struct: OrderedStruct): readonly Rule[] {
  const rules = new Map<string, Rule>();
  for (const place of places) {
    const rule = rangeBy(place, struct);
    if (rule !== null) rules.set(formatRule(rule), rule);
  }
  return [...rules.values()];
}

function rangeBy(place: AnyHazard, { root }: OrderedStruct): Rule | null {
  const range = (members: readonly MemberPath[], toEnd: boolean): Rule | null =>
    members.length > (toEnd ? 0 : 1) ? { kind: 'range', members, toEnd } : null;
  switch (place.kind) {
    case 'prefix': {
      const end = root.members.findIndex(
        ({ name }) => name !== null && place.members.includes(name),
      );
      return end < 1
        ? null
        : range(
            root.members.slice(0, end).map(({ path }) => path),
            false,
          );
    }
    case 'walk':
    case 'copiedRange':
      return place.size
        ? range(between(place.members, root, 'end'), true)
        : range(between(place.members, root, 'last'), false);
    case 'memset':
      return range(between(place.members, root, 'end'), true);
    case 'statedOrder':
      if (place.demand === 'first' || place.demand === 'second') return null;
      return place.demand === 'last' ? range(place.paths, true) : range(place.around, false);
    default:
      return null;
  }
}

/**
 * What places of a tree hold in place, for the document's own pins: all that none of its edits moves already.
 * A pin is lifted by `unpin`, as any other.
 */
export function heldBy(
  document: LayoutDocument,
  struct: OrderedStruct,
  places: readonly AnyHazard[],
): readonly MemberPath[] {
  const wanted = new Set(places.flatMap((place) => pinnedBy(place, struct)));
  const skipped = (pins: readonly MemberPath[]) => applyEdits({ ...document, pins }).skipped.length;
  const before = skipped(document.pins);
  const more = [...wanted].filter((path) => !document.pins.includes(path));
  if (more.length === 0 || skipped([...document.pins, ...more]) === before) return more;
  return more.filter((path) => skipped([...document.pins, path]) === before);
}

function named(names: readonly string[], root: OrderedStruct['root']): readonly MemberPath[] {
  return [...membersOf(root)]
    .filter(({ name }) => name !== null && names.includes(name))
    .map(({ path }) => path);
}

/** Of the struct's own members those from the first that is named to the last one, or to the struct's end. */
function between(
  names: readonly string[],
  root: OrderedStruct['root'],
  to: 'last' | 'end',
): readonly MemberPath[] {
  const at = root.members.flatMap(({ name }, index) =>
    name !== null && names.includes(name) ? [index] : [],
  );
  const [first] = at;
  if (first === undefined) return named(names, root);
  const end = to === 'end' ? root.members.length : (at.at(-1) ?? first) + 1;
  return root.members.slice(first, end).map(({ path }) => path);
}

import type { FileHazards, Hazard, MacroName, MacroText } from '../../../facts/generated';
import type { StatedOrder } from './statedOrders';

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
  stated: readonly StatedOrder[] = [],
  left: readonly string[] = [],
): Hazards {
  const all = byName([...known.macros, ...answers.flatMap(({ found }) => found.macros)]);
  const places: PlacedHazard[] = [...stated];
  const open: PlacedHazard[] = [];
  for (const { path, found } of answers) {
    // A short name (`F`) is another macro in another file.
    const own = found.uses.length === 0 ? all : byName(found.macros);
    const macros: Macros = { get: (name) => own.get(name) ?? all.get(name) };
    for (const hazard of found.hazards) places.push({ path, ...hazard });
    for (const { used, arguments: passed, whole, hazard } of found.uses) {
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
  return { places: once(places), open: onceEach(open), left };
}

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

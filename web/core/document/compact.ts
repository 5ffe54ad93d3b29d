import type { LayoutDocument } from '../edit/document';
import { expandStruct, compactStruct } from './compactStruct';
import type { Value } from './checkedJson';
import { attribute } from '../heat/attribute';
import { measuredLayout } from '../heat/measuredLayout';
import { applyEdits } from '../edit/apply';
import type { StructDesc, TypeFact } from '../facts/generated';
import type { DocumentProfile } from '../edit/profiles';
import { expandRows, compactRows, listOf, objectOf, type Compact } from './compactRows';

const COUNTS_1 = nulls(
  'records loads stores hitmLocal hitmRemote peerLocal peerRemote storesL1Hit storesL1Miss storesNoLevel loadsFillBuffer loadsL1 loadsL2 loadsLlc loadsRemote dramLocal dramRemote',
);
const SHARES_1 = nulls(
  'hitmRemotePercent hitmLocalPercent peerRemotePercent peerLocalPercent storesL1HitPercent storesL1MissPercent storesNoLevelPercent',
);
const LATENCIES_1 = nulls(
  'hitmRemoteCycles hitmLocalCycles peerRemoteCycles peerLocalCycles otherCycles',
);
const ROW_1: Compact = {
  ...nulls('codeAddress pid tid threadName shares otherLoads cpuCount symbol level object'),
  ...nulls('sourceLine'),
  counts: COUNTS_1,
  latencies: LATENCIES_1,
  nodes: [],
  cpus: [],
  symbolMayBeCut: false,
};
const LINE_1: Compact = {
  id: null,
  address: null,
  counts: COUNTS_1,
  rows: [],
  ...nulls('trimmedPercent missing snoopPercent physicalChanges'),
  memoryNodes: [],
  rowErrorSamples: 0,
};
const PROFILE_1: Compact = {
  name: null,
  kind: 'c2cReport',
  cpuCount: null,
  listed: COUNTS_1,
  lines: [],
  display: null,
  stated: COUNTS_1,
  events: [],
  ...nulls('command kernelRelease perfVersion machine operations'),
  types: [],
  measuredOn: [],
  cores: [],
  lineBytes: 64,
};

/**
 * A profile without what is not known, which is most of it: every key that is left out stands for what
 * the tables above say. They are frozen with forms 1 and 2 of links.
 */
export function compactProfile(profile: DocumentProfile): Value {
  const plain = JSON.parse(JSON.stringify(profile)) as Compact;
  const lines = listOf(plain['lines']).map((line) => {
    const own = objectOf(line);
    const rows = compactRows(listOf(own['rows']).map(objectOf), objectOf(own['counts']), ROW_1);
    const id = own['id'] === own['address'] ? null : (own['id'] ?? null);
    return withoutTable({ ...own, id, rows }, LINE_1);
  });
  return withoutTable({ ...plain, lines }, PROFILE_1);
}

/** What `compactProfile` was given. What comes in is not trusted, and what goes out has to be validated. */
export function expandProfile(compact: Value): Value {
  const profile = withTable(compact, PROFILE_1);
  const lines = listOf(profile['lines']).map((line) => {
    const own = withTable(line, LINE_1);
    const rows = expandRows(own['rows'] ?? null, objectOf(own['counts']), ROW_1);
    return { ...own, id: own['id'] ?? own['address'] ?? null, rows };
  });
  return { ...profile, lines };
}

/**
 * An object as the list of its values in the order of the table: null for what is as the table has it,
 * false for null. Keys that the table does not have come behind, as an object.
 */
function withoutTable(object: Compact, table: Compact): Value {
  const values: Value[] = Object.entries(table).map(([key, usual]) => {
    const value = object[key] ?? null;
    if (JSON.stringify(value) === JSON.stringify(usual)) return null;
    const inner = innerTable(key, usual);
    return inner && value !== null ? withoutTable(objectOf(value), inner) : (value ?? false);
  });
  const others = Object.entries(object).filter(([key]) => !Object.hasOwn(table, key));
  if (others.length > 0) values.push(Object.fromEntries(others));
  while (values.at(-1) === null) values.pop();
  return values;
}

function withTable(compact: Value, table: Compact): Compact {
  const values = listOf(compact);
  const whole: Compact = {};
  for (const [place, [key, usual]] of Object.entries(table).entries()) {
    const value = values[place] ?? null;
    const inner = innerTable(key, usual);
    if (value === null) whole[key] = usual;
    else if (value === false) whole[key] = null;
    else whole[key] = inner ? withTable(value, inner) : value;
  }
  return { ...whole, ...objectOf(values[Object.keys(table).length]) };
}

function innerTable(key: string, usual: Value): Compact | null {
  // Null where nothing is known of them, else with a table of their own.
  if (key === 'missing') return SHARES_1;
  return typeof usual === 'object' && usual !== null && !Array.isArray(usual)
    ? (usual as Compact)
    : null;
}

function nulls(keys: string): Compact {
  return Object.fromEntries(keys.split(' ').map((key) => [key, null]));
}

/**
 * What a document has where the link says nothing. Frozen with the form: a field that came later has its
 * default in `core/edit/schema`.
 */
const DEFAULTS: Readonly<Record<string, Value>> = {
  v: 1,
  pair: false,
  baseBytes: 0,
  pins: [],
  together: [],
  tags: [],
  notes: [],
  lineNotes: [],
  rules: [],
  profiles: [],
  bindings: [],
  edits: [],
  view: { expanded: [], show: 'edited', profile: null, metric: 'hitm', conflicts: false },
};

/** A document as a link carries it: without defaults, and with the types that it needs. */
export function compactDocument(document: LayoutDocument): Value {
  const { struct, lineBytes, profiles, ...rest } = withNeededTypes(document);
  const compact: Record<string, Value> = { struct: compactStruct(struct) };
  if (lineBytes !== struct.target.lineBytes) compact['lineBytes'] = lineBytes;
  if (profiles.length > 0) compact['profiles'] = profiles.map(compactProfile);
  for (const [key, value] of Object.entries(rest)) {
    const isDefault = JSON.stringify(value) === JSON.stringify(DEFAULTS[key]);
    // Nothing was changed since: it is no answer.
    if (key === 'proposal' && isSameEdits(document)) continue;
    const isNothing = value === null || (Array.isArray(value) && value.length === 0);
    // As JSON: what is undefined is not there.
    if (!isDefault && !isNothing) compact[key] = JSON.parse(JSON.stringify(value)) as Value;
  }
  return compact;
}

function isSameEdits({ proposal, edits }: LayoutDocument): boolean {
  return JSON.stringify(proposal?.edits) === JSON.stringify(edits);
}

/** What `compactDocument` wrote, as a document that has to be validated yet. */
export function expandDocument(compact: Value): unknown {
  if (typeof compact !== 'object' || compact === null || Array.isArray(compact)) return compact;
  const { struct, profiles, ...rest } = compact as Readonly<Record<string, Value>>;
  const expanded = expandStruct(struct ?? null) as { target?: { lineBytes?: Value } | null };
  const lineBytes = expanded.target?.lineBytes ?? null;
  const expandedProfiles = Array.isArray(profiles) ? profiles.map(expandProfile) : [];
  return { ...DEFAULTS, lineBytes, ...rest, profiles: expandedProfiles, struct: expanded };
}

const UNTAGGED = /^(?:const |volatile )*(?:struct|union|class)(?:\[\d*\])*$/;

/**
 * The document with the types of its struct reduced to what it needs: of a named nested type that nobody
 * opened, edited, tagged or measured, the size and alignment are all that a layout asks for.
 */
function withNeededTypes(document: LayoutDocument): LayoutDocument {
  const { struct } = document;
  const kept = new Keeper(struct, pathsOf(document)).kept();
  const types = struct.types.map((type, index) =>
    type.shape.kind !== 'aggregate' || kept.has(index)
      ? type
      : { ...type, shape: { kind: 'other' } as const, declared: null },
  );
  return { ...document, struct: { ...struct, types } };
}

class Keeper {
  private readonly full = new Set<number>();
  /** Types by what the paths in them begin with: the same is not looked through twice. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly desc: StructDesc,
    private readonly paths: readonly string[],
  ) {}

  kept(): ReadonlySet<number> {
    this.keep(this.desc.root, '');
    return this.full;
  }

  /** `prefix` is the path of the member that holds the type, with its dot. */
  private keep(index: number, prefix: string): void {
    const type = this.desc.types[index];
    if (type?.shape.kind !== 'aggregate' || this.seen.has(`${index} ${prefix}`)) return;
    this.seen.add(`${index} ${prefix}`);
    this.full.add(index);
    for (const { name, bitField, typeIndex } of type.shape.members) {
      const inside = this.desc.types[typeIndex];
      if (inside === undefined || bitField !== null) continue;
      // An anonymous aggregate is always open; its members are named without it.
      if (name === null) this.keep(typeIndex, prefix);
      else if (this.isNamed(`${prefix}${name}`) || UNTAGGED.test(inside.name)) {
        this.keepInside(inside, typeIndex, `${prefix}${name}`);
      }
    }
  }

  private keepInside(type: TypeFact, index: number, path: string): void {
    if (type.shape.kind !== 'array') return this.keep(index, `${path}.`);
    const element = this.desc.types[type.shape.element];
    const elements = new Set(
      this.paths.flatMap((each) => /^\[\d+\]/.exec(each.slice(path.length))?.[0] ?? []),
    );
    if (element === undefined) return;
    for (const place of elements.size === 0 ? ['[0]'] : elements) {
      this.keepInside(element, type.shape.element, `${path}${place}`);
    }
  }

  /** Whether something speaks of it as open, or of what is in it. */
  private isNamed(path: string): boolean {
    return this.paths.some(
      (each) =>
        each.startsWith(path) &&
        (each.length === path.length || /[.[]/.test(each[path.length] ?? '')),
    );
  }
}

/** Every path that needs the inside of a nested type: what is open, and what has a dot or an index in it. */
function pathsOf(document: LayoutDocument): readonly string[] {
  const found = new Set<string>(document.view.expanded);
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      if (/[.[]/.test(value)) found.add(value);
    } else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk({ ...document, struct: null, view: null });
  for (const path of measuredPaths(document)) found.add(path);
  return [...found];
}

/** Where samples fell, each by the shortest name that means its bytes. */
function measuredPaths(document: LayoutDocument): readonly string[] {
  const { bindings } = applyEdits(document).state;
  return document.profiles.flatMap((profile) =>
    attribute(measuredLayout(document, profile), profile, bindings).heat.fields.map(
      ({ path }) => path,
    ),
  );
}

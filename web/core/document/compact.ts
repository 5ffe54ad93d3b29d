import type { LayoutDocument } from '../edit/document';
import { expandStruct, compactStruct } from './compactStruct';
import { expandProfile, compactProfile } from './compactProfile';
import { withNeededTypes } from './needed';
import type { Value } from './checkedJson';

/**
 * What a document has where the link says nothing. Frozen with the form: a field that came later has its
 * default in `edit/schema`.
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

import type { StructDesc } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { Edit, TagRole } from './edit';
import type { Binding, DocumentProfile, HeatMetric } from './profiles';
import type { Rule } from './rule';

/** The version that this build writes and reads. */
export const DOCUMENT_VERSION = 1;

export interface Tag {
  readonly member: MemberPath;
  readonly role: TagRole;
  /** Pseudo-heat where nothing was measured; null for the role's default. */
  readonly weight: number | null;
  /** Who alone uses it, a thread or a CPU; left out where many do. */
  readonly by?: string;
}

export interface Note {
  readonly member: MemberPath;
  readonly text: string;
}

/** On a line, not on what is in it: a field that moves away leaves it behind. */
export interface LineNote {
  /** Counted from 0 in lines of `lineBytes`, those that were in view when it was written. */
  readonly line: number;
  readonly lineBytes: number;
  readonly text: string;
}

/** What the author of a link says of it in their own words. Nothing of it was measured or computed here. */
export type Supplied = { readonly [Field in SuppliedField]?: string };

export const SUPPLIED_FIELDS = [
  'commit',
  'config',
  'compiler',
  'perf',
  'machine',
  'commands',
  'text',
] as const;
export type SuppliedField = (typeof SUPPLIED_FIELDS)[number];

/** What was predicted when the link was made, word for word: a later model does not change it. */
export interface Claim {
  readonly model: string;
  readonly headline: string;
}

/** The layout that this one answers, as edits of the same struct. */
export interface Proposal {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** What the centre of the page shows; never what a layout is. */
export interface View {
  /** Nested members that are open. */
  readonly expanded: readonly MemberPath[];
  readonly show: 'original' | 'edited';
  /** The profile whose heat is shown; null for the first that is bound. */
  readonly profile: string | null;
  readonly metric: HeatMetric;
  /** Links from writers to those who suffer on the same line. */
  readonly conflicts: boolean;
}

/** What edits change beside the order of the members: how the struct is looked at, and what is said of it. */
export interface DocumentState {
  /** Displayed line size in bytes, 32 to 256. */
  readonly lineBytes: number;
  /** Whether lines are drawn and judged as adjacent pairs. */
  readonly pair: boolean;
  /** Bytes of its line that come before the struct (an object inside another), as far as its alignment lets them. */
  readonly baseBytes: number;
  readonly pins: readonly MemberPath[];
  readonly together: readonly (readonly MemberPath[])[];
  readonly tags: readonly Tag[];
  readonly notes: readonly Note[];
  readonly lineNotes: readonly LineNote[];
  /** Rules other than `together`, whose members share a line. */
  readonly rules: readonly Rule[];
  readonly profiles: readonly DocumentProfile[];
  readonly bindings: readonly Binding[];
}

/**
 * One document for a study, a link, a draft and the page's state: a struct as it was found, how it is
 * looked at, and what was done to it. `edits` apply in order; the struct and the fields of `DocumentState`
 * are what they start from.
 */
export interface LayoutDocument extends DocumentState {
  readonly v: typeof DOCUMENT_VERSION;
  readonly struct: StructDesc;
  readonly edits: readonly Edit[];
  readonly view: View;
  /** These three come and go with links; absent where there is nothing to say. */
  readonly supplied?: Supplied;
  readonly claim?: Claim;
  readonly proposal?: Proposal;
}

/** A struct as it was found, with the line size of its target and nothing done to it. */
export function newDocument(struct: StructDesc): LayoutDocument {
  return {
    v: DOCUMENT_VERSION,
    struct,
    ...newState(struct.target.lineBytes),
    edits: [],
    view: { expanded: [], show: 'edited', profile: null, metric: 'hitm', conflicts: false },
  };
}

/** Nothing said, nothing measured. */
function newState(lineBytes: number): DocumentState {
  return {
    lineBytes,
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
  };
}

/** The state that a document's edits start from. */
export function stateOf(document: LayoutDocument): DocumentState {
  const { lineBytes, pair, baseBytes, pins, together, tags } = document;
  const { notes, lineNotes, rules, profiles, bindings } = document;
  const looks = { lineBytes, pair, baseBytes };
  return { ...looks, pins, together, tags, notes, lineNotes, rules, profiles, bindings };
}

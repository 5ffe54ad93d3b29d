import type { Edit } from '../../core/edit/edit';
import type { History } from '../../core/edit/history';
import type {
  AccessProfile,
  FileFacts,
  MeasuredState,
  PostedDiff,
  StructDesc,
} from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import type { FileId, MemberPath, StructId } from '../../core/layout/ids';
import type { SymbolTable } from '../../core/bind/symbolTable';
import type { SlabCache } from '../../core/compare/slabinfo';
import type { ReadProgress } from '../../core/ingest/readProgress';
import type { Hazards } from '../../core/patch/hazards/places';
import type { StudyId } from './studyList';
import { initialPredictState, type PredictState } from './predictState';
import type { HotSearch } from '../../core/bind/searchHot';
import type { NamedStruct } from '../../core/review/review';
import type { StructStory } from '../../core/review/story';
import type { Choices } from '../../core/layout/text/choices';
import type { ResolvedStruct } from '../../core/layout/text/resolve';
import type { SourceBytes } from '../source/asks';
import type { SourceTree } from '../source/tree';

/** A text with structs in it. */
export type TextFile =
  | {
      readonly language: 'c';
      readonly source: SourceBytes;
      readonly index: StructTable;
      /** The record of each row of the index, into the header's records. */
      readonly records: readonly number[];
      readonly choices: Choices;
      /** What is open of it, and what that still asks. */
      readonly open: Readonly<Record<StructId, OpenText>>;
    }
  | {
      readonly language: 'pahole';
      readonly index: StructTable;
      /** One for each row. */
      readonly structs: readonly StructDesc[];
    };

export interface OpenText extends Pick<ResolvedStruct, 'questions' | 'switches'> {
  /** Into the header's records. */
  readonly record: number;
}

/** A folder of source. */
export interface SourceFolder {
  readonly tree: SourceTree;
  /** The kernel's version, as its Makefile says; null for any other tree. */
  readonly version: string | null;
  readonly isKernel: boolean;
}

/** What a person chose for the patch of a struct. */
export interface PatchOptions {
  /** The header's path in its tree, where the one that was found is not right. */
  readonly path: string | null;
  /** Members whose declaration is to be split. */
  readonly split: readonly MemberPath[];
  /** Members whose note becomes a comment above them. */
  readonly comments: readonly MemberPath[];
  /** Whether comments that say where cache lines begin are rewritten. */
  readonly boundaries: boolean;
  /** Whether a struct is changed that looks like a format which others read. */
  readonly mayChangeFormat: boolean;
  readonly mail: MailFields;
}

/** What only a person can say in a mail; empty for what is still to be filled in. */
export interface MailFields {
  readonly subsystem: string;
  /** `net-next`: whose tree it is for. */
  readonly tree: string;
  readonly problem: string;
  readonly results: string;
  readonly alternatives: string;
  readonly signedOffBy: string;
}

export const NO_PATCH_OPTIONS: PatchOptions = {
  path: null,
  split: [],
  comments: [],
  boundaries: false,
  mayChangeFormat: false,
  mail: { subsystem: '', tree: '', problem: '', results: '', alternatives: '', signedOffBy: '' },
};

export type LineSort = 'snoops' | 'remote' | 'local' | 'loads' | 'stores' | 'address';

/** What the profile view shows, apart from the report itself. */
export interface HeatState {
  readonly sort: { readonly by: LineSort; readonly descending: boolean };
  /** A function, an address, a source file. */
  readonly query: string;
  /** The line whose rows are open; null for none. */
  readonly line: { readonly file: FileId; readonly id: string } | null;
  /** The binding whose line is slid under the heat, where there are several; null for the last. */
  readonly sliding: { readonly profile: string; readonly target: string } | null;
}

export const initialHeatState: HeatState = {
  sort: { by: 'snoops', descending: true },
  query: '',
  line: null,
  sliding: null,
};

/** All that the page shows, apart from what can be computed from it. */
export interface AppState {
  readonly files: readonly LoadedFile[];
  readonly list: ListSettings;
  /** Open structs, the last opened first. They hold all they need: a file may be removed under them. */
  readonly documents: readonly OpenDocument[];
  readonly centre: Centre;
  readonly settings: Settings;
  readonly dialog: Dialog;
  /** The name of the file that the dialog `tooMuch` asks about. */
  readonly askedFile: string;
  /** The part of the inspector that was asked for last, and how many were: one may be asked for again. */
  readonly inspector: InspectorPart;
  readonly inspectorAsks: number;
  readonly panels: Panels;
  /** A note that was asked for and is not written yet; null for none. */
  readonly noting: NoteTarget | null;
  /** The move that the keyboard made last: another press of the same field goes on with it, as one change. */
  readonly nudge: Edit | null;
  /** How structs were come to that another led to. */
  readonly ways: Readonly<Record<StructId, Way>>;
  /** Whether the layouts stand side by side instead of the grid. */
  readonly comparing: boolean;
  /** The part of the comparison that is shown. */
  readonly comparePart: ComparePart;
  readonly predict: PredictState;
  /** The patch options that a person has changed, by struct. */
  readonly patches: Readonly<Record<StructId, PatchOptions>>;
  /** What depends on the order of members, for structs for which a source tree was looked through. */
  readonly hazards: Readonly<Record<StructId, Hazards>>;
  /** How far each of those looks is; a struct without one is looked at once a tree is loaded. */
  readonly hazardScans: Readonly<Record<StructId, HazardScan>>;
  readonly heat: HeatState;
  /** The structs of reports by the instructions that they saw, for each report and the file whose code it is. */
  readonly hot: readonly HotReport[];
  /** What is looked for in the layout; null for nothing. */
  readonly seeking: Seeking | null;
  /** Patches that came as texts, in their order. */
  readonly posted: readonly PostedText[];
  /** Failures that the user has not dismissed yet, and other things worth a line over the page. */
  readonly notices: readonly Notice[];
  /**
   * The last thing that happened, for screen readers and, where the page does not show it anyhow, as a
   * toast. `count` tells repeats apart.
   */
  readonly announcement: {
    readonly text: string;
    readonly toast: boolean;
    readonly count: number;
  };
}

export interface LoadedFile {
  readonly id: FileId;
  readonly name: string;
  readonly sizeBytes: number;
  readonly phase: FilePhase;
}

export type FilePhase =
  | { readonly kind: 'loading'; readonly progress: ReadProgress | null }
  | {
      readonly kind: 'ready';
      readonly facts: FileFacts;
      readonly index: StructTable | null;
      /** What is still being read behind the list that is there; null when all is in. */
      readonly more: ReadProgress | null;
      /** The file that it cannot be read without, in a sentence; left out where it waits for none. */
      readonly waitsFor?: string;
    }
  /** A report or recording of perf. */
  | {
      readonly kind: 'profile';
      readonly profile: AccessProfile;
      /** The heading that its text has above it; null where it has none. */
      readonly label: string | null;
      /** What it was measured on, where its text says so above it. */
      readonly measured: MeasuredState | null;
    }
  /** /proc/kallsyms, System.map, or what nm prints. */
  | { readonly kind: 'symbols'; readonly table: SymbolTable }
  /** /proc/slabinfo. */
  | { readonly kind: 'slabs'; readonly caches: readonly SlabCache[] }
  /** C source, or output of pahole. */
  | { readonly kind: 'text'; readonly text: TextFile }
  /** A folder of source. */
  | { readonly kind: 'tree'; readonly tree: SourceFolder };

export interface OpenDocument {
  readonly id: StructId;
  readonly origin: DocumentOrigin;
  readonly history: History;
  readonly selection: readonly MemberPath[];
  /** Where the keyboard is in the grid, and what the inspector speaks of. */
  readonly focus: MemberPath | null;
  /** What a drag, or a suggestion that is pointed at, would do; shown, but not in the history. */
  readonly preview: readonly Edit[] | null;
}

export type DocumentOrigin =
  | { readonly kind: 'file'; readonly file: FileId; readonly fileName: string }
  | {
      readonly kind: 'study';
      readonly study: StudyId;
      readonly title: string;
      /** The step of its story, from 0. */
      readonly step: number;
      /** The edits that the story set; left out before its first step. */
      readonly byStory?: readonly Edit[];
    }
  /** It came as a text that holds all of it; nothing else is loaded. */
  | {
      readonly kind: 'text';
      readonly from: 'link' | 'draft' | 'table' | 'patch';
      readonly title: string;
    };

export type Centre =
  | { readonly kind: 'empty' }
  | { readonly kind: 'opening'; readonly label: string }
  | { readonly kind: 'document'; readonly id: StructId }
  /** What the address of the page names is not there: its file has to be opened first, or it is gone. */
  | { readonly kind: 'awaited'; readonly hash: string }
  /** The lines of a report. */
  | { readonly kind: 'profile'; readonly file: FileId }
  /** The structs that changed from one loaded file to another. */
  | { readonly kind: 'twoFiles'; readonly before: FileId; readonly after: FileId };

/** The layouts side by side, the changes in every loaded file, or what they cost around the struct. */
export type ComparePart = 'layouts' | 'files' | 'cost';

export type ThemeChoice = 'system' | 'light' | 'dark';

export interface Settings {
  readonly theme: ThemeChoice;
  /** Whether keys without Ctrl or Alt do something outside a text field (WCAG 2.1.4 wants a switch). */
  readonly singleKeys: boolean;
  /** Whether structs with changes are kept in the browser's storage. */
  readonly keepDrafts: boolean;
  /** How wide the list was made, in pixels; null as it comes. */
  readonly listPx: number | null;
  /** The same of the inspector. */
  readonly inspectorPx: number | null;
  /** What was closed where there was room for it: panels, and the line under the grid. */
  readonly closed: readonly (PanelSide | 'line')[];
}

export type PanelSide = 'left' | 'right';

/** What a note is being written on. */
export type NoteTarget =
  | { readonly kind: 'field'; readonly member: MemberPath }
  | { readonly kind: 'line'; readonly line: number };

/** Null: shown where the window is wide enough. */
export interface Panels {
  readonly left: boolean | null;
  readonly right: boolean | null;
}

export type Dialog = 'none' | 'palette' | 'help' | 'glossary' | 'doubts' | 'history' | 'tooMuch';
export type InspectorPart =
  'findings' | 'field' | 'heat' | 'predict' | 'suggest' | 'changes' | 'patch' | 'share';

export interface Notice {
  readonly id: number;
  readonly kind: 'error' | 'note';
  /** What it is about: a file's name. */
  readonly title: string;
  /** What is wrong and what to do. */
  readonly text: string;
  /** The loaded file that it speaks of: it goes with that file. */
  readonly about?: FileId;
  /** A report that can be opened from here. */
  readonly profile?: FileId;
  /** A study that can be opened from here. */
  readonly study?: StudyId;
}

export const initialState: AppState = {
  files: [],
  list: { query: '', sort: { by: 'match', descending: false }, file: null },
  documents: [],
  centre: { kind: 'empty' },
  settings: {
    theme: 'system',
    singleKeys: true,
    keepDrafts: true,
    listPx: null,
    inspectorPx: null,
    closed: [],
  },
  dialog: 'none',
  askedFile: '',
  inspector: 'findings',
  inspectorAsks: 0,
  panels: { left: null, right: null },
  noting: null,
  nudge: null,
  ways: {},
  comparing: false,
  comparePart: 'layouts',
  predict: initialPredictState,
  patches: {},
  hazards: {},
  hazardScans: {},
  heat: initialHeatState,
  hot: [],
  seeking: null,
  posted: [],
  notices: [],
  announcement: { text: '', toast: false, count: 0 },
};

/** A look through a tree for what depends on the order of a struct's members. */

export type HazardScan =
  | { readonly kind: 'running'; readonly files: number }
  | { readonly kind: 'done'; readonly files: number; readonly stopped: boolean }
  | { readonly kind: 'failed'; readonly why: string };

/** How a struct was come to: from which one, and by which of its members; null for what was in a list there. */
export interface Way {
  readonly from: StructId;
  readonly member: MemberPath | null;
}

/** The structs of a report by the very instructions that it saw, as far as they have been asked for. */
export interface HotReport {
  readonly report: FileId;
  /** The file whose code it is. */
  readonly types: FileId;
  readonly of: 'HITM' | 'peer snoops' | 'loads and stores' | 'accesses';
  readonly search: HotSearch;
  /** `stopped`: by a person, or since the file could not be read on. */
  readonly state: 'asking' | 'done' | 'stopped';
}

/** What a list can be sorted by; `match` is the best match first, or by name where nothing is typed. */
export type SortColumn =
  'match' | 'name' | 'size' | 'lines' | 'heat' | 'holes' | 'padding' | 'held';

/** What a person set of the list of structs. */
export interface ListSettings {
  readonly query: string;
  readonly sort: { readonly by: SortColumn; readonly descending: boolean };
  /** Only this file's rows; null for all. */
  readonly file: FileId | null;
}

/** A posted patch that the page was given. It is kept, as the kernel that it is for may come after it. */
export interface PostedText {
  /** Of its text: the same mail twice is one. */
  readonly key: string;
  /** What its messages are about. */
  readonly id: FileId;
  readonly name: string;
  readonly diff: PostedDiff;
  /** The structs that no loaded file has; one without a name where the patch names none. */
  readonly waitsFor: readonly NamedStruct[];
  /** What was opened from it. */
  readonly opened: readonly OpenedStory[];
  /** The study of the same change. */
  readonly study: StudyId | null;
}

/** A struct that was opened from a patch, and what the patch comes to there. */
export interface OpenedStory {
  readonly id: StructId;
  readonly story: StructStory;
  /** What the mail's layouts say beside it, and what would be known with more files, a sentence each. */
  readonly notes: readonly string[];
  /** Why the mail's report is not bound; null where it is, and where there is none. */
  readonly unbound: string | null;
}

/** A figure of the strip that counts places of the layout. */
export type CountedFigure = 'holes' | 'bitHoles' | 'padding' | 'straddling';

/** What is looked for in a layout. */
export type FindTarget =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: CountedFigure };

/** What is looked for in a struct, and at which of its places the reader is. */
export interface Seeking {
  readonly of: StructId;
  readonly wanted: FindTarget;
  /** The place, from 0; also 0 where nothing is found. */
  readonly at: number;
  /** Nested members that were opened to show the place, and are closed again for the next. */
  readonly opened: readonly MemberPath[];
}

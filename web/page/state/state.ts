import type { Edit } from '../../core/edit/edit';
import type { History } from '../../core/edit/history';
import type { AccessProfile, FileFacts, MeasuredState } from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import type { FileId, MemberPath, StructId } from '../../core/layout/ids';
import type { HotReport } from './hotState';
import type { Seeking } from './seeking';
import { initialHeatState, type HeatState } from './heatState';
import type { SymbolTable } from '../../core/bind/symbolTable';
import type { SlabCache } from '../../core/compare/slabinfo';
import type { ReadProgress } from '../../core/ingest/readProgress';
import type { Hazards } from '../../core/patch/hazards/places';
import type { HazardScan } from './hazardScan';
import type { ListSettings } from './listSettings';
import type { StudyId } from './studyList';
import type { PostedText } from './postedText';
import type { PatchOptions, TextFile, SourceFolder } from './sourceState';
import type { Way } from './way';
import { initialPredictState, type PredictState } from './predictState';

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
  /** The line that is looked at large, while that dialog is open. */
  readonly largeLine: number;
  readonly inspector: InspectorTab;
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
      readonly told?: readonly Edit[];
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
  /** The page that copied links open on, where the user has named one; empty for this one. */
  readonly linkPage: string;
  /** How wide the list was made, in pixels; null as it comes. */
  readonly listPx: number | null;
  /** The panels that were closed where there was room for them. */
  readonly closed: readonly PanelSide[];
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

export type Dialog = 'none' | 'palette' | 'help' | 'doubts' | 'line' | 'history' | 'tooMuch';
export type InspectorTab =
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
    linkPage: '',
    listPx: null,
    closed: [],
  },
  dialog: 'none',
  askedFile: '',
  largeLine: 0,
  inspector: 'findings',
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

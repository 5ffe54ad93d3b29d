import type { StoreApi } from 'zustand/vanilla';
import type { Edit } from '../../core/edit/edit';
import type { FileId, MemberPath, StructId } from '../../core/layout/ids';
import type { Result } from '../../core/base/result';
import type { AnswerTo } from '../../core/facts/answerTo';
import type { Query } from '../../core/facts/generated';
import type { ReadFailure } from '../../core/ingest/client';
import type { Catalog } from './catalog';
import type { FileQuestion } from '../files/fileReading';
import type { SourceActions } from '../source/sources';
import type { StudyId } from './studyList';
import type { AppState, Dialog, InspectorPart, Settings, SortColumn } from './state';
import type { InputFile } from '../../core/ingest/servedFiles';

/** What the page does for the app: the few things that only a document on a screen can do. */
export interface PageHost {
  readonly pickFiles: () => void;
  /** The same, so that a reload has the files again, where the browser keeps handles. */
  readonly pickKeptFiles: () => void;
  readonly pickFolder: () => void;
  readonly focusSearch: () => void;
  readonly focusFind: () => void;
  readonly focusGrid: () => void;
  /** The same, once a struct that was just opened is on the screen. */
  readonly focusGridSoon: () => void;
  /** What the chosen tab of the inspector shows, once it does; whether the inspector is there. */
  readonly focusInspector: () => boolean;
  /** Whether it could. */
  readonly copy: (text: string) => Promise<boolean>;
  readonly print: () => void;
  /** The page's own address without what is behind its `#`; empty where it is nobody else's (a file). */
  readonly pageAddress: () => string;
  /** Saves the layout in view as a picture, or one line of it. */
  readonly savePicture: (kind: 'svg' | 'png', theme: 'light' | 'dark', line?: number) => void;
  /** Gives the user a file. */
  readonly download: (name: string, content: Blob) => void;
  /** Names of the files that whoever serves the page hands over with it. */
  readonly servedNames: () => Promise<readonly string[]>;
}

/** The state, and the one way to change it. */
export interface AppStore {
  readonly store: StoreApi<AppState>;
  /** Changes the state by a pure function of it. */
  update(change: (state: AppState) => AppState): void;
}

/** What is open, and what of it is opened further. */
export interface AppFiles {
  /** Gets the reader ready in advance; for when the page is idle. */
  prewarm(): Promise<void>;
  openFiles(files: readonly InputFile[]): void;
  /** Stops reading a file, or forgets a loaded one. Its structs that were edited stay open. */
  removeFile(id: FileId): void;
  /** Opens a row of the catalog; what was in view before stays open too. */
  openRow(catalog: Catalog, row: number): Promise<void>;
  /** Opens the file that a dialog asks about. */
  openAsked(): void;
  /** Opens a struct by its name and size; whether the file has it. */
  openNamed(file: FileId, name: string, sizeBytes: number): Promise<boolean>;
  /** C source, pahole's output and folders. */
  readonly sources: SourceActions;
}

export interface AppQuestions {
  /** Puts a question to the reader of a loaded file. */
  askFile<Q extends Query>(
    id: FileId,
    question: FileQuestion<Q>,
  ): Promise<Result<AnswerTo<Q>, ReadFailure>>;
  /** Ends the following of a file's machine code: what was asked of it is answered with `stopped`. */
  stopCode(id: FileId): void;
}

/** The open structs, and edits of the one in view. */
export interface AppStructs {
  openStudy(id: StudyId): Promise<void>;
  show(id: StructId): void;
  /** Selects fields of the struct in view, in a grid that nothing lies over. */
  showFields(members: readonly MemberPath[]): void;
  close(id: StructId): void;
  /** Carries edits out on the struct in view, as one step of its history. */
  edit(edits: readonly Edit[]): void;
  copyChanges(): void;
}

/** What is shown around the struct. */
export interface AppScreen {
  setQuery(query: string): void;
  setSort(sort: { readonly by: SortColumn; readonly descending: boolean }): void;
  /** Lists one file's structs only; null for all. */
  listFile(id: FileId | null): void;
  showDialog(dialog: Dialog): void;
  showInspector(tab: InspectorPart): void;
  /** Opens the struct list, if it is closed, until it is switched again. */
  showList(): void;
  togglePanel(side: 'left' | 'right'): void;
  setSettings(settings: Partial<Settings>): void;
}

export interface AppDrafts {
  readonly drafts: {
    /** The name of this tab among drafts; null where none are kept. */
    readonly tab: string | null;
    /** What was kept is in the list of open structs. */
    readonly restored: Promise<void>;
  };
  /** All drafts of this browser as they are kept, also those that cannot be read; null where there are none. */
  draftsAsText(): Promise<string | null>;
}

export interface AppPage {
  readonly host: PageHost;
  /** A part of the page says what it can do; the answer takes it back. */
  provide(host: Partial<PageHost>): () => void;
}

/**
 * The running page: its state, and everything that changes it together with the world outside. Commands and
 * components hold it whole; a function takes the parts that it needs.
 */
export interface App
  extends AppStore, AppFiles, AppQuestions, AppStructs, AppScreen, AppDrafts, AppPage {}

/** What the pointer does, one after the other. Places are in CSS pixels of the viewport. */
export type PointerStep =
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'down' }
  | { readonly kind: 'up' };

/**
 * A browser by real input alone: it moves a pointer and presses keys, and runs a function in the page in front to
 * look at it. The finding of things is written once over this (`visitor.ts`), so that three engines
 * are asked the same.
 */
export interface Driver {
  /** Name and version, as the browser states them. */
  readonly version: string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** A tab before those that are there, of the same profile. */
  openTab(): Promise<void>;
  /** Ends the tab in front, at once and without asking its page; the one that was there before it is in front then. */
  closeTab(): Promise<void>;
  /** The value of an expression in the page, which may be a promise of one; plain data. */
  evaluate(expression: string): Promise<unknown>;
  pointer(steps: readonly PointerStep[]): Promise<void>;
  /** Presses keys together, as `KeyboardEvent.key` names them; the last one first let go. */
  chord(keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Gives files to an `<input type=file>`, as its dialog would. */
  giveFiles(css: string, paths: readonly string[]): Promise<void>;
  /** Where the browser puts what the page saves. */
  readonly downloads: string;
  screenshot(path: PicturePath): Promise<void>;
  /** What the page wrote to its console since the last call, uncaught errors with it. */
  takeConsole(): Promise<readonly ConsoleLine[]>;
  close(): Promise<void>;
}

export type PicturePath = `${string}.png`;

export interface ConsoleLine {
  readonly isError: boolean;
  readonly text: string;
}

/** Where to find what a driver starts. */
export interface Programs {
  /** The browser, or for WebKitGTK its driver. */
  readonly executable: string;
  /** Xvfb, where the browser has no headless mode and no screen is there. */
  readonly screen?: string;
}

/** Wide enough for the list beside a struct. */
export const VIEWPORT = { width: 1640, height: 900 };

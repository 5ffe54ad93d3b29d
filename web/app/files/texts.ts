import type { StoreApi } from 'zustand/vanilla';
import type { StructDesc } from '../../facts/generated';
import type { FileReader } from '../../ingest/client';
import type { FileId } from '../../layout/ids';
import { addNotice, removeFile } from './fileReducers';
import { SLABINFO_TEXT } from '../compare/slabinfoText';
import { SYMBOLS_TEXT } from '../bind/symbolsText';
import { LINK_TEXT } from '../share/linkText';
import { TABLE_TEXT } from '../share/tableText';
import { holdsDiff, isPahole, isSource } from '../../ingest/recogniseText';
import type { AppState } from '../state';

/** A text that was dropped, picked or pasted and is no file of perf. */
export interface IncomingText {
  readonly id: FileId;
  readonly name: string;
  /** As in the file. */
  readonly bytes: Uint8Array;
  /** Reads C source and pahole's output; ends when the text is taken. */
  readonly reader: FileReader;
  /** A struct of a loaded binary by its name; null where none has it. */
  readonly describeNamed: (name: string) => Promise<StructDesc | null>;
}

export interface Taking extends IncomingText {
  /** The bytes as UTF-8. */
  readonly text: string;
  readonly store: StoreApi<AppState>;
  readonly update: (change: (state: AppState) => AppState) => void;
}

/** A kind of text and what becomes of it. */
export interface TextKind {
  /** For "this is none of: …". */
  readonly name: string;
  /** By content, never by name. A kind that comes earlier in the list has the first word. */
  readonly recognises: (text: string) => boolean;
  /** It keeps the file in the state (by another phase) or takes it out. */
  readonly take: (taking: Taking) => void | Promise<void>;
}

/** In the order in which they are asked. */
const KINDS: readonly TextKind[] = [
  LINK_TEXT,
  TABLE_TEXT,
  SYMBOLS_TEXT,
  SLABINFO_TEXT,
  {
    name: 'a posted patch',
    recognises: holdsDiff,
    take: async (taking) => (await import('../share/postedDiff')).takeDiff(taking),
  },
  {
    name: 'output of pahole',
    recognises: isPahole,
    take: async (taking) => (await import('../source/takeText')).takePahole(taking),
  },
  {
    name: 'C source',
    recognises: isSource,
    take: async (taking) => (await import('../source/takeText')).takeSource(taking),
  },
];

/** Hands a text to the first kind that knows it; one that nobody knows is refused with what would be. */
export async function takeText(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
  incoming: IncomingText,
): Promise<void> {
  const text = new TextDecoder().decode(incoming.bytes);
  const kind = KINDS.find((each) => each.recognises(text));
  if (kind) return kind.take({ ...incoming, text, store, update });
  update((state) =>
    addNotice(removeFile(state, incoming.id), {
      kind: 'error',
      title: incoming.name,
      text: 'This is a text file, and none that Hitmap knows. Open an ELF file with debug information (vmlinux, a .ko, any program built with -g), raw BTF (/sys/kernel/btf/vmlinux), or a report of perf c2c.',
    }),
  );
}

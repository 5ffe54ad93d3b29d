import { assertNever } from '../../core/base/assert';
import { fingerprint } from '../../core/base/fingerprint';
import { presentOf } from '../state/inView';
import type { AppState, LoadedFile, OpenDocument, DocumentOrigin } from '../state/state';
import type { FileId, StructId } from '../../core/layout/ids';
import {
  ownTab,
  parseAddress,
  type Address,
  type FileRef,
  type AddressPlace,
  type StructView,
} from '../state/address';

/** What the address needs to know beside the state. */
export interface AddressContext {
  /** The name of this tab among drafts; null where none are kept. */
  readonly tab: string | null;
  /** The file that the address named, for a struct that was restored from a draft. */
  readonly fileOf: (id: StructId) => FileRef | null;
}

/** The address of what is in view; null where there is nothing to come back to. */
export function addressOf(state: AppState, known: AddressContext): Address | null {
  const { centre } = state;
  switch (centre.kind) {
    case 'document': {
      const open = state.documents.find(({ id }) => id === centre.id);
      return open ? ofStruct(state, open, known) : null;
    }
    case 'profile':
      return { file: refOf(state, centre.file), place: { kind: 'report' } };
    case 'twoFiles': {
      const [before, after] = [refOf(state, centre.before), refOf(state, centre.after)];
      return before && after && { file: before, place: { kind: 'twoFiles', after } };
    }
    case 'empty':
    case 'opening': {
      const [first] = state.files.filter(({ phase }) => phase.kind === 'ready');
      return first ? { file: fileRefOf(first), place: { kind: 'list' } } : null;
    }
    case 'awaited': {
      const address = parseAddress(centre.hash);
      return address.ok ? address.value : null;
    }
    default:
      return assertNever(centre);
  }
}

/** How an address names a loaded file. */
export function fileRefOf({ name, phase }: LoadedFile): FileRef {
  return { name, buildId: phase.kind === 'ready' ? phase.facts.buildId : null };
}

/** A short name of a draft's key. */
export function draftMark(key: string): string {
  return fingerprint(key);
}

/** What a struct that was restored from a draft is called. */
export const DRAFT_ID = 'draft/';

function ofStruct(state: AppState, open: OpenDocument, known: AddressContext): Address {
  const { origin } = open;
  const { struct } = presentOf(open);
  const drafts = state.settings.keepDrafts ? draftsOf(open, known.tab) : [];
  const view = viewIn(state, open);
  const place: AddressPlace =
    origin.kind === 'study'
      ? { kind: 'study', study: origin.study, step: origin.step, drafts, view }
      : {
          kind: 'struct',
          struct: { name: struct.name, key: struct.key },
          ...(origin.kind === 'text' && { from: origin.from }),
          drafts,
          view,
        };
  return { file: fileOf(state, open.id, origin, known), place };
}

function fileOf(
  state: AppState,
  id: StructId,
  origin: DocumentOrigin,
  known: AddressContext,
): FileRef | null {
  if (origin.kind !== 'file') return known.fileOf(id);
  // A file that was taken away still says by its name what the struct was of.
  return refOf(state, origin.file) ?? { name: origin.fileName, buildId: null };
}

function refOf(state: AppState, id: FileId): FileRef | null {
  const file = state.files.find((each) => each.id === id);
  return file ? fileRefOf(file) : null;
}

/** One that was changed here is kept under this tab's name; one that was restored perhaps still under its own. */
function draftsOf({ id, history }: OpenDocument, tab: string | null): readonly string[] {
  const own = tab !== null && history.past.length > 0 ? [draftMark(`${tab}/${id}`)] : [];
  const source = id.startsWith(DRAFT_ID) ? [draftMark(id.slice(DRAFT_ID.length))] : [];
  return [...own, ...source];
}

function viewIn(state: AppState, open: OpenDocument): StructView {
  const { show } = presentOf(open).view;
  const [field] = open.selection;
  return {
    ...(state.inspector !== ownTab(field) && { tab: state.inspector }),
    ...(field !== undefined && { field }),
    ...(state.comparing && { compare: state.comparePart }),
    ...(show === 'original' && { show }),
  };
}

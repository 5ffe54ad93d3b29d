import { assertNever } from '../../core/base/assert';
import { plural } from '../../core/base/prose';
import { changesMade } from '../../core/edit/layoutEdits';
import { presentOf } from '../struct/inView';
import type { AppState, OpenDocument } from '../state/state';
import type { FileId } from '../../core/layout/ids';
import { parseAddress } from './address';

const PAGE = 'Hitmap';
/** A tab shows some twenty characters, a list of windows some more. */
const MAX_PART = 60;

/**
 * `file · 6.12.117 – Hitmap`: the name of the page's tab, which tells two of them apart. The second tab of the same is
 * `file (2) · 6.12.117 – Hitmap`: early, as a narrow tab shows no more than the beginning.
 */
export function titleOf(state: AppState, number: number): string {
  const [first, ...others] = partsOf(state).map(cut).filter(Boolean);
  if (first === undefined) return PAGE;
  const numbered = number > 1 ? `${first} (${number})` : first;
  return `${[numbered, ...others].join(' · ')} – ${PAGE}`;
}

function partsOf(state: AppState): readonly string[] {
  const { centre } = state;
  switch (centre.kind) {
    case 'document': {
      const open = state.documents.find(({ id }) => id === centre.id);
      if (!open) return [];
      const changes = changesMade(presentOf(open)).length;
      // Two tabs of one struct are told apart by what was done in them.
      const done = [changes > 0 ? plural(changes, 'change') : '', state.comparing ? 'compare' : ''];
      return [presentOf(open).struct.name, ...done, whereFrom(state, open)];
    }
    case 'profile':
      return [nameOf(state, centre.file)];
    case 'twoFiles':
      return [`${kernelOf(state, centre.before)} → ${kernelOf(state, centre.after)}`];
    case 'awaited': {
      const address = parseAddress(centre.hash);
      if (!address.ok) return [];
      const { file, place } = address.value;
      return [place.kind === 'struct' ? place.struct.name : '', file?.name ?? ''];
    }
    case 'opening':
      return [centre.label];
    case 'empty': {
      const [first] = state.files;
      return first ? [kernelOf(state, first.id)] : [];
    }
    default:
      return assertNever(centre);
  }
}

function whereFrom(state: AppState, { origin }: OpenDocument): string {
  switch (origin.kind) {
    case 'file':
      return state.files.some(({ id }) => id === origin.file)
        ? kernelOf(state, origin.file)
        : origin.fileName;
    case 'study':
      return 'study';
    case 'text':
      return origin.from;
    default:
      return assertNever(origin);
  }
}

/** `6.12.117` of `6.12.117+deb12-cloud-amd64`; the file's name where it is no kernel. */
function kernelOf(state: AppState, id: FileId): string {
  const phase = state.files.find((file) => file.id === id)?.phase;
  const release = phase?.kind === 'ready' ? phase.facts.kernelRelease : null;
  const [version] = /^\d+(?:\.\d+)*(?:-rc\d+)?/.exec(release ?? '') ?? [];
  return version ?? release ?? nameOf(state, id);
}

function nameOf(state: AppState, id: FileId): string {
  return state.files.find((file) => file.id === id)?.name ?? '';
}

function cut(part: string): string {
  return part.length > MAX_PART ? `${part.slice(0, MAX_PART - 1)}…` : part;
}

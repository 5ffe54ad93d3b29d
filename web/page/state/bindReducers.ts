import { derived } from '../../core/base/derived';
import { sliceProfile, profileLines } from '../../core/heat/slice';
import type { LayoutDocument } from '../../core/edit/document';
import type { Binding, DocumentProfile } from '../../core/edit/profiles';
import type { BindingDoubt } from '../../core/edit/bindingDoubt';
import type { AccessProfile } from '../../core/facts/generated';
import { extentBytes } from '../../core/layout/extent';
import type { FileId } from '../../core/layout/ids';
import { editInView, setPreviewInView, setProfilesInView, setView } from './documentReducers';
import { documentInView } from './inView';
import { layoutEdits } from '../../core/edit/layoutEdits';
import type { AppState } from './state';
import { openHot } from './openHot';

/**
 * Binds a line, a variable or a type of a loaded report to the struct in view, as one step of its history;
 * the document takes along what it needs of the report.
 *
 * @param offsetBytes where in the struct the line's first byte lies
 * @param doubt why that may be wrong; null where it is known
 */
export function bindInView(
  state: AppState,
  file: FileId,
  target: string,
  offsetBytes: number,
  doubt: BindingDoubt | null = null,
): AppState {
  return bindAllInView(state, file, [{ target, offsetBytes, doubt }]);
}

/** A line and where in the struct its first byte lies, with why that may be wrong. */
export interface Bound {
  readonly target: string;
  readonly offsetBytes: number;
  readonly doubt: BindingDoubt | null;
}

/** Binds several of a report, as one step of the history. */
export function bindAllInView(state: AppState, file: FileId, all: readonly Bound[]): AppState {
  const attached = all.reduce<Attached | null>(
    (known, { target }) => attachInView(known?.state ?? state, file, target) ?? known,
    null,
  );
  const [first] = all;
  if (attached === null || first === undefined) return state;
  const { profile } = attached;
  const shown = setView(attached.state, { profile });
  const bound = editInView(
    shown,
    all.map(({ target, offsetBytes, doubt }) => ({
      kind: 'bind' as const,
      profile,
      target,
      offsetBytes,
      ...(doubt === null ? {} : { doubt }),
    })),
  );
  return openHot({ ...bound, heat: { ...bound.heat, sliding: { profile, target: first.target } } });
}

/**
 * A binding put elsewhere by a person, which makes it no guess of ours; that it comes from another build stays true.
 *
 * @param within where the line has a byte of the struct
 */
export function movedBinding(
  { doubt, ...rest }: Binding,
  offsetBytes: number,
  within: { readonly lowestBytes: number; readonly highestBytes: number },
): Binding {
  const { lowestBytes, highestBytes } = within;
  const isGuess = doubt === undefined || doubt === 'guessed';
  return {
    ...rest,
    offsetBytes: Math.max(lowestBytes, Math.min(highestBytes, Math.round(offsetBytes))),
    ...(isGuess ? {} : { doubt }),
  };
}

/** Shows a binding at another offset without keeping it; null puts it back. */
export function slideInView(state: AppState, binding: Binding | null): AppState {
  return setPreviewInView(state, binding === null ? null : [{ kind: 'bind', ...binding }]);
}

/** Keeps a binding at another offset. */
export function rebindInView(state: AppState, binding: Binding): AppState {
  return editInView(state, [{ kind: 'bind', ...binding }]);
}

export function unbindInView(state: AppState, { profile, target }: Binding): AppState {
  return editInView(state, [{ kind: 'unbind', profile, target }]);
}

interface Attached {
  readonly state: AppState;
  /** What the document calls it. */
  readonly profile: string;
}

/** Puts a line of a report, and those beside it that the same object may reach, into the document in view. */
function attachInView(state: AppState, file: FileId, target: string): Attached | null {
  const inView = documentInView(state);
  const loaded = state.files.find(({ id }) => id === file);
  if (!inView || loaded?.phase.kind !== 'profile') return null;
  const { profile } = loaded.phase;
  const { document } = inView;
  const name = nameIn(document, profile, loaded.name);
  const known = document.profiles.find((each) => each.name === name);
  const wanted = new Set([
    ...(known?.lines.map(({ id }) => id) ?? []),
    ...(known?.types.map((type) => type.name) ?? []),
    ...linesBeside(profile, target, sizeBytesOf(document)),
  ]);
  const isThere = known && known.lines.length + known.types.length >= wanted.size;
  if (isThere) return { state, profile: name };
  // A report that says it is of the patched code was measured on the layout that the edits make.
  const measured = loaded.phase.measured === 'after' ? layoutEdits(document) : [];
  const extract = sliceProfile(profile, {
    name,
    measuredOn: known?.measuredOn ?? measured,
    wanted,
  });
  const attached: DocumentProfile = { ...extract, operations: known?.operations ?? null };
  const others = document.profiles.filter((each) => each.name !== name);
  return { state: setProfilesInView(state, [...others, attached]), profile: name };
}

/** A report goes by its file's name, unless the document has another of that name. */
export function nameIn(document: LayoutDocument, profile: AccessProfile, fileName: string): string {
  const totals = totalsOf(profile);
  for (let count = 1; ; count++) {
    const name = count === 1 ? fileName : `${fileName} (${count})`;
    const other = document.profiles.find((each) => each.name === name);
    if (!other || JSON.stringify([other.listed, other.stated, other.command]) === totals) {
      return name;
    }
  }
}

/** What two reports of one name differ by. */
const totalsOf = derived((profile: AccessProfile): string => {
  const extract = sliceProfile(profile, { name: '', measuredOn: [], wanted: new Set() });
  return JSON.stringify([extract.listed, extract.stated, extract.command]);
});

function linesBeside(profile: AccessProfile, target: string, sizeBytes: number): string[] {
  const lines = profileLines(profile);
  const own = lines.find(({ id }) => id === target);
  if (own === undefined || own.address === null) return [target];
  const at = BigInt(own.address);
  const reach = BigInt(sizeBytes + profile.lineBytes);
  return lines.flatMap(({ id, address }) => {
    if (address === null) return [];
    const apart = BigInt(address) - at;
    return apart <= reach && apart >= -reach ? [id] : [];
  });
}

/** The largest that it has been: a report of an edited layout may lie on more lines. */
function sizeBytesOf({ struct }: LayoutDocument): number {
  return 2 * extentBytes(struct);
}

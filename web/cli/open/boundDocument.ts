import type { Message } from '../../core/base/messages';
import { inputMessage, usageMessage } from '../messages';
import { lineNamed } from '../../core/heat/lineNamed';
import { lineRows } from '../../core/heat/lineRows';
import { sliceProfile, profileLines } from '../../core/heat/slice';
import { applyEdit, applyEdits } from '../../core/edit/apply';
import type { LayoutDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import type { DocumentProfile } from '../../core/edit/profiles';
import type { AccessProfile, StructDesc } from '../../core/facts/generated';
import { isDoubtful } from '../../core/bind/origin';
import { statedByte, statedObject } from '../../core/bind/statedObject';
import { computeLayout } from '../../core/layout/compute';
import type { OrderedStruct } from '../../core/layout/order';
import { Failure } from '../failure';
import { diagnosticNotes } from './diagnosticNotes';
import { fileName } from './fileName';
import { readProfile } from './readProfile';
import { originOfFile, reportOrigin } from './reportOrigin';
import type { SourceLocation } from './sourceOptions';
import { documentOf, readEdit } from './structOf';
import { askableRows, unsampledLoads } from '../../core/bind/unsampled';
import { hasCode } from '../../core/facts/hasCode';
import { openTypes } from './openFile';

export interface ProfileOptions {
  /** Reports or recordings of perf. */
  readonly profiles: readonly string[];
  /** A line of the first profile: its address, or its number as perf prints it (0 is the hottest). */
  readonly line: string | undefined;
  /** Where in the struct that line's first byte lies; negative where the struct begins later. */
  readonly offset: string | undefined;
}

export interface BoundOptions extends ProfileOptions {
  readonly file: string;
  readonly struct: string;
  /** In words; `bind` among them ties a line of a profile that is named here. */
  readonly edits: readonly string[];
  /** Where the struct's source is. */
  readonly source?: SourceLocation;
}

/** A document with profiles, and what reading those left out or guessed. */
export interface BoundDocument {
  readonly document: LayoutDocument;
  /** For a person, a sentence each. */
  readonly notes: readonly Message[];
}

/** A document with profiles tied to it, as `hitmap predict` and `hitmap suggest` take it. */
export function boundDocument(options: BoundOptions): BoundDocument {
  const { binds, others } = bindingsIn(options.edits);
  const document = documentOf(options.file, options.struct, others, options.source);
  return withProfiles(document, options, binds, options.file);
}

/** The `bind`s among edits in words, and the others, still in words. */
export function bindingsIn(words: readonly string[]): {
  readonly binds: readonly Edit[];
  readonly others: readonly string[];
} {
  const edits = words.map((each) => ({ words: each, edit: readEdit(each) }));
  return {
    binds: edits.flatMap(({ edit }) => (edit.kind === 'bind' ? [edit] : [])),
    others: edits.flatMap(({ words: each, edit }) => (edit.kind === 'bind' ? [] : [each])),
  };
}

/**
 * A document with profiles and what ties their lines to its struct.
 *
 * @param file that the struct is of, which may be what a report was recorded on; null where that is not known
 */
export function withProfiles(
  document: LayoutDocument,
  options: ProfileOptions,
  bindings: readonly Edit[],
  file: string | null,
): BoundDocument {
  const read = options.profiles.map((path) => ({
    name: fileName(path),
    profile: readProfile(path),
  }));
  const short = shortBinding(options, read[0]);
  const origins = new Map(
    read.map(({ name, profile }) => [
      name,
      file === null ? 'unknown' : originOfFile(file, profile),
    ]),
  );
  const others = new Set(
    read.flatMap(({ name, profile }) => {
      const stated = statedObject(profile);
      const isOther =
        stated?.name === document.struct.name
          ? stated.key !== document.struct.key
          : isDoubtful(origins.get(name) ?? 'unknown');
      return isOther ? [name] : [];
    }),
  );
  const given = [...bindings, ...(short === null ? [] : [short])];
  const stated = given.length > 0 ? [] : read.flatMap((each) => statedBindings(each, document));
  const binds = [...given, ...stated].map((edit): Edit =>
    edit.kind === 'bind' && others.has(edit.profile) ? { ...edit, doubt: 'otherBuild' } : edit,
  );
  if (read.length > 0 && binds.length === 0) {
    throw new Failure(inputMessage('no-line-stated', linesOf(read[0]?.profile)));
  }
  const profiles = read.map(({ name, profile }) => {
    const wanted = new Set(
      binds.flatMap((edit) => (edit.kind === 'bind' && edit.profile === name ? [edit.target] : [])),
    );
    const slice = { name, measuredOn: [], wanted: withNeighbours(profile, wanted) };
    const sliced = sliceProfile(profile, slice);
    return file === null || origins.get(name) !== 'same'
      ? sliced
      : withUnsampled(file, profile, sliced, document.struct);
  });
  const bound = { ...document, profiles: [...document.profiles, ...profiles] };
  let applied = applyEdits(bound);
  for (const edit of binds) {
    const next = applyEdit(applied, edit);
    if (!next.ok) throw new Failure(next.error);
    applied = next.value;
    if (edit.kind === 'bind') mustMeet(applied.struct, edit, profiles);
  }
  return {
    document: { ...bound, edits: [...bound.edits, ...binds] },
    notes: read.flatMap(({ name, profile }) =>
      diagnosticNotes(profile.diagnostics, read.length > 1 ? name : null),
    ),
  };
}

/** Every line of the object that a report says it is of, where that is the struct of the document. */
function statedBindings(
  { name, profile }: { readonly name: string; readonly profile: AccessProfile },
  { struct }: LayoutDocument,
): readonly Extract<Edit, { kind: 'bind' }>[] {
  const stated = statedObject(profile);
  if (stated === null || stated.key !== struct.key) return [];
  return profileLines(profile).flatMap(({ id, address }) => {
    const offsetBytes = statedByte(stated, address, profile.lineBytes);
    return offsetBytes === null ? [] : [{ kind: 'bind', profile: name, target: id, offsetBytes }];
  });
}

function mustMeet(
  struct: OrderedStruct,
  { profile: name, target, offsetBytes }: Extract<Edit, { kind: 'bind' }>,
  profiles: readonly DocumentProfile[],
): void {
  const profile = profiles.find((each) => each.name === name);
  const isLine = profile?.lines.some(({ id }) => id === target) === true;
  if (profile !== undefined && isLine) mustHoldBytes(struct, offsetBytes, profile.lineBytes);
}

/** Throws for a line that is laid where the struct has no byte: nothing of it would be said of any field. */
export function mustHoldBytes(struct: OrderedStruct, offsetBytes: number, lineBytes: number): void {
  const bytes = computeLayout(struct).sizeBits / 8;
  // The elements of a flexible array lie after the struct's own bytes.
  const isOpen = struct.root.members.some(({ flexible }) => flexible);
  if (offsetBytes > -lineBytes && (isOpen || offsetBytes < bytes)) return;
  throw new Failure(
    inputMessage('line-outside', offsetBytes, struct.desc.name, bytes, 1 - lineBytes, bytes - 1),
  );
}

/** `--line N --at BYTES`, of the first profile. */
function shortBinding(
  { line, offset, profiles }: ProfileOptions,
  first: { readonly name: string; readonly profile: AccessProfile } | undefined,
): Extract<Edit, { kind: 'bind' }> | null {
  if (line === undefined && offset === undefined) return null;
  if (first === undefined || profiles.length !== 1) {
    throw new Failure(usageMessage('one-profile'));
  }
  const isOnly = profileLines(first.profile).length === 1;
  if (offset === undefined || (line === undefined && !isOnly)) {
    throw new Failure(usageMessage('line-and-at', linesOf(first.profile)));
  }
  const offsetBytes = offsetBytesOf('--at', offset);
  const target = lineOf(first.profile, line ?? '0');
  return { kind: 'bind', profile: first.name, target, offsetBytes };
}

/** The id of the line that `--line` names. */
export function lineOf(profile: AccessProfile, line: string): string {
  const found = lineNamed(profile, line);
  if (found) return found.line.id;
  throw new Failure(inputMessage('no-line', line, linesOf(profile)));
}

export function offsetBytesOf(option: string, text: string): number {
  const offsetBytes = Number(text);
  if (Number.isInteger(offsetBytes)) return offsetBytes;
  throw new Failure(usageMessage('whole-bytes', option, text));
}

/** Lines beside a bound one are of the same object, perhaps: a struct is longer than a line. */
export function withNeighbours(
  profile: AccessProfile,
  wanted: ReadonlySet<string>,
): ReadonlySet<string> {
  const addresses = [...wanted].filter((id) => /^0x[0-9a-f]+$/.test(id)).map(BigInt);
  const near = profileLines(profile).flatMap(({ id, address }) =>
    address !== null && addresses.some((other) => distance(other, BigInt(address)) < NEAR)
      ? [id]
      : [],
  );
  return new Set([...wanted, ...near]);
}

/** No struct of a kernel is larger. */
const NEAR = 65_536n;

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

function linesOf(profile: AccessProfile | undefined): string {
  const lines = profile === undefined ? [] : lineRows(profile);
  if (lines.length === 0) return 'It has no lines.';
  const shown = lines.slice(0, 5).map(({ rank, line }) => `${rank} (${line.id})`);
  return `Its lines: ${shown.join(', ')}${lines.length > 5 ? ', …' : ''}.`;
}

/**
 * A profile with the loads of a struct that no sample shows, from the code of the file that the report was recorded on;
 * the same where the file is another, or has none.
 */
function withUnsampled(
  path: string,
  report: AccessProfile,
  profile: DocumentProfile,
  struct: StructDesc,
): DocumentProfile {
  const { session, close } = openTypes(path);
  try {
    if (!hasCode(session.facts)) return profile;
    const rows = askableRows(profile, reportOrigin(session, report).buildMatch);
    if (rows.length === 0) return profile;
    const answers = session.ask({ kind: 'visits', places: rows.map(({ place }) => place) });
    if (!answers.ok) return profile;
    return { ...profile, unsampled: unsampledLoads(struct, rows, answers.value) };
  } finally {
    close();
  }
}

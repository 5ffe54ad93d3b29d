import { assert } from '../base/assert';
import { fail, ok, type Result } from '../base/result';
import { DOCUMENT_VERSION, type LayoutDocument } from './document';
import type { Edit } from './edit';

/** Takes a document of version n-1 to version n, as plain JSON: old shapes have no types any more. */
type Upgrader = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** By the version that each one makes; 1 was the first. */
const UPGRADERS: ReadonlyMap<number, Upgrader> = new Map<number, Upgrader>([
  // Profiles came, and what is seen of them. No version 1 could tie a line to a struct.
  [
    2,
    (document) => ({
      ...document,
      profiles: [],
      bindings: [],
      view: {
        ...(typeof document['view'] === 'object' ? document['view'] : {}),
        profile: null,
        metric: 'hitm',
        conflicts: false,
      },
    }),
  ],
  // Rules became edits, and lines can be noted on. An edit of these kinds means nothing to an older build.
  [3, (document) => ({ ...document, lineNotes: [] })],
  // What is known of prefetch became an edit, members that a patch adds and removes, and
  // the doubt that a binding carries.
  [4, (document) => ({ ...document })],
]);

checkUpgraders(UPGRADERS, DOCUMENT_VERSION);

/** Brings a document of any earlier version up to this one. What it holds is looked at by `validate.ts`. */
export function upgrade(json: unknown): Result<unknown, string> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return fail('This is no layout document: it is not a JSON object.');
  }
  let document: Record<string, unknown> = { ...json };
  const { v } = document;
  if (typeof v !== 'number' || !Number.isInteger(v) || v < 1) {
    return fail('This is no layout document: it has no version (`v`).');
  }
  if (v > DOCUMENT_VERSION) {
    return fail(
      `This layout document has version ${v}; this build reads up to ${DOCUMENT_VERSION}. Open it with a newer one.`,
    );
  }
  for (let version = v + 1; version <= DOCUMENT_VERSION; version++) {
    const upgraded = UPGRADERS.get(version)?.(document);
    assert(upgraded !== undefined, `no upgrader to document version ${version}`);
    document = { ...upgraded, v: version };
  }
  return ok(document);
}

const NEW_IN_4: ReadonlySet<Edit['kind']> = new Set(['prefetch', 'add', 'remove']);

/** The oldest version that can say what a document says: builds that read no other open it too. */
export function oldestVersion({ edits, proposal, profiles }: LayoutDocument): number {
  const all = [edits, proposal?.edits ?? [], ...profiles.map(({ takenOn }) => takenOn)].flat();
  const isNew = (edit: Edit) =>
    NEW_IN_4.has(edit.kind) || (edit.kind === 'bind' && edit.doubt !== undefined);
  return all.some(isNew) ? 4 : 3;
}

/** A gap, or one too many, fails when the page loads and not when an old link is opened. */
export function checkUpgraders(upgraders: ReadonlyMap<number, Upgrader>, version: number): void {
  for (let made = 2; made <= version; made++) {
    assert(upgraders.has(made), `no upgrader to document version ${made}`);
  }
  assert(upgraders.size === version - 1, 'an upgrader to no document version');
}

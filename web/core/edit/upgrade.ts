import { assert } from '../base/assert';
import { fail, ok, type Result } from '../base/result';
import { DOCUMENT_VERSION } from './document';

/** Takes a document of version n-1 to version n, as plain JSON: old shapes have no types any more. */
type Upgrader = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Upgraders by the version that each makes; 1 is the first. */
type Upgraders = ReadonlyMap<number, Upgrader>;

/** None so far: nothing was released with an older version. */
const UPGRADERS: Upgraders = new Map();

checkUpgraders(UPGRADERS, DOCUMENT_VERSION);

/** Brings a document of any earlier version up to this one. What it holds is looked at by `validate.ts`. */
export function upgrade(
  json: unknown,
  upgraders = UPGRADERS,
  newest: number = DOCUMENT_VERSION,
): Result<unknown, string> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return fail('This is no layout document: it is not a JSON object.');
  }
  let document: Record<string, unknown> = { ...json };
  const { v } = document;
  if (typeof v !== 'number' || !Number.isInteger(v) || v < 1) {
    return fail('This is no layout document: it has no version (`v`).');
  }
  if (v > newest) {
    return fail(
      `This layout document has version ${v}; this build reads up to ${newest}. Open it with a newer one.`,
    );
  }
  for (let version = v + 1; version <= newest; version++) {
    const upgraded = upgraders.get(version)?.(document);
    assert(upgraded !== undefined, `no upgrader to document version ${version}`);
    document = { ...upgraded, v: version };
  }
  return ok(document);
}

/** A gap, or one too many, fails when the page loads and not when an old link is opened. */
export function checkUpgraders(upgraders: Upgraders, version: number): void {
  for (let made = 2; made <= version; made++) {
    assert(upgraders.has(made), `no upgrader to document version ${made}`);
  }
  assert(upgraders.size === version - 1, 'an upgrader to no document version');
}

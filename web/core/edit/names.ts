import { didYouMean } from '../base/nearest';
import { fail, ok, type Result } from '../base/result';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate } from '../layout/order';
import { membersOf } from '../layout/walk';
import { locate, type Located } from './tree';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

/** Finds a member that an edit names, or says why there is none, with the nearest name. */
export function find(root: OrderedAggregate, path: MemberPath): Result<Located, Message> {
  const located = locate(root, path);
  if (located !== null) return ok(located);
  const outer = parentOfNested(root, path);
  if (outer !== null) {
    return fail(editMessage('inside-type', path, outer.path, outer.typeName));
  }
  return fail(unknown(root, path));
}

/** Checks only the holding member of a path into a nested type, as tags, notes and rules may name one. */
export function findLoosely(root: OrderedAggregate, path: MemberPath): Result<null, Message> {
  const known = locate(root, path) !== null || parentOfNested(root, path) !== null;
  return known ? ok(null) : fail(unknown(root, path));
}

function findAll(
  root: OrderedAggregate,
  paths: readonly MemberPath[],
): Result<readonly Located[], Message> {
  const found: Located[] = [];
  for (const path of paths) {
    const located = find(root, path);
    if (!located.ok) return located;
    if (found.some((each) => each.member === located.value.member)) {
      return fail(editMessage('named-twice', path));
    }
    found.push(located.value);
  }
  return ok(found);
}

/** As `findAll`, for what may name the inside of nested types. */
export function findEachLoosely(
  root: OrderedAggregate,
  paths: readonly MemberPath[],
): Result<null, Message> {
  for (const [place, path] of paths.entries()) {
    const found = findLoosely(root, path);
    if (!found.ok) return found;
    if (paths.indexOf(path) < place) return fail(editMessage('named-twice', path));
  }
  return ok(null);
}

/** As `findAll`, for edits that work on the members of one aggregate. */
export function findSiblings(
  root: OrderedAggregate,
  paths: readonly MemberPath[],
): Result<{ readonly all: readonly Located[]; readonly first: Located }, Message> {
  const found = findAll(root, paths);
  if (!found.ok) return found;
  const first = found.value[0];
  if (first === undefined) return fail(editMessage('no-member-named'));
  const stranger = found.value.find((each) => each.parent !== first.parent);
  if (stranger !== undefined) {
    return fail(editMessage('not-siblings', first.member.path, stranger.member.path));
  }
  return ok({ all: found.value, first });
}

/** `a, b and c`, each in backquotes. */
export function listOf(paths: readonly string[]): string {
  const quoted = paths.map((path) => `\`${path}\``);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} and ${last}`;
}

function parentOfNested(root: OrderedAggregate, path: MemberPath) {
  for (const member of membersOf(root)) {
    if (member.inner === null && /^[.[]/.test(path.slice(member.path.length))) {
      if (path.startsWith(member.path)) return member;
    }
  }
  return null;
}

function unknown(root: OrderedAggregate, path: MemberPath): Message {
  const names = [...membersOf(root)].map((member) => member.path);
  return editMessage('unknown-member', path, didYouMean(path, names));
}

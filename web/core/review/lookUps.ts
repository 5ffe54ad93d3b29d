import { newDocument } from '../edit/document';
import type { PostedDiff, PostedSide, ScalarFact, StructDesc, Target } from '../facts/generated';
import { KERNEL_TYPEDEFS, type KnownType } from '../layout/text/choices';
import { resolveStruct } from '../layout/text/resolve';
import { type FindByMembers, type FindStruct, type Review, review } from './review';
import { type Later, type UsesInTree, tagOf, usersInTree } from './inTree';
import { mayBeOf, structByMembers } from './structByMembers';

/** What a review asks of files and source trees beside the patch. Answers may take their time. */
export interface LookUps {
  readonly find: FindStruct;
  readonly target: Target;
  /** C's scalar types on it. */
  readonly scalars: readonly ScalarFact[];
  /** The loaded structs that are as wanted. */
  readonly structsLike: (isLike: (desc: StructDesc) => boolean) => Later<readonly StructDesc[]>;
  /** A loaded type as C names it: `struct list_head`, `atomic_t`; null for none. */
  readonly typeNamed: (name: string) => Later<StructDesc | null>;
  /** One that the source tree declares. */
  readonly declaredInTree: (name: string) => Later<StructDesc | null>;
  readonly usesInTree: UsesInTree;
}

/** A review, and whether the source before the patch would say more. */
export interface FullReview extends Review {
  readonly asksForTree: boolean;
}

/** A review for which everything is looked up that it turns out to need. */
export async function reviewWith(diff: PostedDiff, lookUps: LookUps): Promise<FullReview> {
  const { find, scalars } = lookUps;
  const known = new Map<string, KnownType>();
  const requested = new Set<string>();
  const users = new Map<string, ReadonlySet<string> | null>();
  let structs: readonly StructDesc[] | null = null;
  const byMembers: FindByMembers = (hunk) => {
    const desc = structs && structByMembers(structs, hunk);
    return desc === null ? null : newDocument(desc);
  };
  for (;;) {
    let newNames: readonly string[] = [];
    const usersOf = (names: readonly string[]) => {
      if (!users.has(names.join())) newNames = names;
      return users.get(names.join()) ?? null;
    };
    const found = review(diff, find, { scalars, known }, byMembers, usersOf);
    if (newNames.length > 0) {
      users.set(newNames.join(), await usersInTree(newNames, lookUps.usesInTree));
      continue;
    }
    if (structs === null && found.nameless.length > 0) {
      const { nameless } = found;
      structs = await lookUps.structsLike((desc) => nameless.some((hunk) => mayBeOf(desc, hunk)));
      continue;
    }
    const wanted = found.wanted.filter((name) => !requested.has(name));
    if (wanted.length === 0) {
      const isUnanswered = [...users.values()].includes(null);
      const ofAny = found.left.some((line) => line.struct === null && line.users === null);
      return { ...found, asksForTree: found.wanted.length > 0 || (isUnanswered && ofAny) };
    }
    for (const name of wanted) requested.add(name);
    const aliases = wanted.map((name) => KERNEL_TYPEDEFS.get(name) ?? name);
    const loaded = await loadedTypes(aliases, lookUps);
    for (const name of aliases) {
      const type =
        loaded.get(name) ??
        (await declaredType(name, lookUps)) ??
        broughtType(name, diff, lookUps, known);
      if (type !== null) known.set(name, type);
    }
  }
}

/** Types that are loaded, also as no more than a member's (`typedef intptr_t ngx_int_t`): for those all structs are described, once. */
async function loadedTypes(
  names: readonly string[],
  lookUps: LookUps,
): Promise<ReadonlyMap<string, KnownType>> {
  const found = new Map<string, KnownType>();
  for (const name of names) {
    const desc = await lookUps.typeNamed(name);
    if (desc !== null) found.set(name, { desc, typeIndex: desc.root });
  }
  const left = new Set(names.filter((name) => !found.has(name)));
  if (left.size === 0) return found;
  const isLeft = ({ name }: { readonly name: string }) => left.has(name);
  for (const desc of await lookUps.structsLike(({ types }) => types.some(isLeft))) {
    for (const [typeIndex, { name }] of desc.types.entries()) {
      if (left.has(name) && !found.has(name)) found.set(name, { desc, typeIndex });
    }
  }
  return found;
}

async function declaredType(name: string, lookUps: LookUps): Promise<KnownType | null> {
  const desc = await lookUps.declaredInTree(name);
  return desc && { desc, typeIndex: desc.root };
}

/** A struct that the patch brings whole, with no condition in it. */
function broughtType(
  name: string,
  { hunks }: PostedDiff,
  { scalars, target }: LookUps,
  known: ReadonlyMap<string, KnownType>,
): KnownType | null {
  const bare = tagOf(name)?.name ?? null;
  const recordIn = ({ doc }: PostedSide) =>
    bare === null
      ? -1
      : doc.records.findIndex((each) => each.tag === bare || each.typedefName === bare);
  if (hunks.some(({ old }) => recordIn(old) >= 0)) return null;
  for (const { new: now } of hunks) {
    const record = recordIn(now);
    const isWhole = record >= now.begun && !now.unended.includes(record);
    if (record < 0 || !isWhole || now.lines.some(({ says }) => says === 'condition')) continue;
    const source = { path: '', text: now.source, doc: now.doc };
    const choices = { target, switches: {}, sizes: {}, numbers: {} };
    const resolved = resolveStruct(source, record, choices, scalars, known);
    if (!resolved.ok || resolved.value.questions.length > 0) continue;
    const { desc } = resolved.value;
    return { desc, typeIndex: desc.root };
  }
  return null;
}

/** What is said where a tree would tell; `how` it is given to the page or the terminal. */
export function treeText(how: string): string {
  return `The source tree before the patch may declare what is not known: ${how}.`;
}

import type { Applied } from '../edit/applied';
import { ruleMembers } from '../edit/rule';
import { rulesOf } from '../edit/rules';
import { formatRule } from '../edit/words';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { alignedBase } from '../layout/lines';
import { judgeRule } from '../rules/judge';
import { placesIn } from '../rules/places';
import type { Arranged } from './arrange';

/** Says of an arrangement which rules it breaks. */
export interface RuleChecker {
  /** Broken rules by their words, in the order in which they were set. */
  broken(arranged: Arranged): readonly string[];
  /** Members of the rules that the present order breaks: moving these may mend them. */
  readonly offenders: ReadonlySet<MemberPath>;
}

/**
 * The rules that were set, looked up once, so that each of many candidates costs a few additions. Groups of
 * the source need no look: nothing is moved over their marks.
 */
export function ruleCheckerFor(applied: Applied, start: Arranged): RuleChecker {
  const rules = rulesOf(applied.state);
  if (rules.length === 0) return { broken: () => [], offenders: new Set() };
  const { lineBytes, wantedBaseBytes } = applied.state;
  const anchors = anchorsOf(applied, start, rules.flatMap(ruleMembers));
  const isBroken = (arranged: Arranged) => (rule: (typeof rules)[number]) =>
    judgeRule(rule, {
      sizeBytes: arranged.sizeBytes,
      places: (path) => placeFrom(anchors.get(path), arranged),
      fields: () => arranged.fields.map(inBits),
      ruler: {
        lineBytes,
        baseBytes: alignedBase(wantedBaseBytes, arranged.alignBytes, lineBytes),
      },
    }) !== null;
  return {
    broken: (arranged) => rules.filter(isBroken(arranged)).map(formatRule),
    offenders: new Set(rules.filter(isBroken(start)).flatMap(ruleMembers)),
  };
}

function inBits({ path, offsetBytes, sizeBytes }: Arranged['fields'][number]) {
  return { path, offsetBits: offsetBytes * 8, sizeBits: sizeBytes * 8 };
}

/** A member by one that is moved: itself, or the field that it lies in. */
interface Anchor {
  readonly held: MemberPath;
  readonly deltaBits: number;
  readonly sizeBits: number | null;
}

function anchorsOf(
  applied: Applied,
  start: Arranged,
  paths: readonly MemberPath[],
): ReadonlyMap<MemberPath, Anchor> {
  const places = placesIn(computeLayout(applied.struct), applied.struct.desc);
  const anchors = new Map<MemberPath, Anchor>();
  for (const path of paths) {
    const place = places(path);
    if (place === null) continue;
    const held = [...start.offsets.keys()].find(
      (each) => each === path || (path.startsWith(each) && /^[.[]/.test(path.slice(each.length))),
    );
    if (held === undefined) continue;
    const deltaBits = place.offsetBits - (start.offsets.get(held) ?? 0) * 8;
    anchors.set(path, { held, deltaBits, sizeBits: place.sizeBits });
  }
  return anchors;
}

function placeFrom(anchor: Anchor | undefined, { offsets }: Arranged) {
  const offsetBytes = anchor === undefined ? undefined : offsets.get(anchor.held);
  if (anchor === undefined || offsetBytes === undefined) return null;
  return { offsetBits: offsetBytes * 8 + anchor.deltaBits, sizeBits: anchor.sizeBits };
}

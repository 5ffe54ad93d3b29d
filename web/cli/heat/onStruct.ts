import type { Message } from '../../core/base/messages';
import { inputMessage, noteMessage } from '../messages';
import { attribute, type Attribution } from '../../core/heat/attribute';
import { bestOffsets, impossibleAt } from '../../core/heat/rowHits';
import { lineRows, type LineRow } from '../../core/heat/lineRows';
import { sliceProfile } from '../../core/heat/slice';
import { doubtOf, type Grade } from '../../core/bind/grade';
import type { Origin } from '../../core/bind/origin';
import { regraded, rankPlaces } from '../../core/bind/rank';
import { statedByte, statedObject } from '../../core/bind/statedObject';
import { unpredictableMessage } from '../../core/model/flags';
import { lockObjects } from '../../core/locks/objects';
import { otherStruct } from '../../core/model/otherStruct';
import { modulo } from '../../core/base/math';
import type { BindingDoubt } from '../../core/edit/bindingDoubt';
import type { AccessProfile, StructDesc } from '../../core/facts/generated';
import { computeLayout } from '../../core/layout/compute';
import { orderedFrom } from '../../core/layout/original';
import { Failure } from '../failure';
import { mustHoldBytes } from '../open/boundDocument';
import type { LineCandidates } from '../bind/candidates';

/** The heat of a line on a struct: at the place that is given, that the report states, or that fits best. */
export function onStruct(
  profile: AccessProfile,
  struct: StructDesc,
  chosen: LineRow | null,
  place: {
    /** The report's name. */
    readonly name: string;
    readonly base: number | null;
    readonly at: number | null;
    /** Where the types that the line's functions are handed put it. */
    readonly handed: Handed | null;
    /** Whether the struct is of the file that the report was recorded on. */
    readonly origin: Origin;
  },
): { readonly attribution: Attribution; readonly notes: readonly Message[] } {
  const ordered = orderedFrom(struct);
  const bound = (
    target: string,
    offsetBytes: number,
    wanted: Iterable<string>,
    doubt: BindingDoubt | null = null,
  ) => {
    const { name } = place;
    const extract = sliceProfile(profile, { name, measuredOn: [], wanted: new Set(wanted) });
    const binding = { profile: name, target, offsetBytes };
    return attribute(ordered, extract, [doubt === null ? binding : { ...binding, doubt }]);
  };
  const type = profile.types.find(({ name }) => name.replace(/^\w+ /, '') === struct.name);
  const rows = lineRows(profile);
  const row = chosen ?? rows[0];
  if (chosen === null && type) return { attribution: bound(type.name, 0, [type.name]), notes: [] };
  if (!row) throw new Failure(inputMessage('no-type-profile', struct.name));

  const { lineBytes } = profile;
  const { base } = place;
  if (place.at !== null) mustHoldBytes(ordered, place.at, lineBytes);
  const isWanted = isAtBase(base, profile);
  const stated = statedObject(profile);
  const statedAt =
    stated?.key === struct.key && base === null
      ? statedByte(stated, row.line.address, lineBytes)
      : null;
  const isOtherLayout = stated?.name === struct.name && stated.key !== struct.key;
  const knownOffset = place.at ?? statedAt ?? place.handed?.offsetBytes ?? null;
  const fits =
    knownOffset === null ? bestOffsets(struct, row.line, lineBytes, isWanted) : [knownOffset];
  const [offset, ...others] = fits;
  if (offset === undefined) {
    throw new Failure(inputMessage('base-forbidden', struct.name, base ?? 0));
  }
  const impossible = impossibleAt(ordered, row.line, offset, lineBytes);
  const { at, handed } = place;
  const isStatedOffset = at !== null || statedAt !== null;
  const notes = [
    ...(isOtherLayout ? [noteMessage('other-layout', struct.name, stated.sizeBytes)] : []),
    ...(isStatedOffset
      ? []
      : [
          handed === null
            ? noteMessage('byte-by-offsets', offset, struct.name, alsoText(others))
            : noteMessage(
                'byte-by-functions',
                offset,
                struct.name,
                handed.isTouched ? 'touch' : 'take as arguments',
                oneOfText(handed.others),
              ),
        ]),
    ...(impossible?.kind === 'misaligned'
      ? [noteMessage('misaligned', struct.name, impossible.alignBytes)]
      : []),
  ];
  const all = rows.map(({ line }) => line.id);
  const grade = isStatedOffset ? 'strong' : (place.handed?.grade ?? 'weak');
  // The same layout, whichever build has it.
  const origin = isOtherLayout ? 'other' : statedAt !== null ? 'same' : place.origin;
  const doubt = doubtOf({ grade, origin });
  const attribution = bound(row.line.id, offset, all, doubt);
  const layout = computeLayout(ordered);
  const misbound = otherStruct(attribution, lockObjects(ordered.desc, layout), layout);
  if (misbound !== null) notes.push(unpredictableMessage(misbound));
  return { attribution, notes };
}

/** Where the types that the line's functions are handed, or touch, put a line. */
interface Handed {
  readonly offsetBytes: number;
  /** Places that fit as well. */
  readonly others: number;
  readonly grade: Grade;
  /** The code of its functions says so, more than what they are handed. */
  readonly isTouched: boolean;
}

/** The best place by all that the page's ranking knows; null where nothing but offsets speaks for any place. */
export function handedPlace(
  { search, origin }: LineCandidates,
  struct: StructDesc,
  isWanted: (offsetBytes: number) => boolean,
): Handed | null {
  const { evidence, isPart, ranking } = search;
  const known = { struct: orderedFrom(struct), name: struct.name, source: null };
  const [best] = rankPlaces(evidence, known, isPart, origin, isWanted);
  if (!best?.fit.possible) return null;
  const { code, heldShare, ownShare } = best.fit;
  if (heldShare + ownShare + code.explainedShare <= 0) return null;
  const { fit, otherPlaces, grade } = regraded(best, ranking.candidates);
  const isTouched = code.explainedShare > heldShare + ownShare;
  return { offsetBytes: fit.offsetBytes, others: otherPlaces, grade, isTouched };
}

/** Whether objects begin so many bytes into the line where the line's first byte is this one of theirs. */
export function isAtBase(
  base: number | null,
  { lineBytes }: AccessProfile,
): (offsetBytes: number) => boolean {
  return (offset) => base === null || modulo(-offset - base, lineBytes) === 0;
}

function oneOfText(others: number): string {
  return others === 0 ? '' : `; it is one of ${others + 1} places that fit equally well`;
}

function alsoText(others: readonly number[]): string {
  if (others.length === 0) return '';
  const some = others.slice(0, 6).join(', ');
  return others.length > 6
    ? `; ${others.length} other places fit as well (${some}, …)`
    : `; it fits as well at ${some}`;
}

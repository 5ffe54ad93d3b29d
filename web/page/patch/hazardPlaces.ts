import type { InView, ShownLayout } from '../state/inView';
import type { HazardScan } from '../state/state';
import type { SourceTree } from '../source/tree';
import { derived } from '../../core/base/derived';
import { grouped, plural } from '../../core/base/prose';
import type { LayoutDocument } from '../../core/edit/document';
import type { MemberPath } from '../../core/layout/ids';
import {
  type Hazards,
  type PlacedHazard,
  classOf,
  heldBy,
  orderChange,
  pinnedBy,
} from '../../core/patch/hazards/places';
import {
  CLASS_WORDS,
  NOT_LOOKED_FOR,
  elsewhereLines,
  followLines,
  hazardReport,
  hazardWords,
  lookedForWords,
} from '../../core/patch/hazards/report';

/** The places of a source tree that depend on the order of the members. */
export interface HazardPlaces {
  /** How many break with what changes. */
  readonly broken: number;
  readonly found: number;
  /** What breaks first, by class; as many places as have room. */
  readonly groups: readonly PlaceGroup[];
  readonly more: number;
  /** What is only counted: places that follow by themselves, and those of other architectures. */
  readonly counted: readonly string[];
  /** The names that were looked for, in how many files. */
  readonly lookedFor: string | null;
  /** What was not looked at, as sentences. */
  readonly left: readonly string[];
  /** Members that are pinned for these places. */
  readonly held: readonly MemberPath[];
  /** Those that have to stay too, and are not pinned. */
  readonly toHold: readonly MemberPath[];
}

/** Places of one class. */
export interface PlaceGroup {
  readonly title: string;
  readonly isTouched: boolean;
  readonly places: readonly ListedPlace[];
}

export interface ListedPlace {
  readonly key: string;
  /** `fs/file_table.c:120`. */
  readonly where: string;
  /** What depends on the order; names stand in backquotes. */
  readonly says: string;
  /** The source itself. */
  readonly text: string;
}

const MOST = 200;
const NONE: Hazards = {
  places: [],
  open: [],
  left: [],
  lookedFor: { names: [], files: 0 },
};

/** @param found so far; undefined until there is anything */
export function hazardPlaces(
  { document, edited, original }: InView,
  found: Hazards = NONE,
): HazardPlaces {
  return placesOf(found, document, edited, original);
}

/** Kept: which members have to stay is found by trying, and a selection changes none of it. */
const placesOf = derived(
  (
    found: Hazards,
    document: LayoutDocument,
    edited: ShownLayout,
    original: ShownLayout,
  ): HazardPlaces => {
    const report = hazardReport(found, orderChange(document, edited.applied));
    const { broken, elsewhere, follow, open, others, left } = report;
    const touched = (title: string, places: readonly ListedPlace[]) => {
      return { title, isTouched: true, places };
    };
    const of = (wanted: 'build' | 'silent') =>
      touched(
        CLASS_WORDS[wanted],
        broken.filter((place) => classOf(place) === wanted).map((place) => listed(place, null)),
      );
    const all: readonly PlaceGroup[] = [
      of('build'),
      of('silent'),
      touched(
        'May break:',
        open.map((place) => listed(place, POSITION_UNKNOWN)),
      ),
      {
        title: 'Not affected by these edits:',
        isTouched: false,
        places: others.map((place) => listed(place, null)),
      },
    ];
    const count = all.reduce((sum, { places }) => sum + places.length, 0);
    const { struct } = original.applied;
    const { pins } = edited.applied.state;
    const known = [...broken, ...elsewhere, ...others];
    const holds = new Set(known.flatMap((place) => pinnedBy(place, struct)));
    return {
      broken: broken.length + elsewhere.length,
      found: found.places.length,
      groups: firstOf(all, MOST),
      more: Math.max(0, count - MOST),
      counted: [...elsewhereLines(elsewhere), ...followLines(follow)],
      lookedFor: found.lookedFor.names.length === 0 ? null : lookedForWords(found.lookedFor),
      left,
      held: pins.filter((member) => holds.has(member)),
      toHold: count === 0 ? [] : heldBy({ ...document, pins }, struct, known),
    };
  },
);

/** As many places as have room, those of the first groups first. */
function firstOf(groups: readonly PlaceGroup[], most: number): readonly PlaceGroup[] {
  let room = most;
  return groups.flatMap((group) => {
    const places = group.places.slice(0, room);
    room -= places.length;
    return places.length === 0 ? [] : [{ ...group, places }];
  });
}

const POSITION_UNKNOWN =
  'a macro that the tree does not define decides whether values are given by position';

function listed(place: PlacedHazard, says: string | null): ListedPlace {
  const { path, line, kind, text } = place;
  const where = `${path}:${line}`;
  return { key: `${where} ${kind}`, where, says: says ?? hazardWords(place), text };
}

/** A browser opens the files of a folder one by one, some 2,000 a second at best. */
const MANY_FILES = 4_000;
const OFFER = 'A browser opens each file of a folder by itself; the .tar of it is read in seconds.';

/** How far the tree was looked through, and what came of it. */
export function scanWords(
  scan: Exclude<HazardScan, { readonly kind: 'failed' }>,
  { found, broken }: HazardPlaces,
  { kind, name: treeName }: Pick<SourceTree, 'kind' | 'name'>,
): string {
  const soFar = scan.kind === 'running' ? ' so far' : scan.stopped ? ', then cancelled' : '';
  const touched =
    broken > 0 ? `; ${broken} ${broken === 1 ? 'breaks' : 'break'} with what changes` : '';
  const sentence = `${plural(found, 'place')} in ${grouped(scan.files)} files of ${treeName}${soFar}${touched}.`;
  const isLong = scan.kind === 'running' && kind === 'folder' && scan.files > MANY_FILES;
  return isLong ? `${sentence} ${OFFER}` : sentence;
}

/** What is said where no tree is loaded; null while nothing is changed that a place could depend on. */
export function withoutTree({ document }: InView): string | null {
  return document.edits.length === 0 ? null : NOT_LOOKED_FOR;
}

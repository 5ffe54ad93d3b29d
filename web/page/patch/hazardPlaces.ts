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
  heldBy,
  orderChange,
  pinnedBy,
} from '../../core/patch/hazards/places';
import { NOT_LOOKED_FOR, hazardReport, hazardWords } from '../../core/patch/hazards/report';

/** The places of a source tree that depend on the order of the members. */
export interface HazardPlaces {
  /** How many depend on what changes. */
  readonly affected: number;
  readonly found: number;
  /** Those that the edits touch first, as many as have room. */
  readonly places: readonly ListedPlace[];
  readonly more: number;
  /** What was not looked at, as sentences. */
  readonly left: readonly string[];
  /** Members that are pinned for these places. */
  readonly held: readonly MemberPath[];
  /** Those that have to stay too, and are not pinned. */
  readonly toHold: readonly MemberPath[];
}

export interface ListedPlace {
  readonly key: string;
  /** `fs/file_table.c:120`. */
  readonly where: string;
  /** What depends on the order; names stand in backquotes. */
  readonly says: string;
  /** The source itself. */
  readonly text: string;
  readonly isTouched: boolean;
}

const MOST = 200;
const NONE: Hazards = { places: [], open: [], left: [] };

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
    const { affected, open, others, left } = report;
    const places = [
      ...affected.map((place) => listed(place, hazardWords(place), true)),
      ...open.map((place) => listed(place, POSITION_UNKNOWN, true)),
      ...others.map((place) => listed(place, hazardWords(place), false)),
    ];
    const { struct } = original.applied;
    const { pins } = edited.applied.state;
    const known = [...affected, ...others];
    const holds = new Set(known.flatMap((place) => pinnedBy(place, struct)));
    return {
      affected: affected.length,
      found: found.places.length,
      places: places.slice(0, MOST),
      more: Math.max(0, places.length - MOST),
      left,
      held: pins.filter((member) => holds.has(member)),
      toHold: places.length === 0 ? [] : heldBy({ ...document, pins }, struct, known),
    };
  },
);

const POSITION_UNKNOWN =
  'a macro that the tree does not define decides whether values are given by position';

function listed(
  { path, line, kind, text }: PlacedHazard,
  says: string,
  isTouched: boolean,
): ListedPlace {
  return { key: `${path}:${line} ${kind}`, where: `${path}:${line}`, says, text, isTouched };
}

/** A browser opens the files of a folder one by one, some 2,000 a second at best. */
const MANY_FILES = 4_000;
const OFFER = 'A browser opens each file of a folder by itself; the .tar of it is read in seconds.';

/** How far the tree was looked through, and what came of it. */
export function scanWords(
  scan: Exclude<HazardScan, { readonly kind: 'failed' }>,
  { found, affected }: HazardPlaces,
  { kind, name: treeName }: Pick<SourceTree, 'kind' | 'name'>,
): string {
  const soFar = scan.kind === 'running' ? ' so far' : scan.stopped ? ', then cancelled' : '';
  const touched =
    affected > 0 ? `; ${affected} ${affected === 1 ? 'depends' : 'depend'} on what changes` : '';
  const said = `${plural(found, 'place')} in ${grouped(scan.files)} files of ${treeName}${soFar}${touched}.`;
  const isLong = scan.kind === 'running' && kind === 'folder' && scan.files > MANY_FILES;
  return isLong ? `${said} ${OFFER}` : said;
}

/** What is said where no tree is loaded; null while nothing is changed that a place could depend on. */
export function withoutTree({ document }: InView): string | null {
  return document.edits.length === 0 ? null : NOT_LOOKED_FOR;
}

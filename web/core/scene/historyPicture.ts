import {
  hasMoved,
  type HistoryMember,
  type MemberSpan,
  type StructHistory,
} from '../compare/structHistory';
import { plural } from '../base/prose';
import type { Picture, PictureShape, RectRole, TextRole } from './picture';
import { elide } from './textFit';

const COLUMN_PX = 230;
const GAP_PX = 70;
/** What stands above it needs as much. */
const LEAST_PX = 760;
const HEAD_PX = 44;
const ROW_PX = 17;
const LINE_HEAD_PX = 18;
const LINE_GAP_PX = 8;
const INSET_PX = 8;
const OFFSET_PX = 46;
/** Beside a member that begins on another line than before. */
const BAR_PX = 4;
const NAME_FONT_PX = 12;
const DETAIL_FONT_PX = 11;

/** Where a member's row is drawn in the column of a release. */
interface DrawnRow {
  readonly member: HistoryMember;
  readonly place: MemberSpan;
  readonly yPx: number;
}

/**
 * A struct over several releases: one column each, its members by cache line in their order, and a line from each
 * member to its place in the next release. One that begins on another line than before has a bar; names that the
 * release before has not are in the colour of changes.
 */
export function historyPicture({ releases, members }: StructHistory): Picture {
  const shapes: PictureShape[] = [];
  const columns = releases.map((release, at) => {
    const xPx = at * (COLUMN_PX + GAP_PX);
    const { figures } = release;
    const about =
      figures === null
        ? 'no such struct'
        : `${plural(figures.sizeBytes, 'byte')}, ${plural(figures.lines, 'line')}, ${plural(figures.holes, 'hole')}`;
    shapes.push(
      text(elide(release.name, NAME_FONT_PX, COLUMN_PX, 1) ?? release.name, xPx, 14, 'line'),
      text(about, xPx, 30, 'detail'),
    );
    return column(members, at, xPx, shapes);
  });
  columns.forEach((rows, at) => {
    for (const { member, place, yPx } of rows.values()) {
      const next = columns[at + 1]?.get(member);
      if (!next) continue;
      const fromPx = at * (COLUMN_PX + GAP_PX) + COLUMN_PX;
      const [y1, y2] = [yPx + ROW_PX / 2, next.yPx + ROW_PX / 2];
      if (place.line === next.place.line && y1 === y2 && !hasMoved(place, next.place)) continue;
      shapes.push({
        kind: 'line',
        role: 'leader',
        points: [fromPx, y1, fromPx + 10, y1, fromPx + GAP_PX - 10, y2, fromPx + GAP_PX, y2],
      });
    }
  });
  const bottom = columns.map((rows) => Math.max(0, ...[...rows.values()].map(({ yPx }) => yPx)));
  return {
    widthPx: Math.max(LEAST_PX, releases.length * (COLUMN_PX + GAP_PX) - GAP_PX),
    heightPx: Math.max(HEAD_PX, ...bottom) + ROW_PX + LINE_GAP_PX + 4,
    shapes,
  };
}

/** Draws the members of one release; where each of them went. */
function column(
  members: readonly HistoryMember[],
  at: number,
  xPx: number,
  shapes: PictureShape[],
): ReadonlyMap<HistoryMember, DrawnRow> {
  const held = members
    .flatMap((member) => {
      const place = member.places[at] ?? null;
      return place === null ? [] : [{ member, place }];
    })
    .sort((a, b) => a.place.offsetBits - b.place.offsetBits);
  const rows = new Map<HistoryMember, DrawnRow>();
  let yPx = HEAD_PX;
  for (const line of new Set(held.map(({ place }) => place.line))) {
    const onLine = held.filter(({ place }) => place.line === line);
    const heightPx = LINE_HEAD_PX + onLine.length * ROW_PX + 4;
    shapes.push(
      rect('frame', xPx, yPx, COLUMN_PX, heightPx),
      text(`line ${line}`, xPx + INSET_PX, yPx + 13, 'offset'),
    );
    onLine.forEach(({ member, place }, index) => {
      const rowPx = yPx + LINE_HEAD_PX + index * ROW_PX;
      const earlier = member.places.slice(0, at);
      const before = earlier.at(-1) ?? null;
      const isNew = at > 0 && before === null;
      const namePx = COLUMN_PX - OFFSET_PX - 2 * INSET_PX;
      const name = elide(member.path, NAME_FONT_PX, namePx, 1) ?? '…';
      if (before !== null && before.line !== place.line) {
        shapes.push(rect('moved', xPx, rowPx + 2, BAR_PX, ROW_PX - 4));
      }
      shapes.push(
        text(byteText(place), xPx + INSET_PX, rowPx + 13, 'detail'),
        text(name, xPx + INSET_PX + OFFSET_PX, rowPx + 13, isNew ? 'changed' : 'name'),
      );
      rows.set(member, { member, place, yPx: rowPx });
    });
    yPx += heightPx + LINE_GAP_PX;
  }
  return rows;
}

/** `16`, and `16.3` for a bit-field that begins within the byte. */
export function byteText({ offsetBits }: MemberSpan): string {
  const bits = offsetBits % 8;
  return `${Math.floor(offsetBits / 8)}${bits === 0 ? '' : `.${bits}`}`;
}

function rect(role: RectRole, xPx: number, yPx: number, widthPx: number, heightPx: number) {
  return { kind: 'rect', role, xPx, yPx, widthPx, heightPx } as const;
}

function text(words: string, xPx: number, yPx: number, role: TextRole) {
  const isName = role === 'name' || role === 'changed';
  return {
    kind: 'text',
    role,
    isName,
    text: words,
    xPx,
    yPx,
    fontPx: isName || role === 'line' ? NAME_FONT_PX : DETAIL_FONT_PX,
    vertical: false,
  } as const;
}

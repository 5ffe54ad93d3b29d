import { hasMoved, type MemberSpan, type StructHistory } from '../../compare/structHistory';
import type { Figures } from '../../figures/figures';
import { plural } from '../../base/prose';
import { byteText, historyPicture } from '../../scene/historyPicture';
import type { Theme } from '../../base/colours';
import { svgOfPicture } from '../svg';

/** A column for each release. A member's cell is its byte and, after a colon, its line; `*` where either is another than before. */
export function historyText({ releases, members }: StructHistory, struct: string): string {
  const figure = (name: string, of: (figures: Figures) => string | number) => [
    name,
    ...releases.map(({ figures }) => (figures === null ? '-' : String(of(figures)))),
  ];
  const rows = [
    [struct, ...releases.map(({ name }) => name)],
    figure('size', ({ sizeBytes }) => sizeBytes),
    figure('lines', ({ lines }) => lines),
    figure('holes', ({ holes }) => holes),
    figure('bytes in holes', ({ holeBytes }) => holeBytes),
    figure('padding', ({ paddingBytes }) => paddingBytes),
    [],
    ...members.map(({ path, places }) => [
      path,
      ...places.map((place, at) => placeText(place, places.slice(0, at))),
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function placeText(place: MemberSpan | null, earlier: readonly (MemberSpan | null)[]): string {
  if (place === null) return '-';
  const before = earlier.findLast((each) => each !== null);
  const moved = hasMoved(before ?? null, place);
  return `${moved ? '*' : ''}${byteText(place)}:${place.line}`;
}

/** The same as a picture. */
export function historySvg(history: StructHistory, struct: string, theme: Theme): string {
  return svgOfPicture(historyPicture(history), {
    title: struct,
    subtitle: subtitleOf(history),
    theme,
  });
}

/** What the marks of the picture mean. */
export function subtitleOf({ releases }: StructHistory): string {
  return `over ${plural(releases.length, 'file')}; bar: begins on a different cache line than before; coloured name: not in the file before`;
}

import { grouped, plural } from '../base/prose';
import type { LineTraffic, Traffic } from './fill/lineTraffic';
import { heatScale, heatStep } from './heat';
import type { Picture, PictureShape, RectRole, TextRole } from './picture';
import { elide } from './textFit';

const WIDTH_PX = 980;
const SIDE_PX = 330;
const FIELD_LEFT_PX = 390;
const FIELD_PX = 200;
const HEAD_PX = 24;
const ROW_PX = 40;
/** For what is said of cut rows. */
const CUT_PX = 20;
const ROW_GAP_PX = 8;
const FIELD_HEIGHT_PX = 44;
const INSET_PX = 10;
const NAME_PX = 13;
const DETAIL_PX = 11;
const LEAST_FLOW_PX = 1.5;
const MOST_FLOW_PX = 14;
/** More functions on a side than this are a wall; the rest is one row. */
const MOST_ROWS = 10;

/**
 * A line as a picture for a slide: who stores to it on the left, its touched fields in their order, and on the
 * right whose loads find it modified on another core. Arrows are as wide as their share of the line.
 *
 * @param snoopName what the right side counts: `HITM`, or `peer snoops` of an Arm report
 */
export function linePicture(traffic: LineTraffic, snoopName: string): Picture {
  const { fields, isPercent, cut } = traffic;
  // Remote and local HITM of shares have no sum: who suffers is drawn, and how much is not said.
  const amount = (count: number, unit: string) =>
    !isPercent
      ? `${grouped(count)} ${unit}`
      : unit === 'stores'
        ? `${count.toFixed(2)} % of the line’s stores`
        : unit;
  const [writers, restOfWriters] = split(traffic.writers);
  const [sufferers, restOfSufferers] = split(traffic.sufferers);
  const sideRows = Math.max(
    writers.length + (restOfWriters === null ? 0 : 1),
    sufferers.length + (restOfSufferers === null ? 0 : 1),
    1,
  );
  const bodyPx =
    HEAD_PX +
    Math.max(sideRows * (ROW_PX + ROW_GAP_PX), fields.length * (FIELD_HEIGHT_PX + ROW_GAP_PX));
  const fieldTop = (at: number) =>
    HEAD_PX +
    (bodyPx - HEAD_PX - fields.length * (FIELD_HEIGHT_PX + ROW_GAP_PX)) / 2 +
    at * (FIELD_HEIGHT_PX + ROW_GAP_PX);
  const fieldMiddle = (path: string) =>
    fieldTop(fields.findIndex((field) => field.path === path)) + FIELD_HEIGHT_PX / 2;
  const rowTop = (at: number) => HEAD_PX + at * (ROW_PX + ROW_GAP_PX);
  const most = (rows: readonly Traffic[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const shapes: PictureShape[] = [
    text('stored by', 0, 14, 'line'),
    text(`line ${traffic.line}`, FIELD_LEFT_PX, 14, 'line'),
    text(`found modified by (${snoopName})`, WIDTH_PX - SIDE_PX, 14, 'line'),
  ];
  for (const [side, rows, rest, unit] of [
    ['left', writers, restOfWriters, 'stores'],
    ['right', sufferers, restOfSufferers, snoopName],
  ] as const) {
    const all = most(side === 'left' ? traffic.writers : traffic.sufferers);
    const xPx = side === 'left' ? 0 : WIDTH_PX - SIDE_PX;
    rows.forEach((row, at) => {
      const middle = rowTop(at) + ROW_PX / 2;
      const flowPx = Math.max(LEAST_FLOW_PX, (MOST_FLOW_PX * row.count) / Math.max(1, all));
      shapes.push(
        side === 'left'
          ? {
              kind: 'flow',
              role: 'stores',
              path: flowPath([SIDE_PX, middle], [FIELD_LEFT_PX, fieldMiddle(row.path)]),
              widthPx: flowPx,
            }
          : {
              kind: 'flow',
              role: 'snoops',
              path: flowPath([FIELD_LEFT_PX + FIELD_PX, fieldMiddle(row.path)], [xPx, middle]),
              widthPx: flowPx,
            },
        rect('cell', xPx, rowTop(at), SIDE_PX, ROW_PX),
        text(fit(row.symbol ?? 'unknown code', SIDE_PX), xPx + INSET_PX, rowTop(at) + 17, 'name'),
        text(`${amount(row.count, unit)}${placeWords(row)}`, xPx + INSET_PX, rowTop(at) + 33),
      );
    });
    if (rest !== null) {
      const words = `${plural(rest.functions, 'more function')}, ${amount(rest.count, unit)}`;
      shapes.push(text(words, xPx + INSET_PX, rowTop(rows.length) + 17));
    }
    if (rows.length === 0) {
      shapes.push(text('nobody, as far as the report shows', xPx + INSET_PX, rowTop(0) + 17));
    }
  }
  const scale = heatScale(Math.max(0, ...fields.map(({ snoops }) => snoops)));
  fields.forEach(({ path, stores, snoops }, at) => {
    const step = heatStep(snoops, scale);
    const role = step === null ? 'cell' : (`heat-${step}` as const);
    const ink: TextRole = step === null ? 'name' : `heat-${step}`;
    const top = fieldTop(at);
    shapes.push(
      rect(role, FIELD_LEFT_PX, top, FIELD_PX, FIELD_HEIGHT_PX),
      text(fit(path, FIELD_PX), FIELD_LEFT_PX + INSET_PX, top + 18, ink, true),
      text(
        [stores > 0 ? amount(stores, 'stores') : '', snoops > 0 ? amount(snoops, snoopName) : '']
          .filter(Boolean)
          .join(' · '),
        FIELD_LEFT_PX + INSET_PX,
        top + 35,
        step === null ? 'detail' : ink,
      ),
    );
  });
  const missing = [
    cut.stores >= 1 ? amount(cut.stores, 'stores') : '',
    cut.snoops >= 1 ? amount(cut.snoops, snoopName) : '',
  ].filter(Boolean);
  if (missing.length > 0) {
    const words = `Rows were cut from the report: ${missing.join(' and ')} of the lines that are bound are in none of these.`;
    shapes.push(text(words, 0, bodyPx + CUT_PX - 4));
  }
  const heightPx = bodyPx + (missing.length > 0 ? CUT_PX : 0);
  return { widthPx: WIDTH_PX, heightPx, shapes };
}

function split(
  rows: readonly Traffic[],
): readonly [readonly Traffic[], { readonly functions: number; readonly count: number } | null] {
  if (rows.length <= MOST_ROWS) return [rows, null];
  const rest = rows.slice(MOST_ROWS - 1);
  return [
    rows.slice(0, MOST_ROWS - 1),
    { functions: rest.length, count: rest.reduce((sum, { count }) => sum + count, 0) },
  ];
}

function placeWords({ cpuCount, nodes }: Traffic): string {
  const cpus = cpuCount === null ? '' : ` · ${plural(cpuCount, 'CPU')}`;
  return nodes.length === 0
    ? cpus
    : `${cpus} · node${nodes.length === 1 ? '' : 's'} ${nodes.join(', ')}`;
}

function fit(words: string, widthPx: number): string {
  return elide(words, NAME_PX, widthPx - 2 * INSET_PX, 1) ?? words;
}

function rect(role: RectRole, xPx: number, yPx: number, widthPx: number, heightPx: number) {
  return { kind: 'rect', role, xPx, yPx, widthPx, heightPx } as const;
}

function text(
  words: string,
  xPx: number,
  yPx: number,
  role: TextRole = 'detail',
  isName = role === 'name',
) {
  return {
    kind: 'text',
    role,
    isName,
    text: words,
    xPx,
    yPx,
    fontPx: isName || role === 'line' ? NAME_PX : DETAIL_PX,
    vertical: false,
  } as const;
}

type Point = readonly [xPx: number, yPx: number];

function flowPath(from: Point, to: Point): string {
  const middle = (from[0] + to[0]) / 2;
  return `M${from[0]} ${from[1]}C${middle} ${from[1]} ${middle} ${to[1]} ${to[0]} ${to[1]}`;
}

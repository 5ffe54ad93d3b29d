import { grouped, plural } from '../base/prose';
import { lastName, type Actor, type Cpus, type LineTraffic } from '../heat/lineTraffic';
import { shortSymbol } from '../heat/shortSymbol';
import { heatScale, heatStep } from './heat';
import { CELL_GAP_PX, horizontalMetrics } from './metrics';
import type { Picture, PictureShape, RectRole, TextRole } from './picture';
import { elide, textWidthPx } from './textFit';

const NAME_PX = 12;
const DETAIL_PX = 11;
/** Three lines of text: a function, its count, its CPUs. */
const LABEL_PX = 46;
const LABEL_GAP_PX = 14;
/** Narrower labels say nothing. */
const LEAST_LABEL_PX = 108;
const MOST_LABELS = 8;
/** Of a function's name. */
const MOST_LETTERS = 40;
const BAND_PX = 48;
const CELL_PX = 40;
const HEAD_PX = 16;
/** Room for `modified` beside the labels. */
const GUTTER_PX = 64;
const HEAD_LEFT_PX = 6;
const TICKS_PX = 13;
/** As wide as all of one side together, where its functions stand. */
const WHOLE_FLOW_PX = 72;
const LEAST_FLOW_PX = 1.5;

/**
 * A cache line as its bytes, on the columns of the grid: above it who stores to which of them, below it whose loads find
 * them modified, with bands as wide as their share of what that side has.
 *
 * @param around `verdict` stands below it on a slide; under the grid its ruler is this one's
 */
export function linePicture(
  traffic: LineTraffic,
  widthPx: number,
  { verdict = '', isUnderGrid = false }: { verdict?: string; isUnderGrid?: boolean } = {},
): Picture {
  const { spots, lineBytes, isPercent, snoop } = traffic;
  const columns = columnsOf(widthPx, lineBytes);
  const { originXPx, bytePx } = columns;
  const x = (byte: number) => originXPx + byte * bytePx;
  const boxes = spots.map(({ fromByte, toByte }, at) => {
    // What begins inside of it ends what an offset of a report may reach to.
    const next = spots.slice(at + 1).find((other) => other.fromByte > fromByte);
    const end = Math.min(toByte, next?.fromByte ?? lineBytes);
    return { xPx: x(fromByte), widthPx: Math.max(2, (end - fromByte) * bytePx - CELL_GAP_PX) };
  });
  const amount = (count: number, unit: string) =>
    !isPercent
      ? unit === 'stores'
        ? plural(count, 'store')
        : `${grouped(count)} ${unit}`
      : unit === 'stores'
        ? `${count.toFixed(2)} % of the stores`
        : unit;
  const isGutter = originXPx >= GUTTER_PX;
  const headPx = isGutter ? 0 : HEAD_PX;
  const labelsTop = headPx;
  const ticksPx = isUnderGrid && isGutter ? 0 : TICKS_PX;
  const cellsTop = labelsTop + LABEL_PX + BAND_PX + ticksPx;
  const readersTop = cellsTop + CELL_PX + BAND_PX;
  // Beside the labels where there is a gutter, else above and below them.
  const heading = (words: string, topPx: number) =>
    (isGutter ? words.split(' ') : [words]).map((word, at) =>
      text(word, isGutter ? HEAD_LEFT_PX : originXPx, topPx + 11 + at * 14, 'line'),
    );
  const nodes = nodesOfAll(traffic);
  const cpus = cpusOfAll(traffic);
  const ofAll = [nodes, cpus].filter(Boolean);
  const shapes: PictureShape[] = [
    ...heading(isGutter ? 'stored by' : ['stored by', ...ofAll].join(' · '), 0),
    ...(isGutter ? ofAll.map((words, at) => text(words, HEAD_LEFT_PX, 11 + (2 + at) * 14)) : []),
    ...heading('found modified by', readersTop + (isGutter ? 3 : LABEL_PX + 3)),
    rect('box', originXPx - 2, cellsTop - 2, lineBytes * bytePx + 2, CELL_PX + 4),
  ];
  for (let byte = 0; byte < lineBytes && ticksPx > 0; byte += columns.tickBytes) {
    shapes.push(text(`${byte}`, x(byte), cellsTop - 5, 'offset'));
  }
  const sides = [
    { role: 'stores', rows: traffic.writers, unit: 'stores', labels: labelsTop },
    { role: 'snoops', rows: traffic.readers, unit: snoop, labels: readersTop },
  ] as const;
  for (const { role, rows, unit, labels } of sides) {
    const isAbove = role === 'stores';
    const detailsOf = (row: Actor) => [
      amount(row.count, unit),
      whereWords(row, { nodes: nodes !== '', cpus: cpus !== '' }),
    ];
    const placed = placeLabels(rows, boxes, originXPx, lineBytes * bytePx, detailsOf);
    const all = rows.reduce((sum, { count }) => sum + count, 0);
    const [near, far] = isAbove
      ? [labels + LABEL_PX, cellsTop - ticksPx]
      : [labels, cellsTop + CELL_PX + 2];
    const taken = boxes.map(() => 0);
    const onSpot = spots.map(({ stores, snoops }) => (isAbove ? stores : snoops));
    for (const { row, xPx, widthPx: roomPx } of placed.labels) {
      let from = xPx;
      for (const { spot, count } of row.parts.toSorted((a, b) => a.spot - b.spot)) {
        const box = boxes[spot];
        if (box === undefined) continue;
        const share = count / Math.max(count, onSpot[spot] ?? 0);
        const wide = Math.max(LEAST_FLOW_PX, (WHOLE_FLOW_PX * count) / Math.max(1, all));
        const toPx = box.xPx + (taken[spot] ?? 0);
        const end = Math.min(wide, Math.max(LEAST_FLOW_PX, box.widthPx * share));
        taken[spot] = (taken[spot] ?? 0) + end;
        shapes.push({ kind: 'flow', role, path: bandPath([from, near, wide], [toPx, far, end]) });
        from += wide;
      }
      const lines = [shortSymbol(row.name, MOST_LETTERS), ...detailsOf(row)];
      lines.forEach((words, at) => {
        const fontPx = at === 0 ? NAME_PX : DETAIL_PX;
        const shown = elide(words, fontPx, roomPx, 1) ?? '';
        const top = labels + (isAbove ? 0 : 3) + 11 + at * 14;
        shapes.push(text(shown, xPx, top, at === 0 ? 'name' : 'detail'));
      });
    }
    if (placed.rest !== null) {
      const { xPx, widthPx: roomPx, functions, count } = placed.rest;
      const lines = [`${functions} more`, isPercent ? '' : amount(count, unit)];
      lines.forEach((words, at) => {
        shapes.push(text(elide(words, DETAIL_PX, roomPx, 1) ?? '', xPx, labels + 14 + at * 14));
      });
    }
    if (rows.length === 0) shapes.push(text('no row', originXPx, labels + 14));
  }
  const scale = heatScale(Math.max(0, ...spots.map(({ snoops }) => snoops)));
  spots.forEach(({ name, stores, snoops }, at) => {
    const box = boxes[at];
    if (box === undefined) return;
    const step = heatStep(snoops, scale);
    const role = step === null ? 'cell' : (`heat-${step}` as const);
    shapes.push(rect(role, box.xPx, cellsTop, box.widthPx, CELL_PX));
    if (stores > 0) shapes.push(rect('stored', box.xPx, cellsTop + CELL_PX - 3, box.widthPx, 3));
    const roomPx = box.widthPx - 6;
    const fits = textWidthPx(name, NAME_PX) <= roomPx;
    const shown = fits ? name : elide(lastName(name), NAME_PX, roomPx, 2);
    if (shown === null) return;
    shapes.push(
      text(shown, box.xPx + 3, cellsTop + 23, step === null ? 'name' : `heat-${step}`, true),
    );
  });
  const heightPx = readersTop + LABEL_PX + headPx;
  const sentences = wrapped(verdict, widthPx);
  sentences.forEach((words, at) =>
    shapes.push(text(words, 0, heightPx + (at + 1) * HEAD_PX, 'name')),
  );
  return { widthPx, heightPx: heightPx + sentences.length * HEAD_PX, shapes };
}

function wrapped(sentence: string, widthPx: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of sentence.split(' ').filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    const isFull = line !== '' && textWidthPx(longer, NAME_PX) > widthPx;
    if (isFull) lines.push(line);
    line = isFull ? word : longer;
  }
  return (line === '' ? lines : [...lines, line]).map(
    (words) => elide(words, NAME_PX, widthPx, 1) ?? '',
  );
}

/** Those of the grid where it has a whole line side by side; else the whole width for all of the line. */
function columnsOf(widthPx: number, lineBytes: number) {
  const { rowBytes, bytePx, originXPx } = horizontalMetrics(widthPx, lineBytes);
  const tickBytes = Math.max(8, lineBytes / 8);
  if (rowBytes === lineBytes) return { originXPx, bytePx, tickBytes };
  return { originXPx: 2, bytePx: (widthPx - 4) / lineBytes, tickBytes: lineBytes / 4 };
}

interface Box {
  readonly xPx: number;
  readonly widthPx: number;
}

/** Labels side by side, each as near to its bytes as the others let it be. */
function placeLabels(
  rows: readonly Actor[],
  boxes: readonly Box[],
  leftPx: number,
  widthPx: number,
  detailsOf: (row: Actor) => readonly string[],
) {
  const room = Math.max(1, Math.min(MOST_LABELS, Math.floor(widthPx / LEAST_LABEL_PX)));
  const shown = rows.length > room ? rows.slice(0, Math.max(1, room - 1)) : rows;
  const left = rows.slice(shown.length);
  const slots = shown.length + (left.length > 0 ? 1 : 0);
  const each = widthPx / Math.max(1, slots) - LABEL_GAP_PX;
  const whole = shown.map((row) =>
    Math.max(
      textWidthPx(shortSymbol(row.name, MOST_LETTERS), NAME_PX),
      ...detailsOf(row).map((words) => textWidthPx(words, DETAIL_PX)),
      WHOLE_FLOW_PX,
    ),
  );
  // Short names leave room to long ones.
  const haveRoom =
    left.length === 0 && whole.reduce((sum, wide) => sum + wide + LABEL_GAP_PX, 0) <= widthPx;
  const most = haveRoom ? Infinity : each;
  const wanted = shown
    .map((row, at) => {
      const first = row.parts.map(({ spot }) => boxes[spot]?.xPx ?? leftPx);
      const middle = first.reduce((sum, xPx) => sum + xPx, 0) / Math.max(1, first.length);
      return { row, xPx: middle || leftPx, widthPx: Math.min(most, whole[at] ?? 0) };
    })
    .sort((a, b) => a.xPx - b.xPx);
  const end = leftPx + widthPx - (left.length > 0 ? each + LABEL_GAP_PX : 0);
  let edge = leftPx;
  for (const label of wanted) {
    label.xPx = Math.max(edge, label.xPx);
    edge = label.xPx + label.widthPx + LABEL_GAP_PX;
  }
  edge = end;
  for (const label of wanted.toReversed()) {
    label.xPx = Math.min(label.xPx, edge - label.widthPx);
    edge = label.xPx - LABEL_GAP_PX;
  }
  const count = left.reduce((sum, each) => sum + each.count, 0);
  return {
    labels: wanted,
    rest:
      left.length === 0
        ? null
        : { xPx: end + LABEL_GAP_PX, widthPx: each, functions: left.length, count },
  };
}

/** The nodes of all functions of a line, said once where they are the same; else none. */
function nodesOfAll({ writers, readers }: LineTraffic): string {
  const [first = '', ...others] = new Set([...writers, ...readers].map(nodeWordsOf));
  return others.length === 0 ? first : '';
}

/** The same for how many CPUs each has. One CPU each may be another for each. */
function cpusOfAll({ writers, readers }: LineTraffic): string {
  const all = [...writers, ...readers].map(({ cpus }) => cpus);
  const count = all[0]?.count ?? null;
  if (count === null || count < 2 || all.some((each) => each.count !== count)) return '';
  return cpuWords({ count, isAtLeast: all.some(({ isAtLeast }) => isAtLeast) });
}

function nodeWordsOf({ nodes }: Actor): string {
  if (nodes.length === 0) return '';
  if (nodes.length > 3) return plural(nodes.length, 'node');
  return `node${nodes.length === 1 ? '' : 's'} ${nodes.join(' ')}`;
}

/**
 * `14 CPUs, nodes 0 and 1`; the program, where the line's rows are of several.
 *
 * @param isShared what is said of all
 */
function whereWords(actor: Actor, isShared: { nodes: boolean; cpus: boolean }): string {
  const { object, cpus, parts } = actor;
  const nodeWords = isShared.nodes ? '' : nodeWordsOf(actor);
  const ownCpus = isShared.cpus ? '' : cpuWords(cpus);
  const where = parts.length === 0 ? 'offset unknown' : '';
  return [ownCpus, nodeWords, object ?? '', where].filter(Boolean).join(' · ');
}

function cpuWords({ count, isAtLeast }: Pick<Cpus, 'count' | 'isAtLeast'>): string {
  return count === null ? '' : isAtLeast ? `${grouped(count)}+ CPUs` : plural(count, 'CPU');
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
  const fontPx = role === 'line' || isName ? NAME_PX : DETAIL_PX;
  return { kind: 'text', role, isName, text: words, xPx, yPx, fontPx, vertical: false } as const;
}

type End = readonly [xPx: number, yPx: number, widthPx: number];

/** A closed band that leaves and arrives upright. */
function bandPath([x0, y0, w0]: End, [x1, y1, w1]: End): string {
  const middle = (y0 + y1) / 2;
  const [a, b, c, d] = [x0, x1, x1 + w1, x0 + w0].map((each) => Math.round(each * 10) / 10);
  return `M${a} ${y0}C${a} ${middle} ${b} ${middle} ${b} ${y1}L${c} ${y1}C${c} ${middle} ${d} ${middle} ${d} ${y0}Z`;
}

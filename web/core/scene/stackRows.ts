import type { RowDraft } from './drafts';
import {
  DETAIL_FONT_PX,
  NAME_FONT_PX,
  FRAME_PAD_PX,
  FOLD_PX,
  MARGIN_BOTTOM_PX,
  RULER_PX,
  type Density,
  type HorizontalMetrics,
} from './metrics';
import { isSameFlat, isSameText } from './sameDraft';
import type { GridScene, LineFrame, LineMark, PlacedMark, PlacedText, SceneRow } from './scene';
import { textWidthPx } from './textFit';

export interface StackedRows {
  readonly rows: readonly SceneRow[];
  readonly frames: readonly LineFrame[];
  readonly heightPx: number;
}

export interface StackOptions {
  readonly density: Density;
  readonly horizontal: HorizontalMetrics;
  readonly pair: boolean;
  readonly lineNotes: ReadonlyMap<number, string>;
  readonly lineMarks: ReadonlyMap<number, LineMark>;
  /** What a folded row leaves out, as words. */
  readonly foldWords: (row: RowDraft) => string;
  /** The picture before: what is as it was there is the same object, and whoever paints it need not look. */
  readonly before: GridScene | null;
}

/** Between two rows of one line. */
const SUBROW_GAP_PX = 4;
const PAIR_PAD_PX = 3;
const GUTTER_TEXT_X_PX = 8;

/** Puts rows under each other, lines into frames, lines of a pair into a frame of their own. */
export function stackRows(drafts: readonly RowDraft[], options: StackOptions): StackedRows {
  const { density, pair } = options;
  const rows: SceneRow[] = [];
  let yPx = RULER_PX + FRAME_PAD_PX + (pair ? PAIR_PAD_PX : 0);
  drafts.forEach((draft, index) => {
    const before = drafts[index - 1];
    const sameLine = before !== undefined && before.spec.line === draft.spec.line;
    if (before !== undefined) yPx += sameLine ? SUBROW_GAP_PX : lineGap(draft, density, pair);
    const heightPx = draft.bandPx + draft.leadersPx;
    const { kind, line, startByte, bytes } = draft.spec;
    const last = options.before?.rows[index];
    const texts = asBefore(
      last?.texts,
      kind === 'fold' ? foldTexts(draft, yPx, options) : rowTexts(draft, yPx, sameLine, options),
    );
    const { bandPx, cells } = draft;
    const found = kind === 'fold' || sameLine ? undefined : options.lineMarks.get(line);
    const mark = found === undefined ? null : markAt(found, line, yPx, last?.mark ?? null);
    rows.push({ kind, line, startByte, bytes, yPx, bandPx, heightPx, texts, mark, cells });
    yPx += heightPx;
  });
  const heightPx = yPx + FRAME_PAD_PX + (pair ? PAIR_PAD_PX : 0) + MARGIN_BOTTOM_PX;
  const frames = framesOf(rows, options);
  return { rows, frames: eachAsBefore(options.before?.frames ?? [], frames), heightPx };
}

function lineGap(draft: RowDraft, density: Density, pair: boolean): number {
  const within = pair && draft.spec.line % 2 === 1;
  return (
    (within ? density.pairGapPx : density.lineGapPx + (pair ? 2 * PAIR_PAD_PX : 0)) +
    2 * FRAME_PAD_PX
  );
}

function rowTexts(
  draft: RowDraft,
  yPx: number,
  sameLine: boolean,
  { lineNotes }: StackOptions,
): readonly PlacedText[] {
  const { line, startByte } = draft.spec;
  const offset = gutterText('offset', hex(startByte), yPx + (sameLine ? 17 : 31), DETAIL_FONT_PX);
  if (sameLine) return [offset];
  const note = lineNotes.get(line);
  const first = [gutterText('line', `line ${line}`, yPx + 17, NAME_FONT_PX), offset];
  return note === undefined
    ? first
    : [...first, gutterText('note', note, yPx + 45, DETAIL_FONT_PX)];
}

const MARK_X_PX = 63;
const MARK_STEP_PX = 14;

/** Behind the number of the line, or below where the number is long. */
function markAt(mark: LineMark, line: number, rowYPx: number, last: PlacedMark | null): PlacedMark {
  let yPx = rowYPx + (line < 100 ? 13 : 13 + MARK_STEP_PX);
  const next = (text: string | null) => {
    if (text === null) return null;
    const at = { xPx: MARK_X_PX, yPx };
    yPx += MARK_STEP_PX;
    return at;
  };
  const places = {
    findingAt: next(mark.finding),
    brokenAt: next(mark.broken),
    noteAt: next(mark.note),
  };
  return last !== null && saysTheSame(last, mark) && isSamePlaces(last, places)
    ? last
    : { ...mark, ...places };
}

function saysTheSame(a: LineMark, b: LineMark): boolean {
  return a.broken === b.broken && a.note === b.note && a.finding === b.finding;
}

type MarkPlaces = Pick<PlacedMark, 'findingAt' | 'brokenAt' | 'noteAt'>;

function isSamePlaces(a: MarkPlaces, b: MarkPlaces): boolean {
  return (
    isSameFlat(a.findingAt, b.findingAt) &&
    isSameFlat(a.brokenAt, b.brokenAt) &&
    isSameFlat(a.noteAt, b.noteAt)
  );
}

/** Frames of before in the place of those that are the same. */
function eachAsBefore(
  before: readonly LineFrame[],
  now: readonly LineFrame[],
): readonly LineFrame[] {
  return now.map((frame, at) => {
    const last = before[at];
    return last !== undefined && isSameFrame(last, frame) ? last : frame;
  });
}

function isSameFrame(a: LineFrame, b: LineFrame): boolean {
  return (
    a.key === b.key &&
    a.firstRow === b.firstRow &&
    a.xPx === b.xPx &&
    a.yPx === b.yPx &&
    a.widthPx === b.widthPx &&
    a.heightPx === b.heightPx
  );
}

/** The list of before, where each of its texts is the same. */
function asBefore(
  before: readonly PlacedText[] | undefined,
  now: readonly PlacedText[],
): readonly PlacedText[] {
  const isSame =
    before !== undefined &&
    before.length === now.length &&
    before.every((text, at) => isSameText(text, now[at]!));
  return isSame ? before : now;
}

function foldTexts(draft: RowDraft, yPx: number, options: StackOptions): readonly PlacedText[] {
  const { startByte } = draft.spec;
  const baseline = yPx + FOLD_PX / 2 + 4;
  const words = options.foldWords(draft);
  return [
    gutterText('offset', hex(startByte), baseline, DETAIL_FONT_PX),
    {
      ...gutterText('note', words, baseline, DETAIL_FONT_PX),
      xPx: options.horizontal.originXPx + 10,
    },
  ];
}

function gutterText(
  role: PlacedText['role'],
  text: string,
  yPx: number,
  fontPx: number,
): PlacedText {
  const widthPx = textWidthPx(text, fontPx);
  return { role, text, xPx: GUTTER_TEXT_X_PX, yPx, widthPx, fontPx, vertical: false };
}

function hex(byte: number): string {
  return byte < 0 ? `−0x${(-byte).toString(16)}` : `0x${byte.toString(16).padStart(2, '0')}`;
}

function framesOf(
  rows: readonly SceneRow[],
  { horizontal, pair }: StackOptions,
): readonly LineFrame[] {
  const xPx = horizontal.originXPx - FRAME_PAD_PX;
  const widthPx = horizontal.rowBytes * horizontal.bytePx + 2 * FRAME_PAD_PX;
  const lines = joined(rows, (row) => `${row.kind === 'fold' ? 'fold' : 'line'}:${row.line}`).map(
    ({ key, first, top, bottom }): LineFrame => ({
      kind: rows[first]!.kind === 'fold' ? 'fold' : 'line',
      key,
      firstRow: first,
      xPx,
      yPx: top - FRAME_PAD_PX,
      widthPx,
      heightPx: bottom - top + 2 * FRAME_PAD_PX,
    }),
  );
  if (!pair) return lines;
  const pad = FRAME_PAD_PX + PAIR_PAD_PX;
  const pairs = joined(rows, (row) => `pair:${Math.floor(row.line / 2)}`).map(
    ({ key, first, top, bottom }): LineFrame => ({
      kind: 'pair',
      key,
      firstRow: first,
      xPx: 2,
      yPx: top - pad,
      widthPx: xPx + widthPx + PAIR_PAD_PX - 2,
      heightPx: bottom - top + 2 * pad,
    }),
  );
  return [...pairs, ...lines];
}

interface Joined {
  readonly key: string;
  readonly first: number;
  readonly top: number;
  bottom: number;
}

/** Neighbouring rows with the same key. */
function joined(rows: readonly SceneRow[], keyOf: (row: SceneRow) => string): readonly Joined[] {
  const groups: Joined[] = [];
  rows.forEach((row, index) => {
    const key = keyOf(row);
    const bottom = row.yPx + row.heightPx;
    const last = groups.at(-1);
    if (last?.key === key) last.bottom = bottom;
    else groups.push({ key, first: index, top: row.yPx, bottom });
  });
  return groups;
}

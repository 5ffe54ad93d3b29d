import {
  DETAIL_FONT_PX,
  LANE_PX,
  NAME_FONT_PX,
  SMALL_NAME_FONT_PX,
  TWO_LINE_LANE_PX,
} from './metrics';
import type { PlacedText, Point, TextRole } from './scene';
import { elide, textWidthPx, wrapName } from './textFit';
import { keptWith } from '../base/derived';
import type { OrderedMember } from '../layout/order';

export interface LabelBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface LabelWords {
  readonly name: string;
  readonly type: string;
  /** Where and how large; the first that fits is shown. */
  readonly places: readonly string[];
}

export interface Label {
  readonly texts: readonly PlacedText[];
  readonly toggleAt: Point | null;
  readonly markAt: Point | null;
}

export interface LabelSigns {
  readonly toggle: boolean;
  readonly mark: boolean;
}

const SIGN_PX = 13;
const TIGHT_INSET_PX = 2;
const LINE_PX = 12;
/** Below this two lines stand around the middle; from it on there are three. */
const THREE_LINES_PX = 50;
/** Below this a label is one line, or a name on two. */
const LOW_PX = 34;

/**
 * The label of a field in its cell: name, type and place as far as there is room, the name always whole
 * (on several lines, or upright). Null where the name does not fit: it gets a leader instead.
 */
export function layLabel(box: LabelBox, words: LabelWords, signs: LabelSigns): Label | null {
  const withSigns = layWith(box, words, signs);
  // The name matters more than the sign: a double click or Enter opens it all the same.
  return withSigns ?? (signs.toggle ? layWith(box, words, { ...signs, toggle: false }) : null);
}

interface Asked {
  readonly box: LabelBox;
  readonly words: LabelWords;
  readonly signs: LabelSigns;
  /** In a box that begins at 0. */
  readonly answer: Label | null;
}

/** Of a field, by its member. */
const lastOf = keptWith<OrderedMember, { inputs: Asked | null }>(() => ({ inputs: null }));

/**
 * The same, for a field of `member`. A drag shifts dozens of fields in each frame: in a box of the same size, with a place
 * of as many characters, all stands as it stood.
 */
export function layLabelAgain(
  member: OrderedMember,
  box: LabelBox,
  words: LabelWords,
  signs: LabelSigns,
): Label | null {
  const last = lastOf(member);
  const wanted =
    last.inputs && isAskedAlike(last.inputs, box, words, signs)
      ? last.inputs
      : { box, words, signs, answer: layLabel({ ...box, xPx: 0, yPx: 0 }, words, signs) };
  last.inputs = wanted;
  if (wanted.answer === null) return null;
  const { texts, toggleAt, markAt } = wanted.answer;
  return {
    texts: texts.map(({ role, text, xPx, yPx, widthPx, fontPx, vertical }) => ({
      role,
      text: role === 'place' ? words.places[wanted.words.places.indexOf(text)]! : text,
      xPx: xPx + box.xPx,
      yPx: yPx + box.yPx,
      widthPx,
      fontPx,
      vertical,
    })),
    toggleAt: toggleAt && { xPx: toggleAt.xPx + box.xPx, yPx: toggleAt.yPx + box.yPx },
    markAt: markAt && { xPx: markAt.xPx + box.xPx, yPx: markAt.yPx + box.yPx },
  };
}

function isAskedAlike(
  request: Asked,
  box: LabelBox,
  words: LabelWords,
  signs: LabelSigns,
): boolean {
  return (
    request.box.widthPx === box.widthPx &&
    request.box.heightPx === box.heightPx &&
    request.signs.toggle === signs.toggle &&
    request.signs.mark === signs.mark &&
    request.words.name === words.name &&
    request.words.type === words.type &&
    request.words.places.length === words.places.length &&
    request.words.places.every((place, at) => place.length === words.places[at]!.length)
  );
}

function layWith(box: LabelBox, words: LabelWords, signs: LabelSigns): Label | null {
  if (box.heightPx < LOW_PX) return oneLine(box, words, signs) ?? wrapped(box, words, signs);
  return singleName(box, words, signs) ?? wrapped(box, words, signs) ?? upright(box, words, signs);
}

/** The header of an open member, in one line of a given height at the top of its frame. */
export function layTitle(box: LabelBox, words: LabelWords, mark: boolean): Label | null {
  const signs = { toggle: true, mark };
  return oneLine(box, words, signs, true) ?? oneLine(box, words, { toggle: false, mark }, false);
}

/** The size of a hole in the words that fit; null where not even the figure does. */
export function layGap(box: LabelBox, choices: readonly string[]): readonly PlacedText[] | null {
  const text = firstFitting(choices, box.widthPx - 4);
  if (text === null) return null;
  const widthPx = textWidthPx(text, DETAIL_FONT_PX);
  const xPx = widthPx + 14 <= box.widthPx ? box.xPx + 7 : box.xPx + (box.widthPx - widthPx) / 2;
  const yPx = box.heightPx < LOW_PX ? middleLine(box, DETAIL_FONT_PX) : nameBaseline(box);
  return [placed('place', text, xPx, yPx, DETAIL_FONT_PX)];
}

/** The name again where a field goes on in a later row. */
export function layContinued(box: LabelBox, name: string): readonly PlacedText[] {
  return shortened(box, `… ${name}`, 5);
}

/** The beginning of a name that stands in full below the row. */
export function layStub(box: LabelBox, name: string): readonly PlacedText[] {
  return shortened(box, name, 4);
}

function shortened(box: LabelBox, text: string, leastChars: number): readonly PlacedText[] {
  const inset = insetFor(box.widthPx);
  const short = elide(text, DETAIL_FONT_PX, box.widthPx - 2 * inset, leastChars);
  if (short === null) return [];
  const yPx = box.heightPx < LOW_PX ? middleLine(box, DETAIL_FONT_PX) : nameBaseline(box);
  return [placed('continued', short, box.xPx + inset, yPx, DETAIL_FONT_PX)];
}

function singleName(box: LabelBox, words: LabelWords, signs: LabelSigns): Label | null {
  const fit = fitName(box, words.name, signs);
  if (fit === null) return null;
  const { inset, fontPx } = fit;
  const room = box.widthPx - 2 * inset;
  const xPx = box.xPx + inset;
  const texts = [placed('name', words.name, xPx, nameBaseline(box), fontPx)];
  const detailRoom = room - (signs.toggle ? SIGN_PX : 0);
  const bottom = placeBaseline(box);
  const place = firstFitting(words.places, detailRoom);
  if (place !== null) texts.push(placed('place', place, xPx, bottom, DETAIL_FONT_PX));
  if (box.heightPx >= THREE_LINES_PX) {
    const type = elide(words.type, DETAIL_FONT_PX, room, 7);
    if (type !== null) texts.push(placed('type', type, xPx, box.yPx + 31, DETAIL_FONT_PX));
  } else if (place !== null) {
    // Two lines: the type shares the second one, where it has room whole.
    const typeWidth = textWidthPx(words.type, DETAIL_FONT_PX);
    const typeX = xPx + textWidthPx(place, DETAIL_FONT_PX) + 12;
    if (words.type !== '' && typeX + typeWidth <= xPx + detailRoom) {
      texts.push(placed('type', words.type, typeX, bottom, DETAIL_FONT_PX));
    }
  }
  return { texts, ...cornerSigns(box, signs) };
}

interface NameFit {
  readonly inset: number;
  readonly fontPx: number;
}

/** The largest type in which a name stands on one line; the smallest also takes the inset's room. */
function fitName(box: LabelBox, name: string, signs: LabelSigns): NameFit | null {
  const inset = insetFor(box.widthPx);
  const fits = (insetPx: number, fontPx: number) =>
    textWidthPx(name, fontPx) <= box.widthPx - 2 * insetPx - (signs.mark ? SIGN_PX : 0);
  if (fits(inset, NAME_FONT_PX)) return { inset, fontPx: NAME_FONT_PX };
  if (fits(inset, SMALL_NAME_FONT_PX)) return { inset, fontPx: SMALL_NAME_FONT_PX };
  return fits(TIGHT_INSET_PX, DETAIL_FONT_PX)
    ? { inset: TIGHT_INSET_PX, fontPx: DETAIL_FONT_PX }
    : null;
}

function firstFitting(choices: readonly string[], widthPx: number): string | null {
  return choices.find((text) => textWidthPx(text, DETAIL_FONT_PX) <= widthPx) ?? null;
}

/** The same for a name on several lines. */
function fitWrapped(
  box: LabelBox,
  name: string,
  signs: LabelSigns,
): (NameFit & { readonly lines: readonly string[] }) | null {
  const inset = insetFor(box.widthPx);
  const most = linesIn(box.heightPx);
  for (const fit of [
    { inset, fontPx: SMALL_NAME_FONT_PX },
    { inset: TIGHT_INSET_PX, fontPx: DETAIL_FONT_PX },
  ]) {
    const room = box.widthPx - 2 * fit.inset - (signs.mark ? SIGN_PX : 0);
    const lines = wrapName(name, fit.fontPx, room, most);
    if (lines !== null) return { ...fit, lines };
  }
  return null;
}

function linesIn(heightPx: number): number {
  return Math.floor((heightPx - 5) / LINE_PX);
}

function wrapped(box: LabelBox, words: LabelWords, signs: LabelSigns): Label | null {
  const fit = fitWrapped(box, words.name, signs);
  if (fit === null) return null;
  const { inset, fontPx, lines } = fit;
  const xPx = box.xPx + inset;
  const firstY = box.yPx + (box.heightPx < THREE_LINES_PX ? 12 : 14);
  const texts = lines.map((line, index) =>
    placed('name', line, xPx, firstY + index * LINE_PX, fontPx),
  );
  const full = lines.length >= linesIn(box.heightPx);
  const placeRoom = box.widthPx - 2 * inset - (signs.toggle ? SIGN_PX : 0);
  const place = full ? null : firstFitting(words.places, placeRoom);
  if (place !== null) {
    const yPx = box.yPx + box.heightPx - (box.heightPx < THREE_LINES_PX ? 5.5 : 9);
    texts.push(placed('place', place, xPx, yPx, DETAIL_FONT_PX));
  }
  return { texts, ...cornerSigns(box, { ...signs, toggle: signs.toggle && !full }) };
}

/** Height of a lane in which a field of this width has its name; the least one where no height helps. */
export function laneHeightFor(name: string, widthPx: number): number {
  const room = widthPx - 2 * TIGHT_INSET_PX;
  if (textWidthPx(name, DETAIL_FONT_PX) <= room) return LANE_PX;
  return wrapName(name, DETAIL_FONT_PX, room, 2) === null ? LANE_PX : TWO_LINE_LANE_PX;
}

function upright(box: LabelBox, words: LabelWords, signs: LabelSigns): Label | null {
  const fontPx = SMALL_NAME_FONT_PX;
  const widthPx = textWidthPx(words.name, fontPx);
  if (box.widthPx < 14 || signs.mark || signs.toggle || widthPx > box.heightPx - 8) return null;
  const text: PlacedText = {
    role: 'name',
    text: words.name,
    xPx: box.xPx + box.widthPx / 2 + fontPx * 0.36,
    yPx: box.yPx + box.heightPx - 6,
    widthPx,
    fontPx,
    vertical: true,
  };
  return { texts: [text], toggleAt: null, markAt: null };
}

function oneLine(
  box: LabelBox,
  words: LabelWords,
  signs: LabelSigns,
  toggleFirst = false,
): Label | null {
  const before = toggleFirst && box.widthPx >= 34 ? SIGN_PX : 0;
  const after = !toggleFirst && signs.toggle && box.widthPx >= 34 ? SIGN_PX : 0;
  const marked = signs.mark && box.widthPx >= 34 ? SIGN_PX : 0;
  const fit = [
    { inset: insetFor(box.widthPx), fontPx: SMALL_NAME_FONT_PX },
    { inset: TIGHT_INSET_PX, fontPx: DETAIL_FONT_PX },
  ].find(
    (each) =>
      textWidthPx(words.name, each.fontPx) <=
      box.widthPx - 2 * each.inset - before - after - marked,
  );
  if (fit === undefined || box.heightPx < 12) return null;
  const { inset, fontPx } = fit;
  let room = box.widthPx - 2 * inset - before - after - marked;
  const nameWidth = textWidthPx(words.name, fontPx);
  const yPx = middleLine(box, fontPx);
  let xPx = box.xPx + inset + before;
  const texts = [placed('name', words.name, xPx, yPx, fontPx)];
  room -= nameWidth;
  xPx += nameWidth;
  const middleY = box.yPx + box.heightPx / 2;
  const right = box.xPx + box.widthPx - inset;
  const place = firstFitting(words.places, room - 10);
  if (place !== null) {
    const placeWidth = textWidthPx(place, DETAIL_FONT_PX);
    const placeX = right - after - marked - placeWidth;
    texts.push(placed('place', place, placeX, yPx, DETAIL_FONT_PX));
    room -= placeWidth + 10;
    const typeWidth = textWidthPx(words.type, DETAIL_FONT_PX);
    if (words.type !== '' && typeWidth + 10 <= room) {
      texts.push(placed('type', words.type, xPx + 10, yPx, DETAIL_FONT_PX));
    }
  }
  return {
    texts,
    toggleAt:
      before > 0
        ? { xPx: box.xPx + inset + 3.5, yPx: middleY }
        : after > 0
          ? { xPx: right - 4, yPx: middleY }
          : null,
    markAt: marked > 0 ? { xPx: right - after - 4, yPx: middleY } : null,
  };
}

function cornerSigns(box: LabelBox, signs: LabelSigns): Pick<Label, 'toggleAt' | 'markAt'> {
  const xPx = box.xPx + box.widthPx - insetFor(box.widthPx) - 4;
  const toggleRoom = signs.toggle && box.widthPx >= 34;
  return {
    toggleAt: toggleRoom ? { xPx, yPx: box.yPx + box.heightPx - 12 } : null,
    markAt: signs.mark ? { xPx, yPx: box.yPx + 13 } : null,
  };
}

function insetFor(widthPx: number): number {
  return widthPx >= 60 ? 7 : widthPx >= 30 ? 4 : 2;
}

function nameBaseline(box: LabelBox): number {
  return box.yPx + (box.heightPx >= THREE_LINES_PX ? 17 : box.heightPx / 2 - 4.5);
}

function placeBaseline(box: LabelBox): number {
  return box.yPx + (box.heightPx >= THREE_LINES_PX ? box.heightPx - 9 : box.heightPx / 2 + 10.5);
}

/** Baseline of a line of text in the middle of a box. */
function middleLine(box: LabelBox, fontPx: number): number {
  return box.yPx + box.heightPx / 2 + fontPx * 0.36;
}

function placed(
  role: TextRole,
  text: string,
  xPx: number,
  yPx: number,
  fontPx: number,
): PlacedText {
  return { role, text, xPx, yPx, widthPx: textWidthPx(text, fontPx), fontPx, vertical: false };
}

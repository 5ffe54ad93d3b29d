import { DETAIL_FONT_PX, NAME_FONT_PX, SMALL_NAME_FONT_PX } from './metrics';
import type { PlacedText, Point, TextRole } from './scene';
import { elide, textWidthPx, wrapName } from './textFit';

export interface LabelBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface LabelWords {
  readonly name: string;
  readonly type: string;
  readonly place: string;
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
const LINE_PX = 12;

/**
 * The label of a field in its cell: name, type and place as far as there is room, the name always whole
 * (on several lines, or upright). Null where the name does not fit: it gets a leader instead.
 */
export function layLabel(box: LabelBox, words: LabelWords, signs: LabelSigns): Label | null {
  if (box.heightPx < 34) return oneLine(box, words, signs);
  return singleName(box, words, signs) ?? wrapped(box, words, signs) ?? upright(box, words, signs);
}

/** The header of an open member, in one line of a given height at the top of its frame. */
export function layTitle(box: LabelBox, words: LabelWords, mark: boolean): Label | null {
  return oneLine(box, words, { toggle: true, mark }, true);
}

/** The size of a hole in the words that fit; null where not even the figure does. */
export function layGap(box: LabelBox, choices: readonly string[]): readonly PlacedText[] | null {
  const text = choices.find((each) => textWidthPx(each, DETAIL_FONT_PX) <= box.widthPx - 4);
  if (text === undefined) return null;
  const widthPx = textWidthPx(text, DETAIL_FONT_PX);
  const xPx = widthPx + 14 <= box.widthPx ? box.xPx + 7 : box.xPx + (box.widthPx - widthPx) / 2;
  const yPx = box.heightPx < 34 ? middleLine(box, DETAIL_FONT_PX) : box.yPx + 17;
  return [placed('place', text, xPx, yPx, DETAIL_FONT_PX)];
}

/** The name again where a field goes on in a later row. */
export function layContinued(box: LabelBox, name: string): readonly PlacedText[] {
  const inset = insetFor(box.widthPx);
  const text = elide(`… ${name}`, DETAIL_FONT_PX, box.widthPx - 2 * inset, 5);
  if (text === null) return [];
  const yPx = box.heightPx < 34 ? middleLine(box, DETAIL_FONT_PX) : box.yPx + 17;
  return [placed('continued', text, box.xPx + inset, yPx, DETAIL_FONT_PX)];
}

function singleName(box: LabelBox, words: LabelWords, signs: LabelSigns): Label | null {
  const inset = insetFor(box.widthPx);
  const room = box.widthPx - 2 * inset;
  const nameRoom = room - (signs.mark ? SIGN_PX : 0);
  const fontPx =
    textWidthPx(words.name, NAME_FONT_PX) <= nameRoom ? NAME_FONT_PX : SMALL_NAME_FONT_PX;
  if (textWidthPx(words.name, fontPx) > nameRoom) return null;
  const xPx = box.xPx + inset;
  const texts = [placed('name', words.name, xPx, box.yPx + 17, fontPx)];
  const detailRoom = room - (signs.toggle ? SIGN_PX : 0);
  const bottom = box.yPx + box.heightPx - 9;
  const placeWidth = textWidthPx(words.place, DETAIL_FONT_PX);
  const hasPlace = placeWidth <= detailRoom;
  if (hasPlace) texts.push(placed('place', words.place, xPx, bottom, DETAIL_FONT_PX));
  if (box.heightPx >= 50) {
    const type = elide(words.type, DETAIL_FONT_PX, room, 5);
    if (type !== null) texts.push(placed('type', type, xPx, box.yPx + 31, DETAIL_FONT_PX));
  } else if (hasPlace) {
    // Two lines: the type shares the second one, where it has room whole.
    const typeWidth = textWidthPx(words.type, DETAIL_FONT_PX);
    const typeX = xPx + placeWidth + 12;
    if (words.type !== '' && typeX + typeWidth <= xPx + detailRoom) {
      texts.push(placed('type', words.type, typeX, bottom, DETAIL_FONT_PX));
    }
  }
  return { texts, ...cornerSigns(box, signs) };
}

function wrapped(box: LabelBox, words: LabelWords, signs: LabelSigns): Label | null {
  const inset = insetFor(box.widthPx);
  const fontPx = SMALL_NAME_FONT_PX;
  const lineCount = Math.floor((box.heightPx - 5) / LINE_PX);
  const room = box.widthPx - 2 * inset;
  const lines = wrapName(words.name, fontPx, room - (signs.mark ? SIGN_PX : 0), lineCount);
  if (lines === null) return null;
  const xPx = box.xPx + inset;
  // Three lines in a low cell begin a little higher.
  const firstY = box.yPx + (lines.length === lineCount ? 12.5 : 14);
  const texts = lines.map((line, index) =>
    placed('name', line, xPx, firstY + index * LINE_PX, fontPx),
  );
  const placeRoom = room - (signs.toggle ? SIGN_PX : 0);
  if (lines.length < lineCount && textWidthPx(words.place, DETAIL_FONT_PX) <= placeRoom) {
    const yPx = box.yPx + box.heightPx - (box.heightPx >= 50 ? 9 : 5);
    texts.push(placed('place', words.place, xPx, yPx, DETAIL_FONT_PX));
  }
  const roomForToggle = lines.length < lineCount;
  return { texts, ...cornerSigns(box, { ...signs, toggle: signs.toggle && roomForToggle }) };
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
  const inset = insetFor(box.widthPx);
  const before = toggleFirst && box.widthPx >= 34 ? SIGN_PX : 0;
  const after = !toggleFirst && signs.toggle && box.widthPx >= 34 ? SIGN_PX : 0;
  const marked = signs.mark && box.widthPx >= 34 ? SIGN_PX : 0;
  let room = box.widthPx - 2 * inset - before - after - marked;
  const fontPx = SMALL_NAME_FONT_PX;
  const nameWidth = textWidthPx(words.name, fontPx);
  if (nameWidth > room || box.heightPx < 12) return null;
  const yPx = middleLine(box, fontPx);
  let xPx = box.xPx + inset + before;
  const texts = [placed('name', words.name, xPx, yPx, fontPx)];
  room -= nameWidth;
  xPx += nameWidth;
  const middleY = box.yPx + box.heightPx / 2;
  const right = box.xPx + box.widthPx - inset;
  const placeWidth = textWidthPx(words.place, DETAIL_FONT_PX);
  if (placeWidth + 10 <= room) {
    const placeX = right - after - marked - placeWidth;
    texts.push(placed('place', words.place, placeX, yPx, DETAIL_FONT_PX));
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

import { ACCESS_SIGNS } from '../../core/scene/accessMark';
import {
  ALIGN_SIGN,
  brokenPath,
  BROKEN_SIGN,
  CHEVRON_RIGHT,
  cornerPath,
  FINDING_SIGN,
  NOTE_SIGN,
  PIN_SIGN,
  ribbonPath,
  signAt,
  storedPath,
  stripePath,
} from './signs';

export interface Mark {
  readonly of: 'heat' | 'layout';
  /** How it is drawn; each has its colours. */
  readonly look: MarkLook;
  /** In a box of `BOX_PX` by `BOX_PX`. */
  readonly path: string;
  readonly says: string;
}

export const BOX_PX = 16;
const sign = (path: string) => signAt(BOX_PX / 2, BOX_PX / 2, path);
const WHOLE = 'M1.5 2.5h13v11h-13z';

export type MarkLook =
  | 'accent'
  | 'access'
  | 'broken'
  | 'found'
  | 'hole'
  | 'line'
  | 'link'
  | 'outside'
  | 'predicted'
  | 'solid'
  | 'stored'
  | 'tagged';

/** Every mark that the grid draws. */
export const MARKS: readonly Mark[] = [
  {
    of: 'heat',
    look: 'stored',
    path: storedPath(BOX_PX, BOX_PX, 5),
    says: 'stores were sampled on the field; the higher, the more',
  },
  { of: 'heat', look: 'access', path: sign(ACCESS_SIGNS.reads), says: 'read' },
  { of: 'heat', look: 'solid', path: sign(ACCESS_SIGNS.writes), says: 'written' },
  { of: 'heat', look: 'access', path: sign(ACCESS_SIGNS.both), says: 'read and written' },
  {
    of: 'heat',
    look: 'link',
    path: 'M1 12C4 3 10 3 14 10M14 10l-.6 -4M14 10l-3.6 -1.6',
    says: 'from a field that is stored to, to one that loses the line by it',
  },
  {
    of: 'heat',
    look: 'found',
    path: sign(FINDING_SIGN),
    says: 'a finding on the line; a press opens it',
  },
  {
    of: 'heat',
    look: 'tagged',
    path: stripePath(BOX_PX, BOX_PX),
    says: 'a user’s tag; the field has a soft fill where it is written, and a pale bar where it is cold',
  },
  {
    of: 'heat',
    look: 'predicted',
    path: stripePath(BOX_PX, BOX_PX),
    says: 'predicted for the layout in view, by the steps of what was measured',
  },
  { of: 'layout', look: 'hole', path: WHOLE, says: 'a hole, or padding at the end' },
  {
    of: 'layout',
    look: 'outside',
    path: WHOLE,
    says: 'bytes of the line that are not in this struct',
  },
  {
    of: 'layout',
    look: 'accent',
    path: cornerPath(BOX_PX),
    says: 'moved or added by an edit; a blue offset alone: shifted by one',
  },
  { of: 'layout', look: 'accent', path: sign(ALIGN_SIGN), says: 'a forced alignment' },
  { of: 'layout', look: 'accent', path: sign(PIN_SIGN), says: 'pinned: it keeps its place' },
  {
    of: 'layout',
    look: 'accent',
    path: `${signAt(4, BOX_PX / 2, NOTE_SIGN)}${signAt(-4, 3, ribbonPath(BOX_PX))}`,
    says: 'a note, on a line or a field',
  },
  {
    of: 'layout',
    look: 'broken',
    path: `${signAt(5, BOX_PX / 2 + 1, BROKEN_SIGN)}${brokenPath(BOX_PX)}`,
    says: 'a rule is broken, on a line or by a field',
  },
  {
    of: 'layout',
    look: 'line',
    path: sign(CHEVRON_RIGHT),
    says: 'has members; press to expand it',
  },
  { of: 'layout', look: 'line', path: 'M3 8h0M8 8h0M13 8h0', says: 'its size is not known' },
];

/** What it writes that is no name and no figure of its own. */
export const WORDS: readonly (readonly [shown: string, of: Mark['of'], says: string])[] = [
  ['≈', 'heat', 'predicted for the layout in view, not measured'],
  ['%', 'heat', 'below a line: its share of all that the report counts'],
  ['8 · 4', 'layout', 'offset and size in bytes; 12:3 is byte 12, bit 3'],
  ['… f', 'layout', 'f continues from the line above'],
];

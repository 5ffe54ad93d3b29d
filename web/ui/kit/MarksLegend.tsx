import { Fragment } from 'react';
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
} from '../../grid/signs';
import { ACCESS_SIGNS } from '../../scene/accessMark';
import styles from './MarksLegend.module.css';

interface Mark {
  readonly of: 'heat' | 'layout';
  readonly class: string | undefined;
  /** In a box of `BOX_PX` by `BOX_PX`. */
  readonly path: string;
  readonly says: string;
}

const BOX_PX = 16;
const sign = (path: string) => signAt(BOX_PX / 2, BOX_PX / 2, path);
const WHOLE = 'M1.5 2.5h13v11h-13z';

/** Every mark that the grid draws. */
export const MARKS: readonly Mark[] = [
  {
    of: 'heat',
    class: styles.stored,
    path: storedPath(BOX_PX, BOX_PX, 5),
    says: 'stores were sampled on the field; the higher, the more',
  },
  { of: 'heat', class: styles.access, path: sign(ACCESS_SIGNS.reads), says: 'read' },
  { of: 'heat', class: styles.solid, path: sign(ACCESS_SIGNS.writes), says: 'written' },
  { of: 'heat', class: styles.access, path: sign(ACCESS_SIGNS.both), says: 'read and written' },
  {
    of: 'heat',
    class: styles.link,
    path: 'M1 12C4 3 10 3 14 10M14 10l-.6 -4M14 10l-3.6 -1.6',
    says: 'from a field that is stored to, to one that loses the line by it',
  },
  {
    of: 'heat',
    class: styles.found,
    path: sign(FINDING_SIGN),
    says: 'a finding on the line; a press opens it',
  },
  {
    of: 'heat',
    class: styles.tagged,
    path: stripePath(BOX_PX, BOX_PX),
    says: 'a user’s tag; the field has a soft fill where it is written, and a pale bar where it is cold',
  },
  {
    of: 'heat',
    class: styles.predicted,
    path: stripePath(BOX_PX, BOX_PX),
    says: 'predicted for the layout in view, by the steps of what was measured',
  },
  { of: 'layout', class: styles.hole, path: WHOLE, says: 'a hole, or padding at the end' },
  {
    of: 'layout',
    class: styles.outside,
    path: WHOLE,
    says: 'bytes of the line that are not in this struct',
  },
  {
    of: 'layout',
    class: styles.accent,
    path: cornerPath(BOX_PX),
    says: 'moved or added by an edit; a blue offset alone: shifted by one',
  },
  { of: 'layout', class: styles.accent, path: sign(ALIGN_SIGN), says: 'a forced alignment' },
  { of: 'layout', class: styles.accent, path: sign(PIN_SIGN), says: 'pinned: it keeps its place' },
  {
    of: 'layout',
    class: styles.accent,
    path: `${signAt(4, BOX_PX / 2, NOTE_SIGN)}${signAt(-4, 3, ribbonPath(BOX_PX))}`,
    says: 'a note, on a line or a field',
  },
  {
    of: 'layout',
    class: styles.broken,
    path: `${signAt(5, BOX_PX / 2 + 1, BROKEN_SIGN)}${brokenPath(BOX_PX)}`,
    says: 'a rule is broken, on a line or by a field',
  },
  {
    of: 'layout',
    class: styles.line,
    path: sign(CHEVRON_RIGHT),
    says: 'has members of its own; a press opens it',
  },
  { of: 'layout', class: styles.line, path: 'M3 8h0M8 8h0M13 8h0', says: 'its size is not known' },
];

const WORDS: readonly (readonly [shown: string, of: Mark['of'], says: string])[] = [
  ['≈', 'heat', 'predicted for the layout in view, not measured'],
  ['%', 'heat', 'below a line: its share of all that the report counts'],
  ['8 · 4', 'layout', 'offset and size in bytes; 12:3 is byte 12, bit 3'],
  ['… f', 'layout', 'f continues from the line above'],
];

/** What each mark of the grid means: those of heat, or those of the layout. */
export function MarksLegend({ of }: { of: Mark['of'] }) {
  return (
    <dl className={styles.legend} aria-label={of === 'heat' ? 'Marks of heat' : 'Marks'}>
      {MARKS.filter((mark) => mark.of === of).map((mark) => (
        <Fragment key={mark.says}>
          <dt>
            <svg viewBox={`0 0 ${BOX_PX} ${BOX_PX}`} aria-hidden="true">
              <path className={mark.class} d={mark.path} />
            </svg>
          </dt>
          <dd>{mark.says}</dd>
        </Fragment>
      ))}
      {WORDS.filter(([, each]) => each === of).map(([shown, , says]) => (
        <Fragment key={shown}>
          <dt>
            <code>{shown}</code>
          </dt>
          <dd>{says}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

import type { Figures } from '../../core/figures/figures';
import type { InView } from '../state/inView';
import type { CountedFigure } from '../state/state';
import { grouped, plural } from '../../core/base/prose';
import { isEndKnown } from '../../core/layout/extent';

/** One figure of the strip over the grid. */
export interface FigureRow {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  /** Against the original: `−8`, `+1`, or `=`. */
  readonly change: string;
  readonly isChanged: boolean;
  /** For screen readers: `Size 176 bytes, was 184`. */
  readonly spoken: string;
  /** What it counts can be shown, where there is any. */
  readonly counts?: CountedFigure | undefined;
}

/** The figures of the layout in view, also while a field is held. */
export function figuresInView({ original, shown, document }: InView): readonly FigureRow[] {
  return figureRows(original.figures, shown.figures, isEndKnown(document.struct));
}

/** Of a posted patch of which a line that decides is not placed: the layout in view is of some of its lines, so no figure is known. */
export function withheld(rows: readonly FigureRow[]): readonly FigureRow[] {
  return rows.map(({ name }) => ({
    name,
    value: '?',
    unit: '',
    change: '',
    isChanged: false,
    spoken: 'not known: a line of the patch is not placed',
  }));
}

/**
 * The figures of a layout, each with its change against the original on the same lines. Where the end of the struct is
 * not known, because a text is cut, size and lines are at least what is there, and its padding is not known.
 */
export function figureRows(
  before: Figures,
  after: Figures,
  isEndKnown: boolean,
): readonly FigureRow[] {
  const saysSomething = ({ of }: Figure) =>
    of === 'alignBytes'
      ? before.alignBytes !== after.alignBytes
      : before[of] + after[of] > 0 || (of === 'paddingBytes' && !isEndKnown);
  // A 0 that nothing changed says nothing: what comes with a change comes behind the others, which stay where they are.
  return [...ALWAYS, ...WHERE_ANY.filter(saysSomething)].map((figure) => {
    const known = row(figure, before, after);
    return isEndKnown ? known : withoutEnd(figure, known);
  });
}

interface Figure {
  readonly name: string;
  readonly of: keyof Figures;
  readonly unit: string;
  /** After a number: the word for one, for many, and what follows them. */
  readonly words: readonly [one: string, many: string, rest: string];
}

const ALWAYS: readonly Figure[] = [
  { name: 'Size', of: 'sizeBytes', unit: 'B', words: ['byte', 'bytes', ''] },
  { name: 'Lines', of: 'lines', unit: '', words: ['cache line', 'cache lines', ''] },
  { name: 'Holes', of: 'holes', unit: '', words: ['hole', 'holes', ''] },
];

const WHERE_ANY: readonly Figure[] = [
  { name: 'In holes', of: 'holeBytes', unit: 'B', words: ['byte', 'bytes', ' in holes'] },
  { name: 'Padding', of: 'paddingBytes', unit: 'B', words: ['byte', 'bytes', ' at the end'] },
  {
    name: 'Straddling',
    of: 'straddling',
    unit: '',
    words: ['field', 'fields', ' over more lines than needed'],
  },
  {
    name: 'Bit holes',
    of: 'holeBits',
    unit: 'bit',
    words: ['bit', 'bits', ' between bit-fields'],
  },
  {
    name: 'In nested',
    of: 'innerPaddingBytes',
    unit: 'B',
    words: ['byte', 'bytes', ' of padding in anonymous structs'],
  },
  { name: 'Alignment', of: 'alignBytes', unit: 'B', words: ['byte', 'bytes', ''] },
];

const COUNTS: Partial<Readonly<Record<keyof Figures, CountedFigure>>> = {
  holes: 'holes',
  holeBytes: 'holes',
  holeBits: 'bitHoles',
  paddingBytes: 'padding',
  straddling: 'straddling',
};

/** What is said of a figure where the text ends before the struct does. */
function withoutEnd({ of }: Figure, known: FigureRow): FigureRow {
  switch (of) {
    case 'sizeBytes':
    case 'lines':
      return { ...known, value: `≥ ${known.value}`, spoken: `at least ${known.spoken}` };
    case 'paddingBytes':
      return {
        ...known,
        value: '?',
        unit: '',
        counts: undefined,
        spoken: 'bytes at the end are not known',
      };
    default:
      return known;
  }
}

function row(figure: Figure, before: Figures, after: Figures): FigureRow {
  const was = before[figure.of];
  const is = after[figure.of];
  const [one, many, rest] = figure.words;
  const difference = is - was;
  const sign = difference > 0 ? '+' : '−';
  return {
    name: figure.name,
    value: grouped(is),
    unit: figure.unit,
    change: difference === 0 ? '=' : `${sign}${grouped(Math.abs(difference))}`,
    isChanged: difference !== 0,
    counts: is === 0 ? undefined : COUNTS[figure.of],
    spoken: `${plural(is, one, many)}${rest}${difference === 0 ? ', as in the original' : `, was ${grouped(was)}`}`,
  };
}

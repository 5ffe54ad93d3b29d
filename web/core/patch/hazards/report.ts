import { assertNever } from '../../base/assert';
import { plural } from '../../base/prose';
import { type Hazards, type OrderChange, type PlacedHazard, isAffected } from './places';

/** What a place depends on, without its path: `gives the first 3 members values by position`. */
export function hazardWords(place: PlacedHazard): string {
  const { kind, values, rows, subject, members, certain } = place;
  const named = members.map((name) => `\`${name}\``).join(', ');
  switch (kind) {
    case 'positional': {
      const whose = subject === '' ? 'a compound literal' : `\`${subject}\``;
      if (rows === 0) return `${whose} begins with a zero that not every first member takes`;
      const table = rows > 1 ? ` in ${plural(rows, 'row')}` : '';
      if (values === 0) return `${whose} has values by position after named ones${table}`;
      const which =
        values === 1 ? 'the first member a value' : `the first ${values} members values`;
      return `${whose} gives ${which} by position${table}`;
    }
    case 'designated': {
      const whose = subject === '' ? 'a value' : `\`${subject}\``;
      return `${whose} names ${named} in their order, which C++ asks for`;
    }
    case 'cast':
      return members.length === 0
        ? `casts to or from \`${subject}\`, which has to lie at the beginning`
        : `casts to or from \`${subject}\`, which begins with ${named} too`;
    case 'copiedRange':
      return `\`${subject}\` takes several members as one range`;
    case 'wholeCopy':
      return `\`${subject}\` takes the whole struct as bytes: its layout is an interface or a format`;
    case 'memset':
      return `\`${subject}\` clears what lies around ${named}${certain ? '' : ' (told by the name of the member)'}`;
    case 'offsetof':
      return named === '' ? 'computes with an offset' : `computes with the offset of ${named}`;
    case 'assertion':
      return named === '' ? 'asserts the size' : `asserts where ${named} lies`;
    case 'group':
      return named === '' ? 'asserts a group' : `asserts the group of ${named}`;
    case 'asm':
      return named === '' ? 'assembly uses an offset' : `assembly uses the offset of ${named}`;
    case 'statedOrder': {
      const be = members.length === 1 ? 'lies' : 'lie';
      if (place.demand !== 'stay') return `a comment asks that ${named} ${be} ${place.demand}`;
      return `a comment asks that the order around ${named} is kept`;
    }
    case 'documentation':
      return 'documents the lines of its members';
    default:
      return assertNever(kind);
  }
}

/** `net/core/dev.c:12: \`x\` gives the first 3 members values by position: x = { 1, 2, 3 }` */
export function hazardLine(place: PlacedHazard): string {
  return `${place.path}:${place.line}: ${hazardWords(place)}: ${place.text}`;
}

/** What the edits break, or may break; what they leave alone is only counted. */
export interface HazardReport {
  readonly affected: readonly PlacedHazard[];
  /** Initialisers of which nothing tells whether they give values by position. */
  readonly open: readonly PlacedHazard[];
  /** Places that depend on the layout and that these edits do not touch. */
  readonly others: readonly PlacedHazard[];
  /** What was not looked at, as sentences. */
  readonly left: readonly string[];
}

export function hazardReport({ places, open, left }: Hazards, change: OrderChange): HazardReport {
  const reordered = change.before.join('\n') !== change.after.join('\n');
  return {
    affected: places.filter((place) => isAffected(place, change)),
    open: reordered ? open : [],
    others: places.filter((place) => !isAffected(place, change)),
    left,
  };
}

/** The report as lines of text; null hazards were not looked for. */
export function hazardLines(report: HazardReport | null): readonly string[] {
  if (report === null) return [NOT_LOOKED_FOR];
  const { affected, open, others, left } = report;
  const count = others.length + affected.length;
  return [
    affected.length === 0
      ? `The source tree: ${plural(count, 'place')} ${count === 1 ? 'depends' : 'depend'} on the layout, none on what changes.`
      : `The source tree: ${plural(affected.length, 'place')} of ${count} that depend on the layout ${affected.length === 1 ? 'depends' : 'depend'} on what changes:`,
    ...affected.slice(0, MOST_TOLD).map(hazardLine),
    ...more(affected.length),
    ...open
      .slice(0, MOST_TOLD)
      .map(
        ({ path, line, text }) =>
          `${path}:${line}: a macro that the tree does not define decides whether values are given by position: ${text}`,
      ),
    ...more(open.length),
    ...left,
  ];
}

/** What is said of more places than are told one by one. */
function more(count: number): readonly string[] {
  return count > MOST_TOLD ? [`and ${count - MOST_TOLD} more (\`patch --json\` has all).`] : [];
}

const MOST_TOLD = 40;

/** What a patch without a tree has to say. */
export const NOT_LOOKED_FOR =
  'Not looked for, as no source tree is at hand: initialisers without names, casts, copied ranges, offsets and assertions that depend on the order.';

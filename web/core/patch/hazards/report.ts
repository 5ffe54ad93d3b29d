import { assertNever } from '../../base/assert';
import { sentence, type Message } from '../../base/messages';
import { listed, plural, quoted } from '../../base/prose';
import { hazardMessage } from '../messages';
import type { Patch } from '../outcome';
import {
  beginsGroup,
  type HazardClass,
  type Hazards,
  type LookedFor,
  type OrderChange,
  type PlacedHazard,
  architectureOf,
  classOf,
  isAffected,
} from './places';

/** What a place depends on, without its path: `gives the first 3 members values by position`. */
export function hazardWords(place: PlacedHazard): string {
  return hazardMessageOf(place).text;
}

/** The same as a message: a note where the compiler computes it again. */
export function hazardMessageOf(place: PlacedHazard): Message {
  const message = messageOf(place);
  return classOf(place) === 'follows' ? { ...message, severity: 'note' } : message;
}

function messageOf(place: PlacedHazard): Message {
  const { kind, subject, members } = place;
  const named = members.map((name) => `\`${name}\``).join(', ');
  switch (kind) {
    case 'positional':
      return positionalMessage(place);
    case 'designated':
      return hazardMessage(kind, subject === '' ? 'a value' : `\`${subject}\``, named);
    case 'cast':
      return members.length === 0
        ? hazardMessage('cast-of-first', subject)
        : hazardMessage(kind, subject, named);
    case 'overlay':
      return hazardMessage(kind, subject, named);
    case 'walk':
      return members.length === 1
        ? hazardMessage('step', named)
        : hazardMessage(kind, named.replace(', ', ' to '));
    case 'prefix':
      return hazardMessage(kind, subject, named);
    case 'compared':
    case 'hashed':
      return hazardMessage(kind, subject);
    case 'asmDistance':
      return hazardMessage('asm-distance', named === '' ? '' : ` ${named}`);
    case 'copiedRange':
      return hazardMessage('copied-range', subject);
    case 'wholeCopy':
      return hazardMessage('whole-copy', subject);
    case 'memset':
      return hazardMessage(kind, subject, named, place.certain);
    case 'offsetof':
      return hazardMessage(kind, named === '' ? 'an offset' : `the offset of ${named}`);
    case 'assertion': {
      const unnamed = place.size ? 'the size' : 'where a member lies';
      return hazardMessage(kind, named === '' ? unnamed : `where ${named} lies`);
    }
    case 'group':
      return hazardMessage(
        kind,
        place.members.some(beginsGroup) ? 'the size of a group' : `the group of ${named}`,
      );
    case 'asm':
      return hazardMessage(kind, named === '' ? 'an offset' : `the offset of ${named}`);
    case 'statedOrder': {
      const be = members.length === 1 ? 'lies' : 'lie';
      const kept = `the order around ${named} is kept`;
      const { demand } = place;
      return hazardMessage('stated-order', demand === 'stay' ? kept : `${named} ${be} ${demand}`);
    }
    case 'documentation':
      return hazardMessage(kind);
    default:
      return assertNever(kind);
  }
}

function positionalMessage({ subject, rows, values }: PlacedHazard): Message {
  const whose = subject === '' ? 'a compound literal' : `\`${subject}\``;
  if (rows === 0) return hazardMessage('first-zero', whose);
  const table = rows > 1 ? ` in ${plural(rows, 'row')}` : '';
  if (values === 0) return hazardMessage('positional-after-named', whose, table);
  const which = values === 1 ? 'the first member a value' : `the first ${values} members values`;
  return hazardMessage('positional', whose, which, table);
}

/** `net/core/dev.c:12: \`x\` gives the first 3 members values by position: x = { 1, 2, 3 }` */
export function hazardLine(place: PlacedHazard): string {
  return `${place.path}:${place.line}: ${hazardWords(place)}: ${place.text}`;
}

/** What the edits break, or may break; what they leave alone is only counted. */
export interface HazardReport {
  /** By class: what breaks the build first, then what breaks silently; of the loaded file's architecture, or of any. */
  readonly broken: readonly PlacedHazard[];
  /** The same of other architectures. */
  readonly elsewhere: readonly PlacedHazard[];
  /** Places that the compiler computes again. */
  readonly follow: readonly PlacedHazard[];
  /** Initialisers of which it is unknown whether they give values by position. */
  readonly open: readonly PlacedHazard[];
  /** Places that depend on the layout and that these edits do not touch. */
  readonly others: readonly PlacedHazard[];
  /** What was not looked at, as sentences. */
  readonly left: readonly string[];
  readonly lookedFor: LookedFor;
}

export function hazardReport(found: Hazards, change: OrderChange): HazardReport {
  const { places, open, left, lookedFor } = found;
  const reordered = change.before.join('\n') !== change.after.join('\n');
  const affected = places.filter((place) => isAffected(place, change));
  const of = (wanted: HazardClass) => affected.filter((place) => classOf(place) === wanted);
  const broken = [...of('build'), ...of('silent')];
  const own = OWN_FOLDERS.find(([machine]) => machine.test(change.machine))?.[1] ?? [];
  const isElsewhere = ({ path }: PlacedHazard) => {
    const architecture = architectureOf(path);
    return architecture !== null && own.length > 0 && !own.includes(architecture);
  };
  return {
    broken: broken.filter((place) => !isElsewhere(place)),
    elsewhere: broken.filter(isElsewhere),
    follow: of('follows'),
    open: reordered ? open : [],
    others: places.filter((place) => !isAffected(place, change)),
    left,
    lookedFor,
  };
}

/** What trees call the folders of a machine's own code. */
const OWN_FOLDERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:x86-64|x32|i386)$/, ['x86', 'x86_64', 'i386']],
  [/^aarch64/, ['arm64', 'aarch64']],
  [/^arm/, ['arm']],
  [/^riscv/, ['riscv']],
  [/^ppc/, ['powerpc', 'ppc']],
  [/^s390/, ['s390']],
  [/^mips/, ['mips']],
  [/^loongarch/, ['loongarch']],
  [/^sparc/, ['sparc']],
  [/^parisc/, ['parisc']],
];

/** What heads the places of a class. */
export const CLASS_WORDS: Readonly<Record<Exclude<HazardClass, 'follows'>, string>> = {
  build: 'Breaks the build:',
  silent: 'Compiles, and breaks silently:',
};

/** The report as lines of text; null hazards were not looked for. */
export function hazardLines(report: HazardReport | null, patch: Stating): readonly string[] {
  if (report === null) return breakLines(null, patch);
  return [
    ...breakLines(report, patch),
    ...followLines(report.follow),
    ...report.open
      .slice(0, MOST_REPORTED)
      .map(
        ({ path, line, text }) =>
          `${path}:${line}: a macro that the tree does not define decides whether values are given by position: ${text}`,
      ),
    ...more(report.open.length),
    ...report.left,
  ];
}

/**
 * What breaks alone, for a mail: its readers ask for no more. `patch` is the change, where its header states an order in a
 * comment or a number of a member that is false with it.
 */
export function breakLines(report: HazardReport | null, patch: Stating): readonly string[] {
  const stated = falseStatements(patch);
  if (report === null) return [NOT_LOOKED_FOR, ...stated];
  const { broken, elsewhere, follow, others } = report;
  const breaks = broken.length + elsewhere.length + stated.length;
  const count = others.length + breaks + follow.length;
  const heads = (['build', 'silent'] as const).flatMap((each) => {
    const places = broken.filter((place) => classOf(place) === each);
    const own = each === 'silent' ? stated : [];
    if (places.length + own.length === 0) return [];
    return [
      CLASS_WORDS[each],
      ...own,
      ...places.slice(0, MOST_REPORTED).map(hazardLine),
      ...more(places.length),
    ];
  });
  return [
    breaks === 0
      ? `The source tree: ${plural(count, 'place')} ${count === 1 ? 'depends' : 'depend'} on the layout, none breaks with this change. ${lookedForWords(report.lookedFor)}`
      : `The source tree: ${plural(breaks, 'place')} of ${count} that depend on the layout ${breaks === 1 ? 'breaks' : 'break'} with this change. ${lookedForWords(report.lookedFor)}`,
    ...heads,
    ...elsewhereLines(elsewhere),
  ];
}

type Stating = Pick<Patch, 'path' | 'warnings'>;

/** What the header itself says of the order, and what is no longer so. */
function falseStatements({ path, warnings }: Stating): readonly string[] {
  return warnings.flatMap(({ kind, line, ...message }) =>
    kind === 'stated' ? `${path}:${line ?? 0}: ${sentence(message)}` : [],
  );
}

/** "Looked for `struct foo` and `foo` in 1,214 files." */
export function lookedForWords({ names, files }: LookedFor): string {
  return `Looked for ${listed(quoted(names))} in ${plural(files, 'file')}.`;
}

/** One line of each other architecture. */
export function elsewhereLines(places: readonly PlacedHazard[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of places) {
    const architecture = architectureOf(path) ?? '';
    counts.set(architecture, (counts.get(architecture) ?? 0) + 1);
  }
  return [...counts].map(
    ([architecture, count]) =>
      `${architecture}: ${plural(count, 'place')} of that architecture ${count === 1 ? 'breaks' : 'break'} (\`patch --json\` has all).`,
  );
}

/** What the compiler computes again, as a count. */
export function followLines({ length }: readonly PlacedHazard[]): readonly string[] {
  if (length === 0) return [];
  return [
    `${plural(length, 'place')} ${length === 1 ? 'follows' : 'follow'} by ${length === 1 ? 'itself' : 'themselves'}: an offset that the compiler computes again.`,
  ];
}

/** What is said of more places than are told one by one. */
function more(count: number): readonly string[] {
  return count > MOST_REPORTED
    ? [`and ${count - MOST_REPORTED} more (\`patch --json\` has all).`]
    : [];
}

const MOST_REPORTED = 40;

/** What a patch without a tree has to say. */
export const NOT_LOOKED_FOR =
  'Not looked for, as no source tree is at hand: initialisers without names, casts, copied ranges, offsets and assertions that depend on the order.';

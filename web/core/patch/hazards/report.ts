import { assertNever } from '../../base/assert';
import { listed, plural, quoted } from '../../base/prose';
import {
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
        ? `casts to or from \`${subject}\`, which must be first`
        : `casts to or from \`${subject}\`, which begins with ${named} too`;
    case 'overlay':
      return `a union lays \`${subject}\` over it, which begins with ${named} too`;
    case 'walk':
      return members.length === 1
        ? `steps from ${named} to what follows it`
        : `walks from ${named.replace(', ', ' to ')}`;
    case 'prefix':
      return `\`${subject}\` takes an offset as a length or a bound: the members before ${named}`;
    case 'compared':
      return `\`${subject}\` compares all bytes, those of holes too`;
    case 'hashed':
      return `\`${subject}\` makes a number of all bytes, those of holes too`;
    case 'asmDistance':
      return named === ''
        ? 'assembly reads at a distance that is a number'
        : `assembly reads ${named} at a distance that is a number`;
    case 'copiedRange':
      return `\`${subject}\` takes several members as one range`;
    case 'wholeCopy':
      return `\`${subject}\` takes the whole struct as bytes: its layout is an interface or a format`;
    case 'memset':
      return `\`${subject}\` clears the bytes around ${named}${certain ? '' : ' (from the name of the member)'}`;
    case 'offsetof':
      return named === '' ? 'computes with an offset' : `computes with the offset of ${named}`;
    case 'assertion':
      if (named !== '') return `asserts where ${named} lies`;
      return place.size ? 'asserts the size' : 'asserts where a member lies';
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
  /** By class: what breaks the build first, then what breaks silently; of the loaded file's architecture, or of any. */
  readonly broken: readonly PlacedHazard[];
  /** The same of other architectures. */
  readonly elsewhere: readonly PlacedHazard[];
  /** Places that the compiler computes again. */
  readonly follow: readonly PlacedHazard[];
  /** Initialisers of which nothing tells whether they give values by position. */
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
export function hazardLines(report: HazardReport | null): readonly string[] {
  if (report === null) return [NOT_LOOKED_FOR];
  return [
    ...breakLines(report),
    ...followLines(report.follow),
    ...report.open
      .slice(0, MOST_TOLD)
      .map(
        ({ path, line, text }) =>
          `${path}:${line}: a macro that the tree does not define decides whether values are given by position: ${text}`,
      ),
    ...more(report.open.length),
    ...report.left,
  ];
}

/** What breaks alone, for a mail: its readers ask for no more. */
export function breakLines(report: HazardReport | null): readonly string[] {
  if (report === null) return [NOT_LOOKED_FOR];
  const { broken, elsewhere, follow, others } = report;
  const breaks = broken.length + elsewhere.length;
  const count = others.length + breaks + follow.length;
  const heads = (['build', 'silent'] as const).flatMap((each) => {
    const places = broken.filter((place) => classOf(place) === each);
    if (places.length === 0) return [];
    return [
      CLASS_WORDS[each],
      ...places.slice(0, MOST_TOLD).map(hazardLine),
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
  return count > MOST_TOLD ? [`and ${count - MOST_TOLD} more (\`patch --json\` has all).`] : [];
}

const MOST_TOLD = 40;

/** What a patch without a tree has to say. */
export const NOT_LOOKED_FOR =
  'Not looked for, as no source tree is at hand: initialisers without names, casts, copied ranges, offsets and assertions that depend on the order.';

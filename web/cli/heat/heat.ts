import { attribute, type Attribution } from '../../analysis/attribute/attribute';
import { metricOf } from '../../analysis/attribute/counts';
import { extractProfile } from '../../analysis/attribute/extract';
import { bestOffsets, impossibleAt } from '../../analysis/attribute/landing';
import { lineRows, type LineRow } from '../../analysis/attribute/lineRows';
import type { AccessProfile, StructDesc } from '../../facts/generated';
import { orderedFrom } from '../../layout/original';
import { heatJson, structHeatJson } from '../../output/heatJson';
import { heatTableText } from '../../output/heatTable';
import { homesJson, homesOf, homesText } from './candidates';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { lineTableText, rowTableText } from './heatText';
import { openFile } from '../open/openFile';
import { readProfile } from '../open/readProfile';
import { FLAG, parseWords, TEXT, type CliCommand, type Outcome } from '../words';

/** `hitmap heat PROFILE`: the contended lines of a report, the rows of one, or their heat on a struct. */
export const HEAT_COMMAND: CliCommand = {
  help: `hitmap heat PROFILE: who fights over which line, and over which field

  --line N          the rows of the Nth line, or of the line with this address
  --struct S        put the line (the first, without --line) on a struct ...
  --from FILE       ... of this file; without --struct: which of its structs the line may be of
  --base K          the struct begins K bytes into its line
  --at N            the line's first byte is byte N of the struct; may be negative
  --json            JSON; its shape is in docs/json.md

PROFILE is a text of perf c2c report, perf script, perf mem report, perf report -s type,typeoff or perf
annotate --data-type, or a perf.data with memory samples; - is standard input. Without --at the line is
put where the types that its functions are handed fit; where nothing is known of them, where most of its
samples fall on the first byte of a field, which is a guess, and said to be. A type profile needs neither.

  hitmap heat c2c.txt
  hitmap heat c2c.txt --line 1 --struct address_space --from vmlinux --base 48
`,
  async run(args) {
    const { values, positionals } = parseWords('heat', args, {
      line: TEXT,
      struct: TEXT,
      from: TEXT,
      base: TEXT,
      at: TEXT,
      json: FLAG,
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) {
      throw new Failure('heat takes one report: `hitmap heat PROFILE`.');
    }
    const profile = readProfile(path);
    const chosen = values.line === undefined ? null : findLine(profile, values.line);
    if (values.struct === undefined) {
      if (values.base !== undefined || values.at !== undefined) {
        throw new Failure('--base and --at go with --struct.');
      }
      if (values.from !== undefined) {
        return candidates(profile, chosen ?? findLine(profile, '1'), values.from, values.json);
      }
      const json = () => heatJson(profile, chosen?.line.id ?? null, null);
      if (values.json) return { text: `${JSON.stringify(json(), null, 2)}\n`, notes: [] };
      const text = chosen === null ? lineTableText(profile) : rowTableText(profile, chosen);
      return { text, notes: profile.diagnostics.map(({ message }) => `note: ${message}`) };
    }
    if (values.from === undefined)
      throw new Failure('--struct needs the file that has it: --from FILE.');
    const place = { base: number(values.base, '--base'), at: number(values.at, '--at') };
    const file = openFile(values.from, 'best', false);
    const struct = findStruct(file, values.struct);
    const row = chosen ?? lineRows(profile)[0];
    const homes = row && place.at === null ? await homesOf(profile, row.line, file) : null;
    file.close();
    const fit = homes?.search.ranking.candidates.find(
      ({ name, fit: { baseBytes } }) =>
        name === struct.name && (place.base === null || baseBytes === place.base),
    )?.fit;
    const known = { ...place, handed: fit?.offsetBytes ?? null };
    const { attribution, notes } = onStruct(profile, struct, chosen, known);
    const text = values.json
      ? `${JSON.stringify(
          heatJson(profile, chosen?.line.id ?? null, structHeatJson(attribution, struct)),
          null,
          2,
        )}\n`
      : structText(attribution, struct);
    return { text, notes };
  },
};

/** The rows of a line, and which structs of a file it may be part of. */
async function candidates(
  profile: AccessProfile,
  row: LineRow,
  path: string,
  asJson: boolean,
): Promise<Outcome> {
  const file = openFile(path, 'best', false);
  try {
    const homes = await homesOf(profile, row.line, file);
    if (asJson) {
      const json = { ...heatJson(profile, row.line.id, null), homes: homesJson(homes) };
      return { text: `${JSON.stringify(json, null, 2)}\n`, notes: [] };
    }
    const text = `${rowTableText(profile, row)}\n${homesText(homes, path)}`;
    return { text, notes: profile.diagnostics.map(({ message }) => `note: ${message}`) };
  } finally {
    file.close();
  }
}

/** By its rank, as perf numbers lines from 1 here, or by its address or name. */
function findLine(profile: AccessProfile, wanted: string): LineRow {
  const rows = lineRows(profile);
  const found = rows.find(
    ({ rank, line }) =>
      String(rank) === wanted || line.id === wanted.toLowerCase() || line.id === wanted,
  );
  if (found) return found;
  throw new Failure(
    rows.length === 0
      ? 'The report lists no line.'
      : `There is no line ${wanted}: there are ${rows.length}, from 1.`,
  );
}

function onStruct(
  profile: AccessProfile,
  struct: StructDesc,
  chosen: LineRow | null,
  place: {
    readonly base: number | null;
    readonly at: number | null;
    /** Where the types that the line's functions are handed put it. */
    readonly handed: number | null;
  },
): { readonly attribution: Attribution; readonly notes: readonly string[] } {
  const ordered = orderedFrom(struct);
  const bound = (target: string, offsetBytes: number, wanted: Iterable<string>) => {
    const extract = extractProfile(profile, { name: 'p', takenOn: [], wanted: new Set(wanted) });
    return attribute(ordered, extract, [{ profile: 'p', target, offsetBytes }]);
  };
  const type = profile.types.find(({ name }) => name.replace(/^\w+ /, '') === struct.name);
  const rows = lineRows(profile);
  const row = chosen ?? rows[0];
  if (chosen === null && type) return { attribution: bound(type.name, 0, [type.name]), notes: [] };
  if (!row) throw new Failure(`The report says nothing of ${struct.name}.`);

  const { lineBytes } = profile;
  const { base } = place;
  const isWanted = (offset: number) =>
    base === null || (((-offset - base) % lineBytes) + lineBytes) % lineBytes === 0;
  const told = place.at ?? place.handed;
  const fits = told === null ? bestOffsets(struct, row.line, lineBytes, isWanted) : [told];
  const [offset, ...others] = fits;
  if (offset === undefined) {
    throw new Failure(
      `No ${struct.name} begins ${base ?? 0} bytes into this line: its alignment forbids it.`,
    );
  }
  const impossible = impossibleAt(ordered, row.line, offset, lineBytes);
  const notes = [
    ...(place.at !== null
      ? []
      : place.handed === null
        ? [
            `note: byte ${offset} of ${struct.name} was chosen by offsets alone${alsoText(others)}. Say --at to be sure.`,
          ]
        : [
            `note: byte ${offset} of ${struct.name} was chosen by what the line's functions are handed. --at says otherwise.`,
          ]),
    ...(impossible?.kind === 'misaligned'
      ? [`note: no ${struct.name} begins there: it is aligned to ${impossible.alignBytes}.`]
      : []),
  ];
  const all = rows.map(({ line }) => line.id);
  return { attribution: bound(row.line.id, offset, all), notes };
}

function alsoText(others: readonly number[]): string {
  if (others.length === 0) return '';
  const some = others.slice(0, 6).join(', ');
  return others.length > 6
    ? `; ${others.length} other places fit as well (${some}, …)`
    : `; it fits as well at ${some}`;
}

/** The lines of the struct as a table, then what no field got. */
function structText(attribution: Attribution, struct: StructDesc): string {
  const table = heatTableText(attribution, {
    structName: struct.name,
    line: null,
    leastPercent: 0,
  });
  const fields = attribution.heat.fields.map(({ path, counts }) => {
    const amounts = (['remote', 'local', 'loads', 'stores'] as const).map((metric) =>
      amount(metricOf(counts, metric), attribution).padStart(10),
    );
    return `${amounts.join('')}  ${path}`;
  });
  const rest = attribution.unattributed.map(({ reason, counts }) => {
    const amounts = (['remote', 'local', 'loads', 'stores'] as const).map((metric) =>
      amount(metricOf(counts, metric), attribution).padStart(10),
    );
    return `${amounts.join('')}  (${WORDS[reason]})`;
  });
  const head = `${['remote', 'local', 'loads', 'stores'].map((word) => word.padStart(10)).join('')}  field`;
  return [table, head, ...fields, ...rest, ''].join('\n').replace(/^\n/, '');
}

function amount(value: number, { unit }: Attribution): string {
  return unit === 'percent' ? `${value.toFixed(2)}%` : `${Math.round(value)}`;
}

const WORDS: Readonly<Record<Attribution['unattributed'][number]['reason'], string>> = {
  padding: 'in holes or padding',
  outside: 'another object on these lines',
  noField: 'of no field that perf knows',
  noBinding: 'lines and types that are not bound',
  unknownType: 'types that perf could not tell',
  trimmed: 'cut from the report',
  hiddenRows: 'loads in rows that perf leaves out',
  unlisted: 'lines that the report does not list',
  rounding: 'lost by rounded percentages',
};

function number(text: string | undefined, option: string): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new Failure(`${option} takes a number of bytes, not \`${text}\`.`);
}

import { sentence, type Message } from '../../core/base/messages';
import { inputMessage, usageMessage, noteMessage } from '../messages';
import { visibleName } from '../../core/base/visible';
import { unattributedWords } from '../../core/format/heat/unattributedWords';
import { jsonText } from '../../core/format/jsonText';
import { knowsMetric, type Attribution } from '../../core/heat/attribute';
import { loadsName, metricOf, type HeatCounts } from '../../core/heat/counts';
import { isKnown, type LineFigure } from '../../core/heat/known';
import { lineNamed } from '../../core/heat/lineNamed';
import { lineRows, type LineRow } from '../../core/heat/lineRows';
import { bindingDoubts } from '../../core/heat/bindingDoubts';
import type { SearchBy } from '../../core/bind/search';
import { doubtText } from '../../core/format/wrapped';
import { reportOrigin } from '../open/reportOrigin';
import type { AccessProfile, NamedProfile, StructDesc } from '../../core/facts/generated';
import { heatJson, structHeatJson } from '../../core/format/heat/heatJson';
import { heatTableText } from '../../core/format/heat/heatTable';
import {
  candidatesJson,
  candidatesOf,
  candidatesText,
  type LineCandidates,
} from '../bind/candidates';
import { Failure } from '../failure';
import { fileName } from '../open/fileName';
import { findStruct } from '../open/findStruct';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { lineTableText, rowTableText } from './heatText';
import { handedPlace, isAtBase, onStruct } from './onStruct';
import { openFile, openTypes } from '../open/openFile';
import { hotJson, hotReport, hotText, type HotAnswer } from '../bind/hot';
import { typesBeside } from '../open/part';
import { oneOf, readProfiles } from '../open/readProfile';
import { FLAG, parseWords, TEXT, type CliCommand, type CommandResult } from '../words';

/** `hitmap heat PROFILE`: the contended lines of a report, the rows of one, or their heat on a struct. */
export const HEAT_COMMAND: CliCommand = {
  help: `hitmap heat PROFILE: who fights over which line, and over which field

  --line N          the rows of line N (0 is the hottest, as perf counts), or of the line with this address
  --struct S        bind the line (line 0 without --line) to struct S of --from
  --from FILE       a file with types. Without --struct: the structs of FILE that the line may be of. Without --line, too,
                    and where the report is of FILE: the share of the report that is on each struct
  --how WHAT        what structs are named by: addresses (the default: instructions where the report is of FILE, else what
                    its functions touch), functions (that alone), or prototypes (the types of their parameters)
  --reasons         all that speaks for and against each struct; without it three lines a struct
  --base-offset K   the struct begins K bytes into its line
  --at N            the line's first byte is byte N of the struct; may be negative
  --json            JSON; its shape is in docs/json.md

PROFILE is a text of perf c2c report, perf script, perf mem report, perf report -s type,typeoff or perf
annotate --data-type, or a perf.data with memory samples; - is standard input. A mail with two reports counts
as two: mail.txt#2, or mail.txt#Baseline by its heading. A bundle of hitmap-capture.sh brings the types with it.
Without --at the line is placed where the parameters of its functions fit. Where nothing is known of them, it is placed so
that most of its samples fall on the first byte of a field: a guess, and the output says so. A type profile needs no --at.

  hitmap heat c2c.txt
  hitmap heat c2c.txt --line 0 --struct address_space --from vmlinux --base-offset 48
`,
  async run(args) {
    const { values, positionals } = parseWords('heat', args, {
      line: TEXT,
      struct: TEXT,
      from: TEXT,
      'base-offset': TEXT,
      at: TEXT,
      how: TEXT,
      reasons: FLAG,
      json: FLAG,
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) {
      throw new Failure(usageMessage('heat'));
    }
    const reports = readProfiles(path);
    const placed = values['base-offset'] !== undefined || values.at !== undefined;
    if (values.struct === undefined && placed) {
      throw new Failure(usageMessage('heat-offset'));
    }
    if (values.struct === undefined && values.from === undefined && values.line === undefined) {
      const json = () => jsonText(heatJson(reports, null, null));
      return { text: values.json ? json() : reportsText(reports), notes: notesOf(reports) };
    }
    const how = howOf(values.how);
    const named = oneOf(path, reports);
    const { profile } = named;
    const chosen = values.line === undefined ? null : findLine(profile, values.line);
    const shownRow = chosen ?? lineRows(profile)[0];
    const beside = values.from === undefined ? typesBeside(path, shownRow?.line.rows ?? []) : null;
    const unread = beside === null ? null : whyNotTypes(beside);
    const from = values.from ?? (unread === null ? beside : null);
    const noted = unread === null ? [] : [unread];
    if (values.struct === undefined) {
      if (from !== null) {
        const hot = chosen === null && how === 'addresses' ? await hotOf(named, from) : null;
        if (hot !== null) {
          const json = () => ({ ...heatJson([named], null, null), hot: hotJson(hot) });
          const text = values.json ? jsonText(json()) : hotText(hot, visibleName(from));
          return { text, notes: notesOf([named]) };
        }
        return candidates(
          named,
          chosen ?? findLine(profile, '0'),
          { path: from, how },
          values.json ? 'json' : values.reasons ? 'reasons' : 'short',
        );
      }
      const json = () => heatJson([named], chosen?.line.id ?? null, null);
      const text = values.json
        ? jsonText(json())
        : chosen === null
          ? lineTableText(profile)
          : rowTableText(profile, chosen);
      return { text, notes: [...noted, ...notesOf([named])] };
    }
    if (from === null) throw new Failure(usageMessage('heat-struct'));
    const place = {
      base: number(values['base-offset'], '--base-offset'),
      at: number(values.at, '--at'),
    };
    const file = openFile(from, 'best', false);
    const struct = findStruct(file, values.struct);
    const row = chosen ?? lineRows(profile)[0];
    const found =
      row && place.at === null ? await candidatesOf(profile, row.line, file, how) : null;
    const origin = found?.origin ?? reportOrigin(file.session, profile).origin;
    file.close();
    const handed =
      found === null ? null : handedPlace(found, struct, isAtBase(place.base, profile));
    const known = { name: fileName(path), ...place, handed, origin };
    const { attribution, notes } = onStruct(profile, struct, chosen, known);
    const text = values.json
      ? jsonText(heatJson([named], chosen?.line.id ?? null, structHeatJson(attribution, struct)))
      : structText(attribution, struct);
    return { text, notes: [...notes, ...unitNotes(attribution), ...notesOf([named])] };
  },
};

/** Each report of a text under its heading. */
function reportsText(reports: readonly NamedProfile[]): string {
  if (reports.length === 1) return reports.map(({ profile }) => lineTableText(profile)).join('');
  return reports
    .map(({ name, profile }, at) => `${at + 1}. ${name ?? 'report'}\n${lineTableText(profile)}`)
    .join('\n');
}

function notesOf(reports: readonly NamedProfile[]): readonly Message[] {
  return reports.flatMap(({ name, profile }) =>
    diagnosticNotes(profile.diagnostics, reports.length > 1 ? name : null),
  );
}

/** Why a part of the report's own bundle has no types after all; null where it has. */
function whyNotTypes(path: string): Message | null {
  try {
    openTypes(path).close();
    return null;
  } catch (error) {
    if (error instanceof Failure) return { ...error.problem, severity: 'warning' };
    throw error;
  }
}

/** The structs of the whole report, where it is of the file; its quickest list will do. */
async function hotOf({ profile }: NamedProfile, path: string): Promise<HotAnswer | null> {
  const { session, close } = openTypes(path);
  const { origin } = reportOrigin(session, profile);
  const { stages } = session.facts;
  close();
  if (origin !== 'same') return null;
  // Programs have no BTF, and that of a module continues the kernel's.
  const file = openFile(path, stages.includes('btf') ? 'btf' : 'best', false);
  try {
    return await hotReport(profile, file);
  } finally {
    file.close();
  }
}

/** The rows of a line, and which structs of a file it may be part of. */
async function candidates(
  named: NamedProfile,
  row: LineRow,
  { path, how }: { readonly path: string; readonly how: SearchBy },
  as: 'json' | 'reasons' | 'short',
): Promise<CommandResult> {
  const file = openFile(path, 'best', false);
  const { profile } = named;
  try {
    const found = await candidatesOf(profile, row.line, file, how);
    if (as === 'json') {
      const json = { ...heatJson([named], row.line.id, null), bind: candidatesJson(found) };
      return { text: jsonText(json), notes: notesOf([named]) };
    }
    const list = candidatesText(found, visibleName(path), as === 'reasons');
    const text = `${rowTableText(profile, row)}\n${list}`;
    return { text: `${text}${namedText(profile, row, found)}`, notes: notesOf([named]) };
  } finally {
    file.close();
  }
}

/** What is named needs no --struct: its heat is shown at once. */
function namedText(
  profile: AccessProfile,
  row: LineRow,
  { search, origin }: LineCandidates,
): string {
  const [first] = search.ranking.candidates;
  if (first?.grade !== 'named') return '';
  const { desc } = first.struct;
  const place = { name: '', base: null, at: first.fit.offsetBytes, handed: null, origin };
  return structText(onStruct(profile, desc, row, place).attribution, desc);
}

function howOf(text: string | undefined): SearchBy {
  switch (text) {
    case undefined:
    case 'addresses':
      return 'addresses';
    case 'functions':
    case 'prototypes':
      return text;
    default:
      throw new Failure(usageMessage('heat-how', text));
  }
}

/** The line that `--line` names. */
function findLine(profile: AccessProfile, wanted: string): LineRow {
  const found = lineNamed(profile, wanted);
  if (found) return found;
  const rows = lineRows(profile);
  throw new Failure(
    rows.length === 0
      ? inputMessage('report-without-lines')
      : inputMessage('no-ranked-line', wanted, rows.length),
  );
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
      amount(counts, metric, attribution).padStart(10),
    );
    return `${amounts.join('')}  ${path}`;
  });
  const rest = attribution.unattributed.map(({ reason, counts }) => {
    const amounts = (['remote', 'local', 'loads', 'stores'] as const).map((metric) =>
      amount(counts, metric, attribution).padStart(10),
    );
    return `${amounts.join('')}  (${unattributedWords(reason)})`;
  });
  const words = ['remote', 'local', loadsName(attribution), 'stores'];
  const head = `${words.map((word) => word.padStart(10)).join('')}  field`;
  const bindings = attribution.instances.map(({ binding }) => binding);
  const doubts = bindingDoubts(bindings, struct.name).map(
    (doubt) => `\n${doubtText(sentence(doubt))}`,
  );
  return [table, head, ...fields, ...rest, ...doubts, ''].join('\n').replace(/^\n/, '');
}

/** What percentages of a line are, and which lines do not go with the others. */
function unitNotes({ unit, instances, leftOut }: Attribution): readonly Message[] {
  const shares = unit === 'percent' && instances.length > 0;
  return [
    ...(shares ? [noteMessage('shares-alone')] : []),
    ...(leftOut.length > 0 ? [noteMessage('lines-without-counts', leftOut.join(', '))] : []),
  ];
}

function amount(counts: HeatCounts, metric: LineFigure, attribution: Attribution): string {
  const { unit } = attribution;
  const lines = attribution.instances.flatMap((instance) => instance.lines);
  const isCounted =
    unit !== 'samples' || lines.length === 0 || lines.some(({ line }) => isKnown(line, metric));
  if (!isCounted || !knowsMetric(attribution, metric)) return '?';
  const value = metricOf(counts, metric);
  return unit === 'percent' ? `${value.toFixed(2)}%` : `${Math.round(value)}`;
}

function number(text: string | undefined, option: string): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new Failure(usageMessage('bytes', option, text));
}

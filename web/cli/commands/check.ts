import { usageMessage } from '../messages';
import { sentence, type Message } from '../../core/base/messages';
import type { Rule } from '../../core/edit/rule';
import { formatRule } from '../../core/edit/words';
import type { MemberPath } from '../../core/layout/ids';
import { jsonText } from '../../core/format/jsonText';
import { judgeRule } from '../../core/rules/judge';
import { placesIn } from '../../core/rules/places';
import { visibleName } from '../../core/base/visible';
import { whyNotBase } from '../../core/edit/applied';
import { withoutEdits } from '../../core/edit/apply';
import { newDocument } from '../../core/edit/document';
import { computeLayout } from '../../core/layout/compute';
import { leavesOf } from '../../core/layout/walk';
import { githubAnnotations, sarif } from '../../core/format/rules/annotations';
import { checkJson, type CheckResult } from '../../core/format/rules/checkJson';
import { Failure } from '../failure';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { findStruct } from '../open/findStruct';
import { pathInTree } from '../open/pathInTree';
import { openFile } from '../open/openFile';
import { mustHaveStructs } from '../open/unread';
import { readTextFile, structOfTextFile } from '../open/openText';
import { readText } from '../open/structOf';
import { parseTextOptions, TEXT_ARGS, TEXT_HELP } from '../open/textOptions';
import { companionsOf, stageOf, TYPES_ARGS, TYPES_HELP } from '../open/typesOptions';
import { FLAG, parseWords, type CliCommand } from '../words';
import { readRulesFile, type NamedRule } from './rulesFile';

const OPTIONS = {
  json: FLAG,
  github: FLAG,
  sarif: FLAG,
  init: FLAG,
  ...TYPES_ARGS,
  ...TEXT_ARGS,
} as const;

/** `hitmap check RULES FILE...`: fails where a layout breaks a rule. */
export const CHECK_COMMAND: CliCommand = {
  help: `hitmap check RULES FILE...: whether the layouts of files keep the rules of a text file

A rule is a line, with the name of its struct before it; it must hold in each file that has this struct. # begins a comment:
  file: together f_mode, f_op          these fields share one line
  file: apart f_ref | f_mode, f_op     none of the first shares a line with one of the others
  file: apart f_ref, f_pos, f_lock     no two of them share a line
  file: range f_ra, f_mapping          these and nothing else lie from the first to the last
  file: stay f_path                    it lies within one line
  file: stay f_ref in 2                it lies within line 2; the first is line 0
  file: size 184                       at most so many bytes
Lines are those of the file's machine, and the struct begins on one, unless a line above says otherwise:
  file: line 128                       lines of so many bytes: 32, 64, 128 or 256
  address_space: base 24               the struct begins so many bytes into its line

${TYPES_HELP}  --json              JSON; its shape is in docs/json.md
  --github            what does not hold as annotations of GitHub, at the line that declares the struct
  --sarif             the same as SARIF, for code scanning
  --init              rules instead of a check: hitmap check --init FILE STRUCT... prints what holds today

${TEXT_HELP}
Exit codes: 0 every rule holds, 1 one is broken or unknown (a struct that no file has), 2 bad usage or input.
docs/check.md has a workflow for CI.
`,
  run(args) {
    const { values, positionals } = parseWords('check', args, OPTIONS);
    const [rulesPath, ...paths] = positionals;
    if (values.init) return { text: firstRules(positionals, values), notes: [] };
    if (rulesPath === undefined || paths.length === 0) {
      throw new Failure(usageMessage('check'));
    }
    const rules = readRulesFile(readText(rulesPath), rulesPath);
    const checked = paths.map((path) => checkFile(path, rules, values));
    const isElsewhere = (struct: string) => checked.some(({ absent }) => !absent.has(struct));
    // A rule is about the files that have its struct; where none has it, each says so.
    const results = checked.flatMap(({ absent, results: all }) =>
      all.filter(({ struct }) => !absent.has(struct) || !isElsewhere(struct)),
    );
    const notes = checked.flatMap((each) => each.notes);
    const exitCode = results.every(({ verdict }) => verdict === 'holds') ? 0 : 1;
    if (values.json) {
      return { text: jsonText(checkJson(results)), notes, exitCode };
    }
    if (values.sarif) return { text: jsonText(sarif(results)), notes, exitCode };
    if (values.github) return { text: githubAnnotations(results), notes, exitCode };
    const sentences = results.map(
      ({ file, rule, verdict, why }) =>
        `${visibleName(`${VERDICT_LABELS[verdict]} ${file}: ${rule}${why === null ? '' : `: ${sentence(why)}`}`)}\n`,
    );
    return { text: sentences.join(''), notes, exitCode };
  },
};

const VERDICT_LABELS = { holds: 'ok     ', broken: 'BROKEN ', unknown: 'UNKNOWN' } as const;

type Values = Partial<ReturnType<typeof parseWords<typeof OPTIONS>>['values']>;

/** Whether a file keeps rules, and notes on its structs. Each is described once, however many rules speak of it. */
export function checkFile(
  path: string,
  rules: readonly NamedRule[],
  values: Values,
): {
  readonly results: readonly CheckResult[];
  readonly notes: readonly Message[];
  /** The structs that the file does not have. */
  readonly absent: ReadonlySet<string>;
} {
  const { find, close } = structsIn(path, values);
  const found = new Map<string, ReturnType<typeof laidOut> | Failure>();
  const subject = (struct: string) => {
    const known = found.get(struct) ?? attempt(() => laidOut(find(struct)));
    found.set(struct, known);
    return known;
  };
  try {
    const results = rules.map(({ text, struct, rule, ruler }): CheckResult => {
      const laid = subject(struct);
      const declared = laid instanceof Failure ? null : laid.declared;
      const base = { file: path, struct, rule: text, declared };
      if (laid instanceof Failure) {
        return { ...base, verdict: 'unknown', why: ofStruct(laid.problem, path) };
      }
      const { sizeBytes, alignBytes, places, fields } = laid;
      const lineBytes = ruler.lineBytes ?? laid.lineBytes;
      const why = whyNotBase({ name: struct, alignBytes }, ruler.baseBytes, lineBytes);
      if (why !== null) return { ...base, verdict: 'unknown', why };
      const lines = { lineBytes, baseBytes: ruler.baseBytes % lineBytes };
      const broken = judgeRule(rule, { sizeBytes, places, fields, ruler: lines });
      return broken === null
        ? { ...base, verdict: 'holds', why: null }
        : { ...base, verdict: 'broken', why: { ...broken.why, text: `${broken.why.text}.` } };
    });
    const notes = [...found.values()].flatMap((laid) => {
      return laid instanceof Failure ? [] : diagnosticNotes(laid.diagnostics, path);
    });
    const absent = [...found].flatMap(([name, laid]) =>
      laid instanceof Failure && NO_STRUCT.has(laid.problem.id) ? [name] : [],
    );
    return { results, notes, absent: new Set(absent) };
  } finally {
    close();
  }
}

/** What a file without the struct answers: another one may have it. */
const NO_STRUCT: ReadonlySet<string> = new Set(['input/no-struct', 'input/not-declared']);

interface Structs {
  readonly find: (name: string) => ReturnType<typeof findStruct>;
  readonly close: () => void;
}

function structsIn(path: string, values: Values): Structs {
  const bytes = readTextFile(path);
  if (bytes !== null) {
    const options = parseTextOptions(values);
    return { find: (name) => structOfTextFile(path, bytes, name, options), close: () => undefined };
  }
  const file = openFile(path, stageOf(values), false, companionsOf(values));
  mustHaveStructs(file);
  return { find: (name) => findStruct(file, name), close: () => file.close() };
}

/** Why a struct is not there, without the file, which the line names. */
function ofStruct(problem: Message, path: string): Message {
  return { ...problem, text: problem.text.replace(`${path}: `, () => '') };
}

/** A struct that is not there is a failure of its own: the others are still looked at. */
function attempt<T>(find: () => T): T | Failure {
  try {
    return find();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function laidOut(desc: ReturnType<typeof findStruct>) {
  const {
    struct,
    state: { lineBytes },
  } = withoutEdits(newDocument(desc));
  const layout = computeLayout(struct);
  return {
    sizeBytes: layout.sizeBits / 8,
    alignBytes: layout.alignBits / 8,
    places: placesIn(layout, desc),
    fields: () => leavesOf(layout),
    lineBytes,
    diagnostics: desc.diagnostics,
    declared: declaredIn(desc),
  };
}

/** Where a struct is declared; below this folder, where it lies there. */
function declaredIn({ types, root }: ReturnType<typeof findStruct>): CheckResult['declared'] {
  const { file = '', line = 0 } = types[root]?.declared ?? {};
  return file === '' ? null : { path: pathInTree(file, undefined, file), line };
}

/** Rules that structs keep as they are: the size, and the range of each group of the kernel's macros. */
function firstRules([path, ...names]: readonly string[], values: Values): string {
  if (path === undefined || names.length === 0) {
    throw new Failure(usageMessage('check-init'));
  }
  const { find, close } = structsIn(path, values);
  try {
    return names.map((name) => `${rulesOf(name, find(name)).join('\n')}\n`).join('\n');
  } finally {
    close();
  }
}

function rulesOf(name: string, desc: ReturnType<typeof findStruct>): readonly string[] {
  const { struct } = withoutEdits(newDocument(desc));
  const rules: Rule[] = [{ kind: 'maxSize', bytes: computeLayout(struct).sizeBits / 8 }];
  let group: MemberPath[] | null = null;
  for (const { name: member, path } of struct.root.members) {
    if (member?.startsWith('__cacheline_group_begin__')) group = [];
    else if (member?.startsWith('__cacheline_group_end__')) {
      if (group !== null && group.length > 1)
        rules.push({ kind: 'range', members: group, toEnd: false });
      group = null;
    } else group?.push(path);
  }
  return rules.map((rule) => `${name}: ${formatRule(rule)}`);
}

// Which struct is a contended line of? Asked of lines whose truth is known; see USAGE.
import { badUsage } from '../badUsage';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../../web/cli/failure';
import type { SearchBy } from '../../web/core/bind/search';
import { candidatesOf, type LineCandidates } from '../../web/cli/bind/candidates';
import { openFile, type OpenFile } from '../../web/cli/open/openFile';
import { readProfile } from '../../web/cli/open/readProfile';
import type { AccessProfile } from '../../web/core/facts/generated';
import { codeOf } from './accesses';
import { knownLines } from './known';
import { eligible, lineOf, type Subject, type WrittenLine, type Trim } from './lines';
import { isMovedLine, judgedMembers, membersText, type JudgedMembers } from './members';
import { answerOf, rowOf, TABLE_HEAD, type Answer, type Known } from './score';
import { spawnSync } from 'node:child_process';

/** Each line as a mail has it, printed by the writer of perf's texts (`wasm/testing/corpus`). */
function printed(lines: readonly WrittenLine[]): readonly string[] {
  const cases = lines.map(({ perf, seed, objects, touches }) => ({ perf, seed, objects, touches }));
  const { stdout, stderr, status } = spawnSync('cargo', ['xtask', 'lines'], {
    cwd: 'wasm',
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  });
  if (status !== 0) throw new Error(`cargo xtask lines: ${stderr}`);
  const texts = JSON.parse(stdout) as readonly string[];
  return lines.map(({ trim, truth }, at) => trimmed(texts[at] ?? '', trim, truth.address));
}

/** The hottest rows of a line that a mail shows. */
const MOST_ROWS = 4;

function trimmed(text: string, trim: Trim, address: string): string {
  if (trim === 'whole') return text;
  const at = text.indexOf('Shared Cache Line Distribution Pareto');
  const block = text.slice(text.indexOf('\n#', at) + 1);
  if (trim === 'block') return block;
  if (trim === 'quoted') return block.replace(/^/gm, '> ');
  // Of each line the hottest rows, as a person cuts them.
  let rows = 0;
  return block
    .split('\n')
    .filter((line) => {
      if (/^\s+-{20,}$/.test(line) || line.includes(address)) rows = 0;
      if (!/^\s+[\d.]+%/.test(line)) return true;
      rows += 1;
      return rows <= MOST_ROWS;
    })
    .join('\n');
}

const USAGE = `npm run validate:candidates -- VMLINUX OTHER_VMLINUX [--development | --held-out] [--reports FOLDER] [--list]

Makes contended lines from accesses that the functions of both kernels really do, prints them as perf and a mail
would, and counts how often the struct that they are of is named: over the same kernel and over the other one. Then
the lines of published reports whose struct is known. Needs objdump, pfunct and cargo. Ends with exit code 1 where
more than 2 % are wrong and called strong, or one is wrong and named, as a struct or by its members.

  --development    lines that may be looked at while the ranking is changed
  --held-out       lines that are run ONCE, when nothing is changed any more
  --reports FOLDER published reports; those of the list in judges/candidates/known.ts that are there
  --published      only these published reports: the made lines are left out
  --lines N        so many made lines of each kernel over each kernel (100)
  --skip N         so many of each are left out first (0): lines that nobody looked at yet
  --how WHAT       by prototypes alone, or by functions: as hitmap heat takes it
  --moved          only lines over the other kernel whose members lie at other distances there
  --list           every line with its answer (not with --held-out)
`;

const SEEDS = { development: 1, judged: 100_000, heldOut: 200_000 } as const;
type LineSet = keyof typeof SEEDS;
const SETS: readonly LineSet[] = ['development', 'judged', 'heldOut'];
/** Of each kernel, over each kernel. */
const LINES_EACH = 100;
const MOST_WRONG_STRONG = 0.02;

interface Case {
  readonly written: WrittenLine;
  readonly text: string;
}

export async function main(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        development: { type: 'boolean', default: false },
        'held-out': { type: 'boolean', default: false },
        reports: { type: 'string' },
        published: { type: 'boolean', default: false },
        lines: { type: 'string', default: '100' },
        skip: { type: 'string', default: '0' },
        how: { type: 'string', default: 'addresses' },
        moved: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
    });
    const [own, other] = positionals;
    if (own === undefined || other === undefined || positionals.length > 2) throw badUsage(USAGE);
    if (values['held-out'] && (values.list || values.development)) throw badUsage(USAGE);
    const set = values['held-out'] ? 'heldOut' : values.development ? 'development' : 'judged';
    const { how, published } = values;
    if (how !== 'addresses' && how !== 'functions' && how !== 'prototypes') {
      throw badUsage(USAGE);
    }
    const linesEach = Math.min(LINES_EACH, Number(values.lines));
    const skipped = Number(values.skip);
    if (!(linesEach > 0) || !(skipped >= 0)) throw badUsage(USAGE);
    const asked = {
      set: published ? null : set,
      how,
      linesEach,
      skipped,
      isMovedOnly: values.moved,
      isListed: values.list,
    } as const;
    return await validate([own, other], values.reports ?? null, asked);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** What of it all is done. */
interface Asked {
  /** Null for no made lines. */
  readonly set: LineSet | null;
  readonly how: SearchBy;
  readonly linesEach: number;
  /** Of each kernel over each kernel, before the first that is asked. */
  readonly skipped: number;
  readonly isMovedOnly: boolean;
  readonly isListed: boolean;
}

async function validate(
  paths: readonly string[],
  reports: string | null,
  { set, how, linesEach, skipped, isMovedOnly, isListed }: Asked,
): Promise<number> {
  const cases = new Map<string, readonly Case[]>();
  if (set !== null) for (const path of paths) cases.set(path, await casesOf(path, set));
  const all: Answer[] = [];
  const table: string[] = [];
  const add = (title: string, answers: readonly Answer[]) => {
    table.push(rowOf(title, answers));
    all.push(...answers);
  };
  const published: string[] = [];
  const members: JudgedMembers[] = [];
  for (const path of paths) {
    const file = openFile(path, 'best', false);
    const names = new Set(file.names);
    for (const from of paths) {
      const isOwn = from === path;
      const half = (cases.get(from) ?? []).filter(
        ({ written }) => isOwn === (written.seed % 2 === 0) && names.has(written.truth.struct),
      );
      const answers: Answer[] = [];
      const own = isOwn ? null : openFile(from, 'btf', false);
      const wanted = isMovedOnly
        ? half.filter(({ written }) => own !== null && isMovedLine(written, own, file))
        : half;
      for (const each of wanted.slice(skipped, skipped + linesEach)) {
        const given = await answer(file, each, isOwn, how, isListed ? basename(path) : null);
        answers.push(given.answer);
        if (own === null) continue;
        const judged = judgedMembers(each.written, own, file, given.found);
        members.push(judged);
        const line = `${each.written.seed} members of ${each.written.truth.struct}: ${judged.answer}`;
        if (isListed) console.log(basename(path), line);
      }
      own?.close();
      if (set !== null) {
        add(`of ${basename(from)}, over ${isOwn ? 'the same' : basename(path)}`, answers);
      }
    }
    const ofThis: Answer[] = [];
    for (const known of isMovedOnly ? [] : knownLines(reports)) {
      if (!names.has(known.known.struct)) continue;
      const found = await candidatesOf(known.profile, known.line, file, how);
      const given = answerOf(found, known.known);
      ofThis.push(given);
      if (isListed) console.log(basename(path), known.title, listing(known.known, given));
    }
    published.push(rowOf(`published, over ${basename(path)}`, ofThis));
    file.close();
  }
  console.log([TABLE_HEAD, ...table, rowOf('all', all), ...published].join('\n'));
  console.log(membersText(members));
  const wrong = all.filter(({ wrongStrong }) => wrongStrong !== null).length;
  const isNamedWrong =
    all.some(({ isWrongNamed }) => isWrongNamed) || members.some(({ isWrong }) => isWrong);
  return wrong <= MOST_WRONG_STRONG * all.length && !isNamedWrong ? 0 : 1;
}

async function answer(
  file: OpenFile,
  { written, text }: Case,
  isOwn: boolean,
  how: SearchBy,
  listedFor: string | null,
): Promise<{ readonly answer: Answer; readonly found: LineCandidates }> {
  const { truth, trim, seed } = written;
  const known = { struct: truth.struct, offsetBytes: isOwn ? truth.offsetBytes : null };
  const profile = profileOf(text);
  const line = profile.lines.find(({ address }) => address === truth.address);
  if (line === undefined) throw new Error(`seed ${seed} (${trim}): the line is not in its text`);
  const found = await candidatesOf(profile, line, file, how);
  const given = answerOf(found, known);
  if (listedFor !== null) console.log(listedFor, seed, trim, listing(known, given));
  return { answer: given, found };
}

function listing({ struct, offsetBytes }: Known, answer: Answer): string {
  const { rank, first, grade, wrongStrong, isElsewhere } = answer;
  const verdict =
    rank === null ? 'absent' : rank > 0 ? `at ${rank + 1}` : isElsewhere ? 'byte' : 'ok';
  const wrong = wrongStrong === null ? '' : ` WRONG STRONG ${wrongStrong}`;
  return `${verdict}: ${struct}@${offsetBytes ?? '?'}, first ${first} ${grade}${wrong}`;
}

const CACHE = '.cache/candidates';

/** Kept, and all sets at once: reading all machine code of a kernel takes half a minute. */
async function casesOf(path: string, set: LineSet): Promise<readonly Case[]> {
  mkdirSync(CACHE, { recursive: true });
  const { size } = statSync(path);
  const keptIn = (name: LineSet) => join(CACHE, `${basename(path)}-${size}-${name}.json`);
  if (!existsSync(keptIn(set))) {
    const subjects = eligible(await subjectsOf(path));
    for (const name of SETS) {
      writeFileSync(keptIn(name), JSON.stringify(drawn(subjects, SEEDS[name])));
    }
  }
  return JSON.parse(readFileSync(keptIn(set), 'utf8')) as readonly Case[];
}

function drawn(subjects: readonly Subject[], firstSeed: number): readonly Case[] {
  const lines: WrittenLine[] = [];
  for (let seed = firstSeed; lines.length < 4 * LINES_EACH; seed += 1) {
    const line = lineOf(subjects, seed);
    if (line !== null) lines.push(line);
  }
  const texts = printed(lines);
  return lines.map((written, at) => ({ written, text: texts[at] ?? '' }));
}

async function subjectsOf(path: string): Promise<readonly Subject[]> {
  const { accesses } = await codeOf(path);
  const file = openFile(path, 'btf', false);
  const subjects = [...accesses].flatMap(([name, of]): Subject[] => {
    // A name with two layouts has no truth.
    const row = file.names.indexOf(name);
    if (row < 0 || file.names.indexOf(name, row + 1) >= 0) return [];
    const desc = file.session.ask({ kind: 'describe', row });
    const type = desc.ok ? desc.value.types[desc.value.root] : undefined;
    if (type === undefined || type.sizeBytes === null) return [];
    const alignBytes = type.align?.bytes ?? 8;
    return [{ name, sizeBytes: type.sizeBytes, alignBytes, accesses: of }];
  });
  file.close();
  return subjects;
}

function profileOf(text: string): AccessProfile {
  // Two runs may go on at once.
  const path = join(CACHE, `line-${process.pid}.txt`);
  writeFileSync(path, text);
  try {
    return readProfile(path);
  } finally {
    rmSync(path);
  }
}

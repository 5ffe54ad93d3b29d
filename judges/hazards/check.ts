import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hazardWords } from '../../web/core/patch/hazards/report';
import { probesOf, shuffled } from '../patch/compiles';
import { randomFrom } from '../patch/random';
import { report, tally } from '../patch/tally';
import { judgeOffsets, judgeUsers, printed } from './judges';
import { grep, judgedStruct } from './struct';
import { TREES, type JudgedTree } from './trees';

const USAGE = `npm run check:hazards -- [--tree NAME] [--structs N] [--users N] [--seed N] [--print]

What a new order breaks in a tree, found by gcc and held against what Hitmap names. Of each tree (${Object.keys(TREES).join(', ')})
structs are drawn that files of it name, each with an order drawn for it; files that read its header are compiled. An error
that the new order makes, a value by position (gcc's designated_init), an \`offsetof\`, and a length that takes in other
members have to be named. Of each tree ${20} printed places are drawn, whose verdicts are in verdicts.tsv: 5 of 100 may be false.
Fetches sources through apt into .cache/kernel.

  --tree NAME   of the trees only this one
  --structs N   of each tree (20)
  --users N     files compiled for each tree (300)
  --seed N      of what is drawn (1)
  --print       print the drawn places that have no verdict, as lines of verdicts.tsv
`;

const DRAWN_PLACES = 20;
const MOST_FALSE = 0.05;

/** The exit code: 0 no failure, 1 a failure, 2 bad usage. */
export function main(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tree: { type: 'string' },
      structs: { type: 'string', default: '20' },
      users: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      print: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 2;
  }
  const cache = resolve(process.env.HITMAP_KERNEL_CACHE ?? '.cache/kernel');
  const [structs, users, seed] = [values.structs, values.users, values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  const judged: (boolean | null)[] = [];
  const results = Object.entries(TREES).flatMap(([name, fetch]) => {
    if (values.tree !== undefined && values.tree !== name) return [];
    const tree = fetch(cache);
    if (tree === null) return [];
    const { isRight, verdicts } = checkTree(name, tree, { structs, users, seed }, values.print);
    judged.push(...verdicts);
    return isRight;
  });
  const known = judged.filter((verdict) => verdict !== null);
  const wrong = known.filter((verdict) => !verdict).length;
  console.log(`${judged.length} printed places drawn, ${known.length} judged, ${wrong} false`);
  const areTrue = known.length === judged.length && wrong <= known.length * MOST_FALSE;
  return results.every(Boolean) && areTrue ? 0 : 1;
}

interface Drawn {
  readonly structs: number;
  readonly users: number;
  readonly seed: number;
}

function checkTree(name: string, tree: JudgedTree, drawn: Drawn, print: boolean) {
  const counted = tally();
  const random = randomFrom(drawn.seed);
  const files = grep(tree.sources, ['-rlE', '--include=*.c', '.'])
    .map((path) => path.replace(/^\.\//, ''))
    .filter((path) => !/(?:^|\/)(?:tools|samples|tests?|debian)\//.test(path));
  const places: { readonly line: string; readonly verdict: boolean | null }[] = [];
  let done = 0;
  for (const { header, struct } of shuffled(probesOf(tree.base, 1, tree.headers), random)) {
    if (done >= drawn.structs) break;
    const judged = judgedStruct(tree, header, struct, random);
    if (judged === null) continue;
    const naming = grep(tree.sources, ['-rlwE', '--include=*.c', judged.names.join('|')])
      .map((path) => path.replace(/^\.\//, ''))
      .filter((path) => files.includes(path));
    if (naming.length === 0) continue;
    done += 1;
    console.log(`${name}: ${struct}, ${judged.hazards.places.length} places`);
    const own = { ...counted, fail: (why: string) => counted.fail(`${struct}: ${why}`) };
    const trial = { tree, struct: judged, tally: own };
    const most = Math.ceil(drawn.users / drawn.structs);
    const others = shuffled(files, random).slice(0, most * 4);
    judgeUsers(trial, { naming: shuffled(naming, random), others, most });
    judgeOffsets(trial);
    for (const place of printed(judged)) {
      const at = `${name}\t${struct}\t${place.path}:${place.line}\t${place.kind}`;
      const line = `${at}\t?\t${hazardWords(place)}: ${place.text}`;
      places.push({ line, verdict: VERDICTS.get(at) ?? null });
    }
  }
  const drawnPlaces = shuffled(places, random).slice(0, DRAWN_PLACES);
  if (print) for (const { line, verdict } of drawnPlaces) if (verdict === null) console.log(line);
  return { isRight: report(name, counted), verdicts: drawnPlaces.map(({ verdict }) => verdict) };
}

/** Whether a place is one, by those who read it: tree, struct, place, kind, `true` or `false`, why. */
const VERDICTS: ReadonlyMap<string, boolean> = readVerdicts(
  join('judges', 'hazards', 'verdicts.tsv'),
);

function readVerdicts(path: string): ReadonlyMap<string, boolean> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(1) : [];
  return new Map(
    lines.map((line) => {
      const cells = line.split('\t');
      return [cells.slice(0, 4).join('\t'), cells[4] === 'true'];
    }),
  );
}

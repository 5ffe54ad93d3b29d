import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemAt } from '../../web/core/base/itemAt';
import { formatEdit } from '../../web/core/edit/words';
import { csource, readHeader } from '../../web/cli/open/openText';
import { planPatch } from '../../web/core/patch/plan';
import { editsOf, filesUnder, isCandidate, KERNEL_FOLDERS } from './applies';
import { randomFrom } from './random';
import { report, tally } from './tally';

const scratch = mkdtempSync(join(tmpdir(), 'hitmap-style-'));

/** What each judge says of a file, without its line numbers. */
interface Judge {
  readonly name: string;
  readonly messages: (tree: string, file: string, text: string) => readonly string[];
}

const JUDGES: readonly Judge[] = [
  { name: 'checkpatch.pl', messages: ofCheckpatch },
  { name: 'kernel-doc', messages: ofKernelDoc },
];

/**
 * Whether `kernel-doc` and `checkpatch.pl --strict` say of headers after a random patch only what they said
 * before: each message with the line or the name that it is about, wherever that stands now.
 */
export function checkStyle(name: string, tree: string, patches: number, seed: number): boolean {
  const counted = tally();
  const judges = JUDGES.filter((judge) => existsSync(join(tree, 'scripts', judge.name)));
  for (const judge of JUDGES) {
    if (!judges.includes(judge)) console.log(`scripts/${judge.name} is not in the source.`);
  }
  const random = randomFrom(seed);
  const files = KERNEL_FOLDERS.flatMap((folder) => filesUnder(tree, folder)).filter((path) =>
    path.endsWith('.h'),
  );
  let judged = 0;
  // A patch that is refused is no patch; most are not.
  for (let tries = 0; judged < patches && tries < patches * 20; tries++) {
    const path = itemAt(files, random(files.length));
    const bytes = readFileSync(join(tree, path));
    const doc = readHeader(bytes);
    const records = [...doc.records.keys()].filter((record) => isCandidate(doc, record));
    if (records.length === 0) continue;
    const edited = editsOf(doc, itemAt(records, random(records.length)), random);
    if (edited === null) continue;
    const result = planPatch({
      header: { path, bytes, doc },
      ...edited,
      dialect: 'kernel',
      split: [],
      comments: [],
      boundaries: true,
      versions: { header: null, binary: null },
      mayChangeFormat: true,
      defined: null,
      scalars: [],
      csource: csource(),
    });
    if (!result.ok) {
      counted.count(`refused: ${result.error.kind}`);
      continue;
    }
    judged += 1;
    counted.count('patched headers');
    for (const judge of judges) {
      const earlier = [...messagesOf(judge, tree, bytes)];
      for (const message of messagesOf(judge, tree, result.value.after)) {
        const known = earlier.indexOf(message);
        if (known >= 0) {
          earlier.splice(known, 1);
          continue;
        }
        if (message.startsWith(ASKS_COMMENT)) {
          counted.count('a lock went away from the comment of its neighbours');
          continue;
        }
        if (judge.name === 'checkpatch.pl' && carries(tree, message, bytes)) {
          counted.count('checkpatch.pl looks at a line that it had passed over');
          continue;
        }
        counted.count(`${judge.name} finds something new`);
        const words = edited.document.edits.map(formatEdit).join('; ');
        counted.fail(`${path}: ${edited.document.struct.name}: ${message} [${words}]`);
      }
    }
  }
  return report(`kernel-doc and checkpatch.pl --strict: ${name}`, counted);
}

/** A comment above several members stays with those that stay, and checkpatch asks for one at the lock that leaves. */
const ASKS_COMMENT = 'UNCOMMENTED_DEFINITION: ';

/** The kernel's words for an alignment, and the blanks before one. */
const ALIGNED = /\s*\b(?:__aligned\(\w+\)|____cacheline_aligned(?:_in_smp)?)/g;

/**
 * Whether checkpatch says of a line of the header the same where it is alone in a struct: a line that moves is judged by
 * its own text, at which checkpatch had not looked where a condition or a comment was above.
 */
function carries(tree: string, message: string, bytes: Uint8Array): boolean {
  const line = message.slice(message.indexOf(': ') + 2);
  const had = new TextDecoder('latin1').decode(bytes).split('\n');
  // A line that the patch wrote is not among them: alignments are left out of neither.
  const own = had.find((each) => each.replace(/\s+/g, ' ').trim() === line);
  if (own === undefined) return false;
  const file = join(scratch, 'alone.h');
  const text = `struct s {\n${own}\n};\n`;
  writeFileSync(file, text);
  return ofCheckpatch(tree, file, text).includes(message);
}

function messagesOf(judge: Judge, tree: string, bytes: Uint8Array): readonly string[] {
  const file = join(scratch, 'header.h');
  writeFileSync(file, bytes);
  return judge.messages(tree, file, new TextDecoder('latin1').decode(bytes));
}

/** The kind of each message and the line that it is about. */
function ofCheckpatch(tree: string, file: string, text: string): readonly string[] {
  const lines = text.split('\n');
  const words = ['--strict', '--no-tree', '--terse', '--show-types', '--no-summary', '-f', file];
  return outputOf('perl', [join(tree, 'scripts/checkpatch.pl'), ...words], tree).flatMap((line) => {
    const [, number, kind] = /:(\d+): (?:ERROR|WARNING|CHECK):(\w+):/.exec(line) ?? [];
    return kind === undefined ? [] : [`${kind}: ${about(lines[Number(number) - 1])}`];
  });
}

/**
 * What a line says but for alignments, and for the blanks behind them: one that comes to a line is not what a message
 * about it is for.
 */
function about(line: string | undefined): string {
  return (line ?? '').replace(ALIGNED, '').replace(/\s+/g, ' ').trim();
}

function ofKernelDoc(tree: string, file: string): readonly string[] {
  return outputOf('perl', [join(tree, 'scripts/kernel-doc'), '-none', file], tree).flatMap(
    (line) => {
      const [, message] = /:\d+: (.*)/.exec(line) ?? [];
      return message === undefined ? [] : [message];
    },
  );
}

function outputOf(program: string, words: readonly string[], cwd: string): readonly string[] {
  const { stdout, stderr } = spawnSync(program, words, { cwd, maxBuffer: 1 << 28 });
  return `${stdout.toString()}${stderr.toString()}`.split('\n');
}

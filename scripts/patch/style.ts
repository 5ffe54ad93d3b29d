import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHeader } from '../../web/cli/open/openText';
import { planPatch } from '../../web/output/patch/plan';
import { structOfText } from '../../web/output/patch/testing/structOfText';
import { randomMoves } from './edits';
import { HOT_STRUCTS } from './hotStructs';
import { randomFrom } from './random';
import { report, tally } from './tally';

const scratch = mkdtempSync(join(tmpdir(), 'hitmap-style-'));

/**
 * Whether `checkpatch.pl --strict` says of headers after a patch only what it said before: each message
 * with the line that it is about, wherever that line stands now.
 */
export function checkStyle(tree: string, seed: number): boolean {
  const counted = tally();
  const script = join(tree, 'scripts/checkpatch.pl');
  if (!existsSync(script)) {
    console.log('scripts/checkpatch.pl is not in the source: style is not checked.');
    return true;
  }
  const random = randomFrom(seed);
  const before = new Map<string, readonly string[]>();
  for (const { header, struct } of HOT_STRUCTS) {
    const path = `include/${header}`;
    if (!existsSync(join(tree, path))) continue;
    const bytes = readFileSync(join(tree, path));
    const doc = readHeader(bytes);
    const record = doc.records.findIndex(
      (each) => each.tag === struct && each.keyword === 'struct',
    );
    if (record < 0) continue;
    const desc = structOfText(doc, record, {}, (condition) => !condition.startsWith('!('));
    const edited = randomMoves(desc, 1 + random(3), random);
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
      readHeader,
    });
    if (!result.ok) {
      counted.count(`refused: ${result.error.kind}`);
      continue;
    }
    counted.count('patched headers');
    const was = before.get(path) ?? messages(tree, script, bytes);
    before.set(path, was);
    const said = [...was];
    for (const message of messages(tree, script, result.value.after)) {
      const known = said.indexOf(message);
      if (known >= 0) said.splice(known, 1);
      else counted.fail(`struct ${struct}: ${message}`);
    }
  }
  return report('checkpatch.pl --strict', counted);
}

/** What checkpatch says of a header: the kind of each message and the line that it is about. */
function messages(tree: string, script: string, bytes: Uint8Array): readonly string[] {
  const file = join(scratch, 'header.h');
  writeFileSync(file, bytes);
  const lines = new TextDecoder('latin1').decode(bytes).split('\n');
  const { stdout } = spawnSync(
    'perl',
    [script, '--strict', '--no-tree', '--terse', '--show-types', '--no-summary', '-f', file],
    { cwd: tree, maxBuffer: 1 << 28 },
  );
  return stdout
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, number, kind] = /:(\d+): (?:ERROR|WARNING|CHECK):(\w+):/.exec(line) ?? [];
      return kind === undefined ? [] : [`${kind}: ${lines[Number(number) - 1]?.trim() ?? ''}`];
    });
}

import { spawnSync } from 'node:child_process';
import type { Trim, WrittenLine } from './lines';

/** Each line as a mail has it, printed by the writer of perf's texts (`wasm/testing/corpus`). */
export function printed(lines: readonly WrittenLine[]): readonly string[] {
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

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/tools.mjs';
import { say } from './figures.mjs';

const CASES = [
  ['file', '700 characters', ['--edit', 'move f_owner first', '--edit', 'note f_lock "cold"']],
  ['mm_struct', '2,500 characters', ['--edit', 'move map_count first']],
  ['address_space', null, []],
  ['task_struct', null, []],
];

/** How long links of real structs are, and one with the heat of a posted report. */
export function benchLinks(btf) {
  console.log('\nLinks, in characters behind the page’s address');
  const heat = JSON.parse(readFileSync(join(root, 'web/share/fixtures/form1-heat.json'), 'utf8'));
  say('address_space with 9 rows of c2c heat and 2 edits', `${heat.link.length}`);
  if (!existsSync(btf)) {
    console.log(`  others left out: this system has no ${btf}`);
    return;
  }
  for (const [struct, budget, words] of CASES) {
    const link = execFileSync(
      process.execPath,
      [join(root, 'dist-cli/hitmap.mjs'), 'link', btf, struct, ...words],
      { encoding: 'utf8' },
    ).trim();
    const edits = words.length / 2;
    const title = edits === 0 ? struct : `${struct} with ${edits} edit${edits === 1 ? '' : 's'}`;
    say(title, `${link.length}`, budget === null ? {} : { budget });
  }
}

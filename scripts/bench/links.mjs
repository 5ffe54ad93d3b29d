import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/tools.mjs';
import { hitmap } from './commandLine.mjs';
import { say } from './figures.mjs';

/** Lines of `reports/mm_struct.txt` beside the first, and where in the struct they lie. */
const MM_LINES = [
  ['0xff1100219a5c0080', 128],
  ['0xff1100219a5c00c0', 192],
  ['0xff1100219a5c0180', 384],
  ['0xff1100219a5c03c0', 960],
];

const CASES = [
  {
    title: 'file with 5 rows of c2c heat and 2 edits',
    budget: '800 characters',
    words: [
      'file',
      ...profile('file.txt', 128),
      ...edits('move f_owner first', 'note f_lock "cold"'),
    ],
  },
  {
    title: 'mm_struct with 12 rows on 5 lines, 2 tags and an edit',
    budget: '2,500 characters',
    words: [
      'mm_struct',
      ...profile('mm_struct.txt', 0),
      ...edits(
        ...MM_LINES.map(([address, offset]) => `bind mm_struct.txt ${address} at ${offset}`),
        'tag flags read-hot',
        'tag owner read-mostly',
        'move map_count first',
      ),
    ],
  },
  { title: 'address_space', words: ['address_space'] },
  { title: 'task_struct', words: ['task_struct'] },
];

function profile(name, offset) {
  const report = join(root, 'scripts/bench/reports', name);
  return ['--profile', report, '--line', '0', '--at', `${offset}`];
}

function edits(...words) {
  return words.flatMap((each) => ['--edit', each]);
}

/** How long links of real structs are, with the heat that a posted report has. */
export function benchLinks(btf) {
  console.log('\nLinks, in characters behind the page’s address');
  if (!existsSync(btf)) {
    console.log(`  left out: this system has no ${btf}`);
    return;
  }
  for (const { title, budget, words } of CASES) {
    const link = hitmap('link', btf, ...words);
    const length = link === null ? 'failed' : `${link.trim().length}`;
    say(title, length, budget === undefined ? {} : { budget });
  }
}

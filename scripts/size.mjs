// `npm run size`: lines of code, not blank and no comment alone, by folder and kind. Formatted files are counted as they
// are; what a program wrote, fixtures and the corpus are apart. `npm run size -- 3` goes three folders deep.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/tools.mjs';

const CODE = /\.(ts|tsx|mts|mjs|js|rs|css|html|sql|py|sh)$/;
const GENERATED = /^web\/core\/(facts\/generated\.ts|ingest\/generated\/|model\/learned\.ts)/;
const FIXTURES = /^(e2e\/samples|public|wasm\/crates\/[^/]+\/tests\/(samples|data))\//;
const CORPUS = /^corpus\//;
const TESTS =
  /\.test\.tsx?$|\/testing\/|^e2e\/|^wasm\/(testing|fuzz)\/|^wasm\/crates\/[^/]+\/(tests|examples)\/|\/tests\.rs$/;
const TOOLS = /^(scripts|judges|wasm\/(?:xtask|modules)|\.github|\.ci)\/|^[^/]+\.(js|ts)$/;
const KINDS = ['product', 'tests', 'tools', 'generated', 'fixtures', 'corpus'];

const kindOf = (path) => {
  if (GENERATED.test(path)) return 'generated';
  if (CORPUS.test(path)) return 'corpus';
  if (FIXTURES.test(path)) return 'fixtures';
  if (TESTS.test(path)) return 'tests';
  return TOOLS.test(path) ? 'tools' : 'product';
};

/** Lines of code of a text, and how many of them are in the tests at the end of a Rust file. */
const count = (text, path) => {
  const rust = path.endsWith('.rs');
  const hash = /\.(py|sh)$/.test(path);
  const dash = path.endsWith('.sql');
  const closes = path.endsWith('.html') ? '-->' : '*/';
  let code = 0;
  let tests = 0;
  let inComment = false;
  let inTests = false;
  const lines = text.split('\n');
  lines.forEach((raw, at) => {
    const line = raw.trim();
    if (rust && raw === '#[cfg(test)]' && /^(pub(\(.*\))? )?mod \w+ \{$/.test(lines[at + 1] ?? ''))
      inTests = true;
    if (inComment) {
      inComment = !line.includes(closes);
    } else if (!hash && /^(\/\*|\{\/\*|<!--)/.test(line)) {
      inComment = !line.includes(closes);
      const rest = line.slice(line.indexOf(closes) + 2);
      if (!inComment && /[^\s}>]/.test(rest)) code += 1;
    } else if (
      line !== '' &&
      !(line.startsWith('//') || (hash && line.startsWith('#')) || (dash && line.startsWith('--')))
    ) {
      code += 1;
      if (inTests) tests += 1;
    }
    if (raw === '}') inTests = false;
  });
  return { code, tests };
};

const deep = Number(process.argv[2] ?? 2);
const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
const folders = new Map();
const add = (path, kind, lines) => {
  const folder = path.split('/').slice(0, -1).slice(0, deep).join('/') || '.';
  for (const name of [folder, 'all']) {
    const row = folders.get(name) ?? Object.fromEntries(KINDS.map((each) => [each, 0]));
    row[kind] += lines;
    folders.set(name, row);
  }
};
for (const path of paths.split('\0')) {
  const kind = kindOf(path);
  const isText =
    CODE.test(path) || (/^(corpus|fixtures)$/.test(kind) && /\.(txt|json)$/.test(path));
  if (path === '' || !isText) continue;
  const { code, tests } = count(readFileSync(join(root, path), 'utf8'), path);
  add(path, kind, kind === 'product' ? code - tests : code);
  if (kind === 'product') add(path, 'tests', tests);
}
const rows = [...folders].filter(([name]) => name !== 'all').sort(([a], [b]) => (a < b ? -1 : 1));
const total = folders.get('all');
const print = (cells) => {
  const figures = cells.slice(1).map((cell) => String(cell).padStart(10));
  console.log(String(cells[0]).padEnd(40) + figures.join(''));
};
print(['folder', ...KINDS]);
for (const [name, row] of [...rows, ['all', total]])
  print([name, ...KINDS.map((kind) => row[kind])]);
console.log(`product + tests + tools: ${total.product + total.tests + total.tools}`);

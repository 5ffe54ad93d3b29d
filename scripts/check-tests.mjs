// No test in Rust ends early, or is left out, without a word: libtest counts an early return as passed. What cannot
// run says so by `judges::skip!`. ESLint holds the same of the TypeScript (eslint.config.js).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/tools.mjs';

const SILENT = [
  [
    /\breturn\b\s*(?:\(\s*\)|Ok\(\(\)\)|assert\w*!.*)?\s*(?:[;,}]|$)/,
    'an early return passes: judges::skip!(reason)',
  ],
  [/#\[.*\bignore\b/, 'an ignored test is never run: judges::skip!(reason) where it cannot run'],
  [/cfg\(any\(\)\)/, 'what is never compiled is never run'],
  [/println!\("skipp/, 'printed words are not counted: judges::skip!(reason)'],
];

const files = execFileSync('git', ['ls-files', 'wasm/*.rs'], { cwd: root, encoding: 'utf8' });
let found = 0;
for (const file of files.trim().split('\n')) {
  const text = readFileSync(join(root, file), 'utf8');
  const start = /\/tests\//.test(file) ? 0 : text.search(/#\[(?:cfg\(test\)|test)\]/);
  if (start < 0) continue;
  const before = text.slice(0, start).split('\n').length;
  for (const [index, line] of text.slice(start).split('\n').entries()) {
    for (const [pattern, message] of SILENT) {
      if (!pattern.test(line)) continue;
      found++;
      console.error(`${file}:${before + index}: ${line.trim()}\n  ${message}`);
    }
  }
}
if (found > 0) process.exitCode = 1;

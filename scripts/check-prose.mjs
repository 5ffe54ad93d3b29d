// Words that our readers do not use, in what they read: texts of the page and the terminal, and the documents. Each with
// what to write instead. Comments are read by those who change the code, and judged in review.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './lib/tools.mjs';

/** What stands in a text, and what to write. */
const REJECTED = [
  [/\btold apart\b|\btells? (?:them|it|these) apart\b/i, 'distinguish'],
  [/\bcannot be told\b|\bnothing tells\b|\bnobody can tell\b/i, 'is unknown'],
  [/\bsettles it\b/i, 'say what to open'],
  [/\blies? (?:elsewhere|outside of|inside|behind|beside)\b/i, 'is'],
  [
    /\b(?:is|are|be) of (?:another|one|this|an?) (?:layout|object|version|kernel|build|struct|machine)\b/i,
    'belongs to, comes from',
  ],
  [/\b(?:types?|lines?|members?|layouts?|names?) of (?:its|their) own\b/i, 'its own'],
  [/\bholders?\b/i, 'container, containing struct'],
  [/\bstands? (?:beside|in for|there)\b/i, 'is shown beside, replaces'],
  [/\bno order (?:of members )?parts\b/i, 'separates'],
  [/\bgives? it back\b|\btake away\b/i, 'reset, remove'],
  [/\bis not known to\b/i, 'may not'],
];

const MARKDOWN = /\.md$/;
const SOURCE = /^web\/.*\.tsx?$/;
const RUST = /^wasm\/crates\/[^/]+\/src\/.*(?<!tests)\.rs$/;
/** Texts of other people, of tests, and what names an internal thing. */
const APART = /\.test\.|\/testing\/|^web\/page\/studies\/stories\.ts$|^CHANGELOG\.md$/;
/** A text that is read has some words. */
const LEAST_WORDS = 4;

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
let found = 0;
for (const file of files) {
  if (APART.test(file)) continue;
  const isDocument = MARKDOWN.test(file) && /^(docs\/|README)/.test(file);
  if (!isDocument && !SOURCE.test(file) && !RUST.test(file)) continue;
  const text = readFileSync(join(root, file), 'utf8');
  const read = isDocument ? paragraphs : RUST.test(file) ? rustLiterals : literals;
  for (const [line, words] of read(text, file)) {
    for (const [pattern, instead] of REJECTED) {
      const match = pattern.exec(words);
      if (match === null) continue;
      found += 1;
      console.error(`${file}:${line}: "${match[0]}" (${instead}): ${words.slice(0, 160)}`);
    }
  }
}
if (found > 0) process.exitCode = 1;

function* paragraphs(text) {
  for (const [index, line] of text.split('\n').entries()) yield [index + 1, line];
}

/** String literals of Rust above its tests, joined where a backslash breaks them. */
function* rustLiterals(text) {
  const [own] = text.split('#[cfg(test)]');
  const code = own.replace(/^\s*\/\/.*$/gm, '');
  for (const { 1: literal, index } of code.matchAll(/"((?:[^"\\\n]|\\.|\\\n\s*)*)"/g)) {
    const words = literal.replace(/\\\n\s*/g, '').replace(/\{[^}]*\}/g, '…');
    if (words.split(' ').length < LEAST_WORDS) continue;
    yield [code.slice(0, index).split('\n').length, words];
  }
}

/** String literals, templates and texts of JSX with their source lines. */
function* literals(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const nodes = [source];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    ts.forEachChild(node, (child) => void nodes.push(child));
    const words = wordsOf(node);
    if (words === null || words.split(' ').length < LEAST_WORDS) continue;
    yield [source.getLineAndCharacterOfPosition(node.getStart()).line + 1, words];
  }
}

function wordsOf(node) {
  const isText =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node);
  const raw = isText
    ? node.text
    : ts.isTemplateExpression(node)
      ? node.getText().replace(/\$\{[^}]*\}/g, '…')
      : null;
  return raw === null ? null : raw.replace(/\s+/g, ' ').trim();
}

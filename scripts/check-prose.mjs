// Words that our readers do not use, each with what to write instead, and sentences that are too long: in texts of the page
// and the terminal and in documents. Comments are held to the words alone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './lib/tools.mjs';

/** What is not written anywhere, and what to write. */
const REJECTED = [
  [/\btold apart\b|\btells? (?:them|it|these) apart\b/i, 'distinguish'],
  [/\bcannot be told\b|\bnothing tells\b|\bnobody can tell\b/i, 'is unknown'],
  [/\bsettles it\b/i, 'say what to open'],
  [
    /\b(?:is|are|be) of (?:another|one|this|an?) (?:layout|object|version|kernel|build|struct|machine)\b/i,
    'belongs to, comes from',
  ],
  [/\bholders?\b/i, 'container, containing struct'],
  [/\bstands? (?:beside|in for|there)\b/i, 'is shown beside, replaces'],
  [/\bno order (?:of members )?parts\b/i, 'separates'],
  [/\bgives? it back\b|\btake away\b/i, 'reset, remove'],
  [/\bis not known to\b/i, 'may not'],
];
/** Of bytes in a struct a comment may say these. */
const REJECTED_IN_TEXTS = [
  ...REJECTED,
  [/\blies? (?:elsewhere|outside of|inside|behind|beside)\b/i, 'is'],
  [/\b(?:types?|lines?|members?|layouts?|names?) of (?:its|their) own\b/i, 'its own'],
];

/** A longer sentence is two. Code in backquotes counts as one word, and a table is no sentence. */
const MOST_WORDS = 32;
/** A text that is read has some words. */
const LEAST_WORDS = 4;

/** Of TypeScript and Rust: a run of lines with `//`, or a block. */
const COMMENTS = /(?:^[ \t]*\/\/.*\n)+|\/\*[\s\S]*?\*\//gm;

const MARKDOWN = /\.md$/;
const SOURCE = /^web\/.*\.tsx?$/;
const RUST = /^wasm\/crates\/[^/]+\/src\/.*(?<!tests)\.rs$/;
/** Texts of other people, of tests, and what is written from the texts of the code. */
const APART =
  /\.test\.|\/testing\/|^web\/page\/studies\/stories\.ts$|^CHANGELOG\.md$|^CODE_OF_CONDUCT\.md$|^docs\/messages\.md$/;

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
for (const file of files) {
  if (APART.test(file)) continue;
  const [texts, comments] = MARKDOWN.test(file)
    ? [paragraphs, null]
    : SOURCE.test(file)
      ? [literals, COMMENTS]
      : RUST.test(file)
        ? [rustLiterals, COMMENTS]
        : [null, null];
  if (texts === null) continue;
  const text = readFileSync(join(root, file), 'utf8');
  for (const [line, words, isTable] of texts(text, file)) {
    reject(file, line, words, REJECTED_IN_TEXTS);
    if (isTable) continue;
    for (const sentence of words.replace(/`[^`]*`/g, 'CODE').split(/(?<=[.!?;][)*"’]*)\s+|\n/)) {
      const length = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
      if (length > MOST_WORDS)
        complain(file, line, `${length} words, ${MOST_WORDS} at most`, sentence);
    }
  }
  for (const { 0: comment, index } of comments === null ? [] : text.matchAll(comments)) {
    const words = comment.replace(/\n\s*(?:\*|\/\/[/!]?)/g, ' ');
    reject(file, text.slice(0, index).split('\n').length, words, REJECTED);
  }
}

function reject(file, line, text, rejected) {
  const words = text.replace(/\s+/g, ' ');
  for (const [pattern, instead] of rejected) {
    const match = pattern.exec(words);
    if (match !== null) complain(file, line, `"${match[0]}" (${instead})`, words);
  }
}

function complain(file, line, what, words) {
  process.exitCode = 1;
  console.error(`${file}:${line}: ${what}: ${words.trim().slice(0, 160)}`);
}

/** Paragraphs and items of a list, each with its first text line; text lines of code and tables one by one. */
function* paragraphs(text) {
  let isCode = false;
  let [begin, words] = [0, ''];
  for (const [index, line] of `${text}\n`.split('\n').entries()) {
    const isFence = /^\s*```/.test(line);
    const isTable = isCode || isFence || /^[|#]/.test(line);
    if (words !== '' && (isTable || /^\s*(?:$|[-*] |\d+\. )/.test(line))) {
      yield [begin, words.replace(/\]\([^)]*\)/g, ']'), false];
      words = '';
    }
    if (isFence) isCode = !isCode;
    if (isTable) yield [index + 1, line, true];
    else if (words === '') [begin, words] = [index + 1, line.trim()];
    else words += ` ${line.trim()}`;
  }
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
      ? node
          .getText()
          .slice(1, -1)
          .replaceAll('\\`', '`')
          .replace(/\$\{[^}]*\}/g, '…')
      : null;
  if (raw === null) return null;
  return raw.replace(ts.isJsxText(node) ? /\s+/g : /[^\S\n]+/g, ' ').trim();
}

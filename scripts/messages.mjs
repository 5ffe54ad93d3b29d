// `node scripts/messages.mjs [--check]`: writes docs/messages.md, the list of all messages with their ids, from the tables
// in `messages.ts` of each subject and `facts::messages!` of each crate. A guard of `npm run check` fails where it is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { importTs } from './lib/runTs.mjs';
import { root, runMain, Stop } from './lib/tools.mjs';

const FILE = 'docs/messages.md';

const HEAD = `# Messages

What Hitmap says of a failure or a doubt is the same on the page, on the terminal and in JSON (\`{ id, severity, text, fix }\`).
The id stays when the words change: compare it, and not the text. An \`error\` ends what was wanted, a \`warning\` is about an
answer that may be wrong or is not whole, a \`note\` is good to know. Words in capitals, and numbers, are examples.

\`node scripts/messages.mjs\` writes this list from \`messages.ts\` of each subject, and from \`facts::messages!\` of each crate.
`;

const RUST_STRING = String.raw`"((?:[^"\\]|\\.)*)"`;
const RUST_ENTRY = new RegExp(
  String.raw`^ {4}(Note|Warning) (\w+)\([^)]*\) ${RUST_STRING}(?: => ${RUST_STRING})?;$`,
  'gm',
);

await runMain(async () => {
  const { everyMessage } = await importTs('web/core/base/testing/everyMessage.ts');
  const messages = [...everyMessage(), ...rustMessages()];
  const subjects = [...new Set(messages.map(subjectOf))].sort();
  const sections = subjects.map((subject) =>
    section(
      subject,
      messages.filter((each) => subjectOf(each) === subject),
    ),
  );
  const text = await format([HEAD, ...sections].join('\n'), {
    parser: 'markdown',
    printWidth: 120,
  });
  if (!process.argv.includes('--check')) return writeFileSync(join(root, FILE), text);
  if (readFileSync(join(root, FILE), 'utf8') !== text) {
    throw new Stop(`${FILE} is stale: run "node scripts/messages.mjs".`);
  }
});

/** The entries of the tables that crates have: `Warning rows_cut(rows) "{rows} rows are cut." => "Write …";`. */
function rustMessages() {
  const crates = join(root, 'wasm/crates');
  const tables = readdirSync(crates, { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => name.endsWith('.rs') && parentPath.includes('/src'))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^facts::messages! \{ "(\w+)";\n(.*?)^\}/gms)]);
  return tables.flatMap(([, subject, entries]) =>
    [...entries.matchAll(RUST_ENTRY)].map(([, severity, what, text, fix]) => ({
      id: `${subject}/${what.replaceAll('_', '-')}`,
      severity: severity.toLowerCase(),
      text: rustText(text).replace(/\{(\w+)[^}]*\}/g, (_, name) => name.toUpperCase()),
      fix: fix && rustText(fix),
    })),
  );
}

function rustText(literal) {
  return literal.replace(/\\u\{(\w+)\}/g, (_, hex) => String.fromCodePoint(parseInt(hex, 16)));
}

function subjectOf({ id }) {
  return id.slice(0, id.indexOf('/'));
}

function section(subject, messages) {
  const rows = messages.map(
    ({ id, severity, text, fix }) =>
      `| \`${id}\` | ${severity} | ${[text, fix].filter(Boolean).map(cell).join(' **→** ')} |\n`,
  );
  return `## ${subject}\n\n| id | severity | text, and what to do |\n| --- | --- | --- |\n${rows.join('')}`;
}

/** A text as a cell shows it as it is. */
function cell(text) {
  return text.trim().replaceAll('|', '\\|').replaceAll('<', '\\<');
}

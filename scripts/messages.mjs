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
const RUST_TABLE = /^facts::(messages|errors)! \{ "(\w+)";\n(.*?)^\}/gms;
/** `Damaged { format: &'static str } "The {format} data …" => "Copy …";`, with comments before what it lists. */
const RUST_ERROR = new RegExp(
  String.raw`^ {4}([A-Z]\w+)(?:\(\w+: [^"]*?\)| \{[^"]*?\})? ${RUST_STRING}(?: => ${RUST_STRING})?;$`,
  'gm',
);
const RUST_ENTRY = new RegExp(
  String.raw`^ {4}(Note|Warning) (\w+)\([^)]*\) ${RUST_STRING}(?: => ${RUST_STRING})?;$`,
  'gm',
);

await runMain(async () => {
  const { everyMessage } = await importTs('web/core/base/testing/everyMessage.ts');
  const messages = [...everyMessage(), ...rustMessages()];
  const ids = messages.map(({ id }) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length > 0) throw new Stop(`Two messages have the id ${twice.join(', ')}.`);
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

/**
 * The entries of the tables that crates have: `Warning rows_cut(rows) "{rows} rows are cut." => "Write …";`, and errors by
 * the names of their variants.
 */
function rustMessages() {
  const crates = join(root, 'wasm/crates');
  const tables = readdirSync(crates, { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => name.endsWith('.rs') && parentPath.includes('/src'))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'))
    .flatMap((text) => [...text.matchAll(RUST_TABLE)]);
  return tables.flatMap(([, macro, subject, entries]) =>
    macro === 'errors'
      ? [...entries.matchAll(RUST_ERROR)].map(([, what, text, fix]) =>
          rustMessage(subject, kebab(what), 'error', text, fix),
        )
      : [...entries.matchAll(RUST_ENTRY)].map(([, severity, what, text, fix]) =>
          rustMessage(subject, what.replaceAll('_', '-'), severity.toLowerCase(), text, fix),
        ),
  );
}

function rustMessage(subject, what, severity, text, fix) {
  const shown = (literal) =>
    rustText(literal).replace(/\{(\w+)[^}]*\}/g, (_, name) => name.toUpperCase());
  return { id: `${subject}/${what}`, severity, text: shown(text), fix: fix && shown(fix) };
}

/** As `facts::Refused` makes it of a variant: `NoC2cRows` is `no-c2c-rows`. */
function kebab(variant) {
  return variant.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
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

// `node scripts/messages.mjs [--check]`: writes docs/messages.md, the list of all messages with their ids, from the tables
// in `messages.ts` of each subject. A guard of `npm run check` fails where it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { importTs } from './lib/runTs.mjs';
import { root, runMain, Stop } from './lib/tools.mjs';

const FILE = 'docs/messages.md';

const HEAD = `# Messages

What Hitmap says of a failure or a doubt is the same on the page, on the terminal and in JSON (\`{ id, severity, text, fix }\`).
The id stays when the words change: compare it, and not the text. An \`error\` ends what was wanted, a \`warning\` is about an
answer that may be wrong or is not whole, a \`note\` is good to know. Words in capitals, and numbers, are examples.

\`node scripts/messages.mjs\` writes this list from \`messages.ts\` of each subject.
`;

await runMain(async () => {
  const { everyMessage } = await importTs('web/core/base/testing/everyMessage.ts');
  const messages = everyMessage();
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

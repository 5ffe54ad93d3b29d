// Prints what CHANGELOG.md says of the version in package.json; a version that it does not name is no release.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runMain, Stop } from './lib/tools.mjs';
import { version } from './release.mjs';

await runMain(() => {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const own = sections.find((section) => section.split('\n', 1)[0]?.includes(version));
  if (own === undefined) throw new Stop(`CHANGELOG.md has no section for ${version}.`);
  const [, ...lines] = own.split('\n');
  console.log(lines.join('\n').trim());
});

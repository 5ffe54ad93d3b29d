// Prints what CHANGELOG.md says of the version in package.json, and what built it; a version that it does not name is no
// release.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { output, root, runMain, Stop } from './lib/tools.mjs';
import { version } from './release.mjs';

await runMain(() => {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const own = sections.find((section) => section.split('\n', 1)[0]?.includes(version));
  if (own === undefined) throw new Stop(`CHANGELOG.md has no section for ${version}.`);
  const [, ...lines] = own.split('\n');
  console.log(`${lines.join('\n').trim()}\n\n${builtWith()}`);
});

/** What the bytes of a release depend on beside its commit (SECURITY.md). */
function builtWith() {
  const rust = output('rustc', ['--version']);
  const npm = output('npm', ['--version']);
  if (rust === null || npm === null) throw new Stop('rustc or npm does not say its version.');
  const tools = `${rust.trim()}, Node ${process.versions.node} and npm ${npm.trim()}`;
  // The package names the repository by these two; without them it names none.
  const variables = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY']
    .filter((name) => process.env[name])
    .map((name) => `${name}=${process.env[name]} `);
  return `Built with ${tools}, by \`${variables.join('')}npm run release\`.`;
}

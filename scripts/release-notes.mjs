// Prints what CHANGELOG.md (or a file that is named) says of the version in package.json, and what built it. A version
// that it does not name is no release, and one that it calls unreleased has no date yet.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { output, root, runMain, Stop } from './lib/tools.mjs';
import { version } from './release.mjs';

await runMain(() => {
  const [named] = process.argv.slice(2);
  const path = named === undefined ? join(root, 'CHANGELOG.md') : resolve(named);
  const sections = readFileSync(path, 'utf8').split(/^## /m).slice(1);
  // `0.1.0, 2026-11-26`
  const own = sections.find((section) => section.split(/[,\s]/, 1)[0] === version);
  if (own === undefined) throw new Stop(`CHANGELOG.md has no section for ${version}.`);
  const [heading, ...lines] = own.split('\n');
  if (!/^\S+, \d{4}-\d\d-\d\d$/.test(heading)) {
    throw new Stop(`CHANGELOG.md has no date for ${version}: \`## ${version}, YYYY-MM-DD\`.`);
  }
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

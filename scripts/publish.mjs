// `node scripts/publish.mjs TAG FOLDER [--dry-run]`: publishes what `npm run release` built, with NOTES.md by
// release-notes.mjs beside it: the package to npm, all of it to a release on GitHub. A version such as 1.0.0-rc.1 is nobody's
// latest. What an earlier run has published already is left as it is, so that a run that broke off can be repeated.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, run, runMain, Stop } from './lib/tools.mjs';

/** SemVer 2, 2 to 9. */
const TAG = /^v(?<version>\d+\.\d+\.\d+(?<pre>-[0-9A-Za-z.-]+)?)$/;

await runMain(() => {
  const words = process.argv.slice(2);
  const isDry = words.includes('--dry-run');
  const [tag = '', named = 'dist-release'] = words.filter((word) => word !== '--dry-run');
  const folder = resolve(named);
  const { version, pre } = TAG.exec(tag)?.groups ?? {};
  if (version === undefined) throw new Stop(`\`${tag}\` is no tag of a release, such as v1.2.3.`);
  const files = released(version, folder);
  const carryOut = ([program, ...args]) => {
    console.log([program, ...args].join(' '));
    if (!isDry) run(program, args, `\`${program} ${args[0]}\` failed`);
  };
  const archive = join(folder, `hitmap-${version}.tgz`);
  if (isOnNpm(version, archive)) console.log(`npm has hitmap@${version} already.`);
  else {
    const published = ['npm', 'publish', archive, '--provenance', '--access', 'public'];
    carryOut([...published, ...(pre === undefined ? [] : ['--tag', 'next'])]);
  }
  if (spawnSync('gh', ['release', 'view', tag], { cwd: root, stdio: 'ignore' }).status === 0) {
    carryOut(['gh', 'release', 'upload', tag, '--clobber', ...files]);
  } else {
    const created = ['gh', 'release', 'create', tag, '--verify-tag'];
    const notes = ['--notes-file', join(folder, 'NOTES.md')];
    carryOut([...created, ...(pre === undefined ? [] : ['--prerelease']), ...notes, ...files]);
  }
});

/** What of the folder is released: all but the notes. */
function released(version, folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const needed of [`hitmap-${version}.tgz`, 'NOTES.md', 'SHA256SUMS']) {
    if (!names.includes(needed)) throw new Stop(`${folder} has no ${needed}: build it first.`);
  }
  return names
    .filter((name) => name !== 'NOTES.md')
    .sort()
    .map((name) => join(folder, name));
}

/** A version that npm has with other bytes than these cannot be released: npm takes it once. */
function isOnNpm(version, archive) {
  const asked = ['view', `hitmap@${version}`, 'dist.integrity', '--json'];
  const { status, stdout, stderr } = spawnSync('npm', asked, { cwd: root, encoding: 'utf8' });
  // Of a version that it has not npm says so; some versions of npm print nothing instead.
  if (status === null) throw new Stop('npm cannot be started.');
  if (status !== 0) {
    if (/\bE404\b/.test(`${stdout}${stderr}`)) return false;
    throw new Stop(`npm does not say whether it has hitmap@${version}: ${stderr.trim()}`);
  }
  if (stdout.trim() === '') return false;
  const own = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  const there = JSON.parse(stdout);
  if (there === own) return true;
  throw new Stop(
    `npm has hitmap@${version} with other bytes (${there}) than ${archive} (${own}): repeat only the job that failed, so that it takes the first build, or release another version.`,
  );
}

// `npm run release`: what a release consists of, into dist-release/: the npm package, the page as a folder and as one
// file, and their hashes. All is built from nothing. A name of a tag has to be that of the version.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildInto, wasm } from './lib/steps.mjs';
import { root, run, runMain, Stop } from './lib/tools.mjs';
import { pack } from './package.mjs';

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Builds all of it into `folder`, below the checkout; the lines of its SHA256SUMS. */
export function release(folder) {
  wasm();
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  const name = `hitmap-page-${version}`;
  const built = { page: `${folder}/${name}`, commandLine: `${folder}/cli` };
  buildInto('page', built.page);
  buildInto('commandLine', built.commandLine);
  buildInto('singlePage', `${folder}/single`);
  pack(folder, built);
  renameSync(
    join(root, folder, 'single/hitmap.html'),
    join(root, folder, `hitmap-${version}.html`),
  );
  archive(join(root, folder), name);
  for (const part of ['cli', 'single', name]) rmSync(join(root, folder, part), { recursive: true });
  const sums = readdirSync(join(root, folder))
    .sort()
    .map((file) => `${sha256(join(root, folder, file))}  ${file}`);
  writeFileSync(join(root, folder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  return sums;
}

/** A folder as an archive that is the same whenever and by whomever it is made. */
function archive(folder, name) {
  const same = [
    '--sort=name',
    '--mtime=@0',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=a=rX,u+w',
  ];
  const packed = ['--use-compress-program=gzip -n9', '-cf', `${name}.tar.gz`, name];
  run('tar', [...same, ...packed], 'could not pack the page; GNU tar is needed', { cwd: folder });
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(() => {
    const [tag] = process.argv.slice(2);
    if (tag !== undefined && basename(tag) !== `v${version}`) {
      throw new Stop(`the tag ${tag} is not that of version ${version} in package.json.`);
    }
    for (const line of release('dist-release')) console.log(line);
  });
}

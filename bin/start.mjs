// Runs the built command line. In a checkout it is built first where it is not there, or where commits came since;
// the build's words go to stderr. After an edit of the sources `npm run build` does that: a look at each source
// would cost every call as much as the answer.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const bundle = at('dist-cli/hitmap.mjs');
const build = at('scripts/build.mjs');

// A package has no build in it.
if (existsSync(build) && isStale()) {
  // What the build says must not end up in a pipe behind the command.
  const options = { stdio: ['ignore', 2, 2] };
  const built = spawnSync(process.execPath, [build, '--cli'], options);
  if (built.status !== 0 || !existsSync(bundle)) {
    fail('could not build the command line; `npm run build` says more.');
  }
  // The build skips what has the same content; without this it would be asked again each time.
  const now = new Date();
  utimesSync(bundle, now, now);
}
// Node 22.8 and later keep what they compiled for the next call.
module.enableCompileCache?.();
await import(new URL('../dist-cli/hitmap.mjs', import.meta.url).href);

/** Git writes its index with each commit that it checks out, pulls or makes. */
function isStale() {
  const built = statSync(bundle, { throwIfNoEntry: false });
  if (built === undefined) return true;
  const index = statSync(join(gitFolder(), 'index'), { throwIfNoEntry: false });
  return (index?.mtimeMs ?? 0) > built.mtimeMs;
}

/** In a worktree or a submodule `.git` is a file that names the folder. */
function gitFolder() {
  const git = at('.git');
  if (!statSync(git, { throwIfNoEntry: false })?.isFile()) return git;
  const named = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1] ?? '.git';
  return resolve(at('.'), named);
}

function fail(sentence) {
  console.error(`hitmap: ${sentence}`);
  process.exit(2);
}

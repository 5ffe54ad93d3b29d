// The judges from outside that tests ask: compilers, pahole, perf. `scripts/judges.json` has each program with
// Debian's package for it. A developer installs what he likes, and what is missing is a skip that is counted;
// under CI=true they are installed here, and a test that misses one fails.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './debian.mjs';
import { root } from './tools.mjs';

/** Under CI=true installs the judges that are missing, where the machine has apt and lets us. */
export function installJudges() {
  if (process.env.CI !== 'true') return;
  const judges = Object.entries(
    JSON.parse(readFileSync(join(root, 'scripts/judges.json'), 'utf8')),
  );
  const missing = judges.filter(([program]) => !isInstalled(program));
  if (missing.length === 0) return;
  console.error(`hitmap: installing ${missing.map(([program]) => program).join(', ')} …`);
  installPackages([...new Set(missing.map(([, name]) => name))]);
  const still = missing.filter(([program]) => !isInstalled(program)).map(([program]) => program);
  if (still.length > 0) {
    console.error(
      `hitmap: could not install ${still.join(', ')}; the tests that ask them will fail.`,
    );
  }
}

function isInstalled(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

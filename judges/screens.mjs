// `npm run check:screens -- LINUX-SOURCE.tar.xz`: builds perf from a kernel's source (Debian's package linux-source-6.12; its
// build needs flex, bison and the headers of libslang2, libdw and libelf), drives its screens and those of the machine's own perf
// in a pseudo-terminal (tmux), and reads them by the tests that read the kept ones (wasm/crates/perf/tests/screens).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { root, runMain, Stop } from '../scripts/lib/tools.mjs';

const cache = join(root, '.cache/perf');
/** What perf's build reads of a kernel's source. */
// `tools` is also that of each machine: a pattern that finds nothing is an error to tar.
const PARTS = ['tools', 'arch/*/include', 'arch/*/lib', 'arch/*/entry/syscalls']
  .concat(['arch/*/kernel/syscalls', 'include', 'scripts', 'lib', 'kernel/bpf'])
  .map((part) => `*/${part}/*`);
/** What the screens do without. */
const WITHOUT = ['LIBPYTHON', 'LIBPERL', 'JVMTI', 'LIBUNWIND', 'LIBCAP', 'LIBNUMA', 'LIBBABELTRACE']
  .concat(['LIBPFM4', 'CAPSTONE', 'LIBCRYPTO', 'LIBBPF', 'SDT', 'LIBTRACEEVENT'])
  .map((part) => `NO_${part}=1`);

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.status !== 0) throw new Stop(`${basename(command)} failed: see above.`);
}

/** The perf of a kernel's source, built once. */
function built(source) {
  const version = /linux-source-(\d+\.\d+)\.tar/.exec(basename(source))?.[1];
  if (version === undefined || !existsSync(source))
    throw new Stop(`${source} is no linux-source-VERSION.tar.xz, as Debian packs it.`);
  const perf = join(cache, `linux-source-${version}/tools/perf/perf`);
  if (!existsSync(perf)) {
    mkdirSync(cache, { recursive: true });
    run('tar', ['xf', source, '-C', cache, '--wildcards', ...PARTS]);
    const options = [...WITHOUT, 'BUILD_BPF_SKEL=0', 'WERROR=0'];
    run('make', ['-C', join(perf, '..'), '-s', '-j2', ...options]);
  }
  return { version, perf };
}

await runMain(() => {
  const sources = process.argv.slice(2);
  if (sources.length === 0)
    throw new Stop(
      'name the source of a kernel: npm run check:screens -- linux-source-6.12.tar.xz',
    );
  const own = spawnSync('perf', ['version'], { encoding: 'utf8' });
  const version = /\d+\.\d+/.exec(own.stdout ?? '')?.[0];
  const all = sources.map((source) => built(resolve(source)));
  if (version !== undefined) all.push({ version, perf: 'perf' });
  const folder = join(cache, 'screens');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { version: of, perf } of all)
    run('sh', ['wasm/crates/perf/tests/screens/record.sh', of, folder], {
      env: { ...process.env, PERF: perf },
    });
  run('cargo', ['test', '-q', '-p', 'perf', '--test', 'reading', 'screens'], {
    cwd: join(root, 'wasm'),
    env: { ...process.env, HITMAP_SCREENS: folder },
  });
});

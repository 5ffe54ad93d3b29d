import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  downloadPackage,
  newestPackage,
  unpackPackage,
  unpackSource,
} from '../../scripts/lib/debian.mjs';

/** A kernel's source and the headers that a module of it is built with. */
export interface KernelTree {
  /** `linux-source`, unpacked: whole headers, `mm`, `kernel/sched`, `scripts/checkpatch.pl`. */
  readonly source: string;
  /** `linux-headers-*-common` and `linux-headers-*-amd64`: the generated ones. Null where they cannot be had. */
  readonly headers: { readonly common: string; readonly flavour: string } | null;
}

/** Fetches Debian's kernel packages through apt into `cache`; null, with a word, where that fails. */
export function fetchKernel(cache: string, release: string): KernelTree | null {
  mkdirSync(cache, { recursive: true });
  const source = fetchSource(cache, release);
  if (source === null) return null;
  return { source, headers: fetchHeaders(cache, release) };
}

const PARTS = ['include', 'mm', 'kernel/sched', 'scripts', 'arch/x86/include', 'MAINTAINERS'];

/** The parts of a release's source that are checked, or all of it; null, with a word, where it cannot be had. */
export function fetchSource(
  cache: string,
  release: string,
  of: 'parts' | 'whole' = 'parts',
): string | null {
  const folder = `linux-source-${release}`;
  const into = of === 'parts' ? cache : join(cache, 'whole');
  mkdirSync(into, { recursive: true });
  if (!existsSync(join(into, folder))) {
    const root = join(cache, `source-package-${release}`);
    const name = existsSync(root) ? '' : newestPackage(`^${folder.replace('.', '\\.')}$`);
    if (name === null || !unpackPackage(name, root)) {
      console.log(`The kernel source cannot be had through apt (${folder}): skipped.`);
      return null;
    }
    const parts = (of === 'parts' ? PARTS : ['']).map((part) => join(folder, part));
    run('tar', ['-C', into, '-xf', join(root, 'usr/src', `${folder}.tar.xz`), ...parts]);
  }
  return join(into, folder);
}

export function fetchHeaders(cache: string, release: string): KernelTree['headers'] {
  const root = join(cache, `headers-package-${release}`);
  if (!existsSync(root)) {
    const version = release.replace('.', '\\.');
    const flavour = newestPackage(
      `^linux-headers-${version}\\.[0-9]+(-[0-9]+|\\+[a-z0-9]+)-amd64$`,
    );
    const names = flavour === null ? [] : [flavour, flavour.replace(/-amd64$/, '-common')];
    const debs = names.map((name) => downloadPackage(name, cache));
    if (debs.length === 0 || debs.includes(null)) {
      console.log('The kernel headers cannot be had through apt: nothing of it is compiled.');
      return null;
    }
    for (const deb of debs) run('dpkg-deb', ['-x', deb ?? '', root]);
  }
  const folders = readdirSync(join(root, 'usr/src'));
  const common = folders.find((name) => name.endsWith('-common'));
  const flavour = folders.find(
    (name) => name.startsWith('linux-headers') && !name.endsWith('-common'),
  );
  if (common === undefined || flavour === undefined) return null;
  return { common: join(root, 'usr/src', common), flavour: join(root, 'usr/src', flavour) };
}

/** Headers of a program outside the kernel, as its Debian package for building against it has them. */
export interface ProgramHeaders {
  readonly name: string;
  /** Where the headers lie; paths in patches are relative to it. */
  readonly root: string;
  readonly includes: readonly string[];
  /** What the project's own rules include before any other. */
  readonly first?: readonly string[];
  /** What most of its files include, and headers may count on. */
  readonly common?: readonly string[];
  readonly flags?: readonly string[];
}

/**
 * PostgreSQL's server, CPython and DPDK by their installed headers; libuv, nginx, Redis, SQLite, jemalloc, OpenSSL,
 * systemd and git by their source, configured where their headers need what that writes.
 */
export function fetchPrograms(cache: string, only: string | null): readonly ProgramHeaders[] {
  mkdirSync(cache, { recursive: true });
  const isWanted = (name: string) => only === null || only === name;
  const all: Readonly<Record<string, () => readonly ProgramHeaders[]>> = {
    PostgreSQL: () =>
      fromPackage(cache, 'PostgreSQL', '^postgresql-server-dev-[0-9]+$', (root) => {
        const parent = join(root, 'usr/include/postgresql');
        const headers = join(parent, numbered(parent), 'server');
        return { root: headers, includes: [join(root, 'usr/include')], first: ['postgres.h'] };
      }),
    CPython: () =>
      fromPackage(cache, 'CPython', '^libpython3\\.[0-9]+-dev$', (root) => {
        const parent = join(root, 'usr/include');
        const version = numbered(parent);
        const includes = [parent, ...machineFolder(root, version)];
        return { root: join(parent, version), includes, first: ['Python.h'] };
      }),
    libuv: () =>
      fromSource(cache, 'libuv', 'libuv1', (root) => ({
        root,
        includes: [join(root, 'include'), join(root, 'src')],
        common: ['include/uv.h', 'src/uv-common.h'],
        flags: ['-D_GNU_SOURCE'],
      })),
    DPDK: () =>
      fromPackage(cache, 'DPDK', '^libdpdk-dev$', (root) => ({
        root: join(root, 'usr/include/dpdk'),
        includes: [join(root, 'usr/include/x86_64-linux-gnu/dpdk')],
        first: ['rte_config.h'],
      })),
    nginx: () =>
      fromSource(
        cache,
        'nginx',
        'nginx',
        (root) => {
          const parts = ['core', 'event', 'os/unix', 'http', 'http/modules', 'stream', 'mail'];
          const includes = [...parts.map((part) => join(root, 'src', part)), join(root, 'objs')];
          const first = ['src/core/ngx_config.h', 'src/core/ngx_core.h'];
          return { root, includes, first, common: ['src/http/ngx_http.h'] };
        },
        './configure --without-http_rewrite_module --with-stream --with-mail',
      ),
    SQLite: () =>
      fromSource(
        cache,
        'SQLite',
        'sqlite3',
        (root) => ({
          root,
          includes: [join(root, 'src')],
          common: ['src/sqliteInt.h', 'src/vdbeInt.h'],
        }),
        './configure --disable-tcl --disable-readline && make sqlite3.h opcodes.h parse.h keywordhash.h',
      ),
    jemalloc: () =>
      fromSource(
        cache,
        'jemalloc',
        'jemalloc',
        (root) => {
          const internal = 'include/jemalloc/internal';
          const first = [`${internal}/jemalloc_preamble.h`];
          const common = [`${internal}/jemalloc_internal_includes.h`];
          const flags = ['-D_GNU_SOURCE', '-DJEMALLOC_NO_PRIVATE_NAMESPACE'];
          return { root, includes: [join(root, 'include')], first, common, flags };
        },
        './configure --disable-cxx',
      ),
    OpenSSL: () =>
      fromSource(
        cache,
        'OpenSSL',
        'openssl',
        (root) => ({
          root,
          includes: ['include', 'ssl', 'crypto', 'providers/common/include'].map((part) =>
            join(root, part),
          ),
          common: ['ssl/ssl_local.h'],
        }),
        './Configure linux-x86_64 no-asm no-shared no-tests && make build_generated',
      ),
    Redis: () =>
      fromSource(cache, 'Redis', 'redis', (root) => {
        const parts = ['hiredis', 'lua/src', 'hdr_histogram', 'linenoise', 'fpconv'];
        const includes = parts.map((part) => join(root, 'deps', part));
        return { root: join(root, 'src'), includes, common: ['server.h'] };
      }),
    systemd: () =>
      fromSource(
        cache,
        'systemd',
        'systemd',
        (root) => {
          const parts = readdirSync(join(root, 'src'), { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map(({ name }) => join('src', name));
          const generated = ['', 'src/basic', 'src/shared'].map((part) =>
            join('../systemd-build', part),
          );
          const includes = [...parts, ...SYSTEMD_PARTS, ...generated];
          return {
            root,
            includes: includes.map((part) => join(root, part)),
            first: ['../systemd-build/config.h'],
            common: ['src/basic/macro.h'],
            flags: ['-D_GNU_SOURCE'],
          };
        },
        "meson setup ../systemd-build --auto-features=disabled -Dmode=release && ninja -C ../systemd-build $(ninja -C ../systemd-build -t targets all | sed -n 's/^\\([^:]*\\.h\\): .*/\\1/p')",
      ),
    git: () =>
      fromSource(cache, 'git', 'git', (root) => ({
        root,
        includes: [],
        first: ['git-compat-util.h'],
        flags: ['-DNO_OPENSSL', '-DNO_GETTEXT'],
      })),
  };
  return Object.entries(all).flatMap(([name, fetch]) => (isWanted(name) ? fetch() : []));
}

/** Where headers lie that systemd's others include by their names alone. */
const SYSTEMD_PARTS = [
  'sd-bus',
  'sd-event',
  'sd-network',
  'sd-netlink',
  'sd-device',
  'sd-journal',
  'sd-id128',
]
  .map((part) => `src/libsystemd/${part}`)
  .concat('src/basic/linux');

type Place = Omit<ProgramHeaders, 'name'>;

function fromPackage(
  cache: string,
  name: string,
  pattern: string,
  place: (root: string) => Place,
): readonly ProgramHeaders[] {
  const packageName = newestPackage(pattern);
  const root = join(cache, name);
  if (packageName !== null && unpackPackage(packageName, root)) return [program(name, place(root))];
  console.log(`The headers of ${name} cannot be had through apt: skipped.`);
  return [];
}

export function fromSource(
  cache: string,
  name: string,
  packageName: string,
  place: (root: string) => Place,
  configure: string | null = null,
): readonly ProgramHeaders[] {
  const root = join(cache, `${name}-source`);
  if (!unpackSource(packageName, root)) {
    console.log(`The source of ${name} cannot be had through apt: skipped.`);
    return [];
  }
  if (configure !== null && !isConfigured(root, configure)) {
    console.log(`${name} cannot be configured here (\`${configure}\`): skipped.`);
    return [];
  }
  return [program(name, place(root))];
}

/** Runs what writes the headers that a source tree lacks, once; whether it is done. */
function isConfigured(root: string, commands: string): boolean {
  const done = `${root}.configured`;
  if (existsSync(done)) return true;
  const { status } = spawnSync('sh', ['-c', commands], { cwd: root, stdio: 'ignore' });
  if (status !== 0) return false;
  writeFileSync(done, '');
  return true;
}

function program(name: string, place: Place): ProgramHeaders {
  return { ...place, name, includes: [place.root, ...place.includes] };
}

/** The folder that is named after a version. */
function numbered(parent: string): string {
  return readdirSync(parent).find((each) => /^(?:python)?3?\.?\d+$/.test(each)) ?? '';
}

/** Debian keeps what differs between machines (`pyconfig.h`) in a folder of its own. */
function machineFolder(root: string, name: string): readonly string[] {
  const machine = join(root, 'usr/include/x86_64-linux-gnu');
  return existsSync(join(machine, name)) ? [machine, join(machine, name)] : [];
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args);
  if (status !== 0) throw new Error(`${command}: ${stderr.toString()}`);
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { downloadPackage, newestPackage, unpackPackage } from '../lib/debian.mjs';

/** A kernel's source and the headers that a module of it is built with. */
export interface KernelTree {
  /** `linux-source`, unpacked: whole headers, `mm`, `kernel/sched`, `scripts/checkpatch.pl`. */
  readonly source: string;
  /** `linux-headers-*-common` and `linux-headers-*-amd64`: the generated ones. Null where they cannot be had. */
  readonly headers: { readonly common: string; readonly flavour: string } | null;
}

/** Fetches Debian's kernel packages through apt into `cache`; null, with a word, where that fails. */
export function fetchKernel(cache: string): KernelTree | null {
  mkdirSync(cache, { recursive: true });
  const source = fetchSource(cache);
  if (source === null) return null;
  return { source, headers: fetchHeaders(cache) };
}

const PARTS = ['include', 'mm', 'kernel/sched', 'scripts', 'arch/x86/include', 'MAINTAINERS'];

/** The parts of a release's source that are checked; null, with a word, where it cannot be had. */
export function fetchSource(cache: string, release = '6.1'): string | null {
  mkdirSync(cache, { recursive: true });
  const folder = `linux-source-${release}`;
  if (!existsSync(join(cache, folder))) {
    const name = newestPackage(`^${folder.replace('.', '\\.')}$`);
    const root = join(cache, `source-package-${release}`);
    if (name === null || !unpackPackage(name, root)) {
      console.log(`The kernel source cannot be had through apt (${folder}): skipped.`);
      return null;
    }
    const parts = PARTS.map((part) => `${folder}/${part}`);
    run('tar', ['-C', cache, '-xf', join(root, 'usr/src', `${folder}.tar.xz`), ...parts]);
  }
  return join(cache, folder);
}

function fetchHeaders(cache: string): KernelTree['headers'] {
  const root = join(cache, 'headers-package');
  if (!existsSync(root)) {
    const flavour = newestPackage('^linux-headers-6\\.1\\.0-[0-9]+-amd64$');
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
  /** Included before each of them. */
  readonly prelude: readonly string[];
}

/** PostgreSQL's server and CPython, which keep all their structs in installed headers. */
export function fetchPrograms(cache: string): readonly ProgramHeaders[] {
  mkdirSync(cache, { recursive: true });
  const found: ProgramHeaders[] = [];
  const add = (name: string, pattern: string, folder: string, prelude: readonly string[]) => {
    const packageName = newestPackage(pattern);
    const root = join(cache, name);
    if (packageName === null || !unpackPackage(packageName, root)) {
      console.log(`The headers of ${name} cannot be had through apt: skipped.`);
      return;
    }
    const parent = join(root, folder);
    const inside = readdirSync(parent).find((each) => /^(?:python)?3?\.?\d+$/.test(each)) ?? '';
    const headers = name === 'PostgreSQL' ? join(parent, inside, 'server') : join(parent, inside);
    found.push({
      name,
      root: headers,
      includes: [headers, join(root, 'usr/include'), ...machineFolder(root, inside)],
      prelude,
    });
  };
  add('PostgreSQL', '^postgresql-server-dev-[0-9]+$', 'usr/include/postgresql', ['postgres.h']);
  add('CPython', '^libpython3\\.[0-9]+-dev$', 'usr/include', ['Python.h']);
  return found;
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

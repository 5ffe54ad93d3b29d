import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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

function fetchSource(cache: string): string | null {
  const unpacked = () =>
    readdirSync(cache).find((name) => /^linux-source-\d/.test(name) && !name.endsWith('.deb'));
  if (unpacked() === undefined) {
    const name = packages('^linux-source-6\\.1$')[0];
    const deb = name === undefined ? null : download(cache, name);
    if (deb === null) {
      console.log(
        'The kernel source could not be fetched through apt (linux-source-6.1): skipped.',
      );
      return null;
    }
    const root = join(cache, 'source-package');
    run('dpkg-deb', ['-x', deb, root]);
    const archive = readdirSync(join(root, 'usr/src')).find((each) => each.endsWith('.tar.xz'));
    const folder = archive?.replace('.tar.xz', '') ?? '';
    const parts = ['include', 'mm', 'kernel/sched', 'scripts', 'arch/x86/include', 'MAINTAINERS'];
    run('tar', [
      '-C',
      cache,
      '-xf',
      join(root, 'usr/src', archive ?? ''),
      ...parts.map((part) => `${folder}/${part}`),
    ]);
  }
  const folder = unpacked();
  return folder === undefined ? null : join(cache, folder);
}

function fetchHeaders(cache: string): KernelTree['headers'] {
  const root = join(cache, 'headers-package');
  if (!existsSync(root)) {
    const flavours = packages('^linux-headers-6\\.1\\.0-[0-9]+-amd64$');
    const newest = [...flavours].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
    if (newest === undefined) return null;
    const common = newest.replace(/-amd64$/, '-common');
    for (const name of [newest, common]) {
      const deb = download(cache, name);
      if (deb === null) {
        console.log(`${name} could not be fetched through apt: nothing is compiled.`);
        return null;
      }
      run('dpkg-deb', ['-x', deb, root]);
    }
  }
  const folders = readdirSync(join(root, 'usr/src'));
  const common = folders.find((name) => name.endsWith('-common'));
  const flavour = folders.find(
    (name) => name.startsWith('linux-headers') && !name.endsWith('-common'),
  );
  if (common === undefined || flavour === undefined) return null;
  return { common: join(root, 'usr/src', common), flavour: join(root, 'usr/src', flavour) };
}

function packages(pattern: string): readonly string[] {
  const { stdout } = spawnSync('apt-cache', ['search', '--names-only', pattern]);
  return (stdout?.toString() ?? '')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((name) => name !== '');
}

function download(cache: string, name: string): string | null {
  const { status } = spawnSync('apt-get', ['download', name], { cwd: cache, stdio: 'ignore' });
  const deb = readdirSync(cache).find((each) => each.startsWith(`${name}_`));
  return status === 0 && deb !== undefined ? join(cache, deb) : null;
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args);
  if (status !== 0) throw new Error(`${command}: ${stderr.toString()}`);
}

// Packages of Debian, through apt, for what is measured on a real kernel. A machine without apt is told
// so: null is "cannot be had here".
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { output, root } from './tools.mjs';

const cache = join(root, '.cache/debian');
/** With DWARF and BTF; small enough to fetch, large enough to hurt. */
const KERNEL = '^linux-image-6\\.1\\.0-[0-9]+-cloud-amd64-dbg$';

/**
 * The path of a Debian `vmlinux` with debug information: the file that `HITMAP_VMLINUX` names, else the
 * newest 6.1 kernel for clouds, fetched once (280 MB) into `.cache/debian`.
 */
export function debianVmlinux() {
  const given = process.env.HITMAP_VMLINUX;
  if (given) return existsSync(given) ? given : null;
  return unpacked() ?? fetchVmlinux();
}

function unpacked() {
  if (!existsSync(cache)) return null;
  const names = readdirSync(cache).filter((name) => name.startsWith('vmlinux-'));
  const newest = byVersion(names).at(-1);
  return newest === undefined ? null : join(cache, newest);
}

function fetchVmlinux() {
  const name = newestPackage(KERNEL);
  if (name === null) return null;
  console.error(`hitmap: fetching ${name} (280 MB) …`);
  const deb = downloadPackage(name, cache);
  if (deb === null) return null;
  const folder = join(cache, 'unpacking');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Of more than a gigabyte only this one file; a pipe, so that no archive of it is written.
  const unpack = 'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --wildcards "*/boot/vmlinux-*"';
  spawnSync('sh', ['-c', unpack, 'sh', deb, folder], { stdio: 'ignore' });
  const boot = join(folder, 'usr/lib/debug/boot');
  const [vmlinux] = existsSync(boot) ? readdirSync(boot) : [];
  // Moved when it is whole: an interrupted run leaves nothing that looks like a kernel.
  if (vmlinux !== undefined) renameSync(join(boot, vmlinux), join(cache, vmlinux));
  rmSync(folder, { recursive: true, force: true });
  rmSync(deb, { force: true });
  return unpacked();
}

/** The name of the newest package that matches, as apt knows them; null where there is none. */
function newestPackage(pattern) {
  const found = output('apt-cache', ['search', '--names-only', pattern]) ?? '';
  const names = found.split('\n').flatMap((line) => line.split(' ')[0] || []);
  return byVersion(names).at(-1) ?? null;
}

/** Downloads a package file into `folder`; its path, or null where it cannot be had. */
function downloadPackage(name, folder) {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore' });
  const deb = readdirSync(folder).find((each) => each.startsWith(`${name}_`));
  return status === 0 && deb !== undefined ? join(folder, deb) : null;
}

const byVersion = (names) => [...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

// Packages of Debian, through apt, for what is measured on a real kernel and for the judges of tests. A machine
// without apt is told so: null is "cannot be had here".
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
export function newestPackage(pattern) {
  const search = () => {
    const found = output('apt-cache', ['search', '--names-only', pattern]) ?? '';
    return byVersion(found.split('\n').flatMap((line) => line.split(' ')[0] || [])).at(-1) ?? null;
  };
  return search() ?? (updateLists() ? search() : null);
}

/** Downloads a package file into `folder`, where it is not there yet; its path, or null where it cannot be had. */
export function downloadPackage(name, folder) {
  mkdirSync(folder, { recursive: true });
  const there = () => readdirSync(folder).find((each) => each.startsWith(`${name}_`));
  const path = (file) => (file === undefined ? null : join(folder, file));
  const get = () => spawnSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore' });
  if (there() !== undefined) return path(there());
  // Lists that name a version which is no longer there are as good as none.
  if (get().status !== 0 && !(updateLists() && get().status === 0)) return null;
  return path(there());
}

/** Downloads a package and unpacks it into `folder`; whether it is there. */
export function unpackPackage(name, folder) {
  if (existsSync(folder)) return true;
  const deb = downloadPackage(name, join(folder, '..'));
  if (deb === null) return false;
  const { status } = spawnSync('dpkg-deb', ['-x', deb, folder], { stdio: 'ignore' });
  return status === 0;
}

/**
 * The upstream source of a package, unpacked into `folder`; whether it is there. apt reads lists of sources from a
 * copy of the machine's own configuration: the machine's is left alone.
 */
export function unpackSource(name, folder) {
  if (existsSync(folder)) return true;
  const work = `${folder}.apt`;
  const parts = join(work, 'parts');
  mkdirSync(parts, { recursive: true });
  mkdirSync(join(work, 'lists/partial'), { recursive: true });
  const known = '/etc/apt/sources.list.d';
  const given = [
    ...(existsSync(known) ? readdirSync(known).map((each) => join(known, each)) : []),
    '/etc/apt/sources.list',
  ].filter((path) => existsSync(path) && /\.(?:list|sources)$/.test(path));
  for (const [number, path] of given.entries()) {
    const text = readFileSync(path, 'utf8');
    const sources = text.replace(/^Types:.*$/gm, 'Types: deb-src').replace(/^deb /gm, 'deb-src ');
    if (!/debian/.test(text)) continue;
    writeFileSync(
      join(parts, `${number}.${path.endsWith('.sources') ? 'sources' : 'list'}`),
      sources,
    );
  }
  const options = [
    'Dir::Etc::SourceList=/dev/null',
    `Dir::Etc::SourceParts=${parts}`,
    `Dir::State::Lists=${join(work, 'lists')}`,
  ].flatMap((each) => ['-o', each]);
  const apt = (...args) =>
    spawnSync('apt-get', [...options, ...args], { cwd: work, stdio: 'ignore' }).status === 0;
  if (!apt('update')) return false;
  // A mirror may have lost Debian's own part of it (404), which is not needed: what counts is upstream's archive.
  const archiveOf = (...words) => {
    apt('source', '--download-only', ...words);
    return readdirSync(work).find((each) => /\.orig\.tar\.[a-z0-9]+$/.test(each));
  };
  // The security archive loses versions sooner than the release's own.
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const archive = archiveOf(name) ?? archiveOf(`${name}/${release}`);
  if (archive === undefined) return false;
  const half = `${folder}.half`;
  mkdirSync(half, { recursive: true });
  const tar = ['-C', half, '--strip-components=1', '-xf', join(work, archive)];
  if (spawnSync('tar', tar, { stdio: 'ignore' }).status !== 0) return false;
  renameSync(half, folder);
  rmSync(work, { recursive: true, force: true });
  return true;
}

/** Installs packages, as root or by a sudo that asks nothing, on a machine with apt; whether all of them are there. */
export function installPackages(names) {
  if (output('apt-get', ['--version']) === null) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  return apt('update', '-qq') && apt('install', '-y', '-qq', ...names);
}

let updated = null;

/** Fetches apt's lists, once a run; whether it could. It needs to be root for that. */
function updateLists() {
  updated ??= spawnSync('apt-get', ['update'], { stdio: 'ignore' }).status === 0;
  return updated;
}

const byVersion = (names) => [...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

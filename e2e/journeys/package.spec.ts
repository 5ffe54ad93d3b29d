import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { marked } from 'marked';
import { HitmapPage } from '../pages/hitmapPage';
import { fetching, fetchingFromBlob } from '../support/fetching';
import { sample } from '../support/inputs';
import { expect, test } from '../support/journey';
import { expectOffsets } from '../support/offsets';
import { description } from '../../scripts/package.mjs';
import { installPackage, type InstalledPackage } from '../support/package';

/** What a user installs: packed, put into an empty folder where there is no Rust, and used. */

let installed: InstalledPackage;
test.beforeAll(() => {
  installed = installPackage();
});
test.afterAll(() => installed.remove());

test('the package names the repository of the workflow that makes it, and none elsewhere', () => {
  const workflow = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'some/hitmap' };
  expect(description(workflow)).toMatchObject({
    name: 'hitmap',
    repository: { type: 'git', url: 'git+https://github.com/some/hitmap.git' },
  });
  expect(description({})).not.toHaveProperty('repository');
});

test('each command answers from the package', () => {
  const [file, other] = [sample('shop.o'), sample('shop.btf')];
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-rules-'));
  const rules = join(folder, 'layout.rules');
  writeFileSync(rules, 'counter: size 4096\n');
  const report = join(process.cwd(), 'corpus/address_space-before-5.15.txt');
  for (const [words, says] of [
    [['--help'], /hitmap show FILE STRUCT/],
    [['ls', file], /\bcounter\b/],
    [['show', file, 'counter'], /size: \d+, cachelines: \d+/],
    [['show', other, 'counter', '--json'], /"struct"/],
    [['findings', file, 'counter'], /./],
    [['suggest', file, 'counter', '--edit', 'tag hits write-hot'], /./],
    [['diff', file, other], /./],
    [['check', rules, file], /ok/],
    [['link', file, 'counter'], /#hitmap\d/],
    [['patch', sample('shop.c'), 'counter', '--edit', 'move limit first'], /^diff --git/m],
    [['export', file, 'counter', '--as', 'svg'], /<svg/],
    [['heat', report], /./],
    [['capture'], /^#!\/bin\/sh/],
    [['rows', report, '--as', 'csv'], /^rows_schema,capture,/],
    [['history', 'counter', file, other], /^counter +shop\.o/],
    [['fleet', '--by', 'host', '--sql'], /FROM hitmap_rows/],
  ] as const) {
    const { status, stdout, stderr } = installed.run(...words);
    expect([words, stderr, status]).toEqual([words, expect.any(String), 0]);
    expect([words, stdout]).toEqual([words, expect.stringMatching(says)]);
  }
  rmSync(folder, { recursive: true });
});

test('the action writes what changed, and fails where a rule is broken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-action-'));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('held.rules'), 'depot: size 4096\n');
  writeFileSync(at('broken.rules'), 'depot: size 8\n');
  const step = (files: Readonly<Record<string, string>>) => {
    for (const name of ['summary', 'output']) writeFileSync(at(name), '');
    const ran = spawnSync('bash', [join(process.cwd(), 'scripts/action.sh')], {
      encoding: 'utf8',
      cwd: folder,
      env: {
        ...process.env,
        RUNNER_TEMP: folder,
        GITHUB_STEP_SUMMARY: at('summary'),
        GITHUB_OUTPUT: at('output'),
        HITMAP_PROGRAM: installed.program,
        HITMAP_PAGE: 'https://example.org/hitmap/',
        ...files,
      },
    });
    return {
      ran,
      summary: readFileSync(at('summary'), 'utf8'),
      output: readFileSync(at('output'), 'utf8'),
    };
  };
  const HITMAP_BASE = sample('depot.o');
  const HITMAP_HEAD = sample('depot-audit.o');

  const held = step({ HITMAP_BASE, HITMAP_HEAD, HITMAP_RULES: at('held.rules') });
  expect([held.ran.stderr, held.ran.status]).toEqual([expect.any(String), 0]);
  expect(held.summary).toContain('Rules: 1 of 1 hold.');
  const html = marked.parse(held.summary, { async: false });
  expect(html).toMatch(/<td><code>struct depot<\/code><\/td>/);
  const [, link = ''] =
    /\((https:\/\/example\.org\/hitmap\/#hitmap[^)]+)\)/.exec(held.summary) ?? [];
  expect(installed.run('open', link).stdout).toContain('struct yard {');
  const [, pictures = ''] = /^pictures=(.*)$/m.exec(held.output) ?? [];
  expect(readdirSync(pictures)).toEqual(
    expect.arrayContaining(['struct_depot-before.svg', 'struct_depot-after.svg']),
  );

  const broken = step({ HITMAP_BASE, HITMAP_HEAD, HITMAP_RULES: at('broken.rules') });
  expect(broken.ran.status).toBe(1);
  expect(broken.ran.stdout).toContain('::error title=Hitmap::A layout rule is broken');
  expect(broken.summary).toContain('**Rules: 1 of 1 broken.**');

  const same = step({ HITMAP_BASE, HITMAP_HEAD: HITMAP_BASE });
  expect(same.ran.status).toBe(0);
  expect(same.summary).toContain('No struct changed its size');

  // Names that a shell, the command line or the runner would take for something else.
  const odd = '--rules=$(touch pwned);`touch pwned`\n::add-mask::depot 100%.o';
  copyFileSync(HITMAP_BASE, at(odd));
  const named = step({ HITMAP_BASE: odd, HITMAP_HEAD });
  expect([named.ran.status, named.summary]).toEqual([0, held.summary.replace(/Rules: .*\n\n/, '')]);
  expect(existsSync(at('pwned'))).toBe(false);

  rmSync(folder, { recursive: true });
});

test('a picture is drawn by the binary for this system', () => {
  const drawn = installed.run('export', sample('shop.o'), 'counter', '--as', 'png');
  expect(drawn.status).toBe(0);
  // Of the signature (PNG, 5.2) the first byte is no UTF-8.
  expect(drawn.stdout.slice(1, 8)).toBe('PNG\r\n\u001a\n');
});

test('`hitmap FILE` opens the page with the file, and a field is dragged', async ({ page }) => {
  const served = await installed.serve(sample('shop.o'), '--no-open');
  const hitmap = new HitmapPage(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(served.address);
  await expect(hitmap.files.getByText('shop.o')).toBeVisible();
  await hitmap.openStruct('counter');
  await hitmap.drag(hitmap.member('limit'), hitmap.hole(/^hole/), { drop: true });
  // shop.c: `link` is two pointers and `lock` 4 bytes, so the hole begins at byte 20.
  await expectOffsets(hitmap, { limit: 20 });
  // A reload has the file again, and the change.
  await page.reload();
  await expect(hitmap.files.getByText('shop.o')).toBeVisible();
  // What is copied for others has no token in it.
  await hitmap.openStruct('counter');
  await hitmap.command('Copy a link to this layout');
  await expect(page.getByRole('status').filter({ hasText: 'The link is copied' })).toBeVisible();
  const { searchParams } = new URL(served.address);
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain(
    searchParams.get('files'),
  );
  expect(await served.stop()).toBe(0);
  // The next run is at the same address, by another token, and finds what the browser kept.
  const next = await installed.serve(sample('shop.o'), '--no-open');
  expect(new URL(next.address).origin).toBe(new URL(served.address).origin);
  expect(next.address).not.toBe(served.address);
  await page.goto(next.address);
  const open = page.getByRole('region', { name: 'Open structs' });
  await open.getByRole('button', { name: /^counter/ }).click();
  await expectOffsets(hitmap, { limit: 20 });
  await hitmap.command('Keys and marks');
  await expect(page.getByText('Hitmap 0.1.0')).toBeVisible();
  expect(complaints).toEqual([]);
  expect(await next.stop()).toBe(0);
});

test('on a served page only readers fetch, and only the files of this run', async ({ page }) => {
  const served = await installed.serve(sample('shop.o'), '--no-open');
  const { origin, searchParams } = new URL(served.address);
  await page.goto(served.address);
  await expect(page.locator('html')).toHaveAttribute('data-prefetched', 'true');
  const file = `${origin}/files/${searchParams.get('files')}/0`;
  const addresses = [
    file,
    `${origin}/index.html`,
    `${origin}/files/other/0`,
    'http://localhost:9/',
  ];
  const none = addresses.map(() => 'TypeError');
  expect(await fetching(page, addresses)).toEqual(none);
  // Readers come from the server, all other workers from blobs.
  const readers = page.workers().filter((worker) => worker.url().startsWith(origin));
  const others = page.workers().filter((worker) => !worker.url().startsWith(origin));
  expect(readers.length).toBeGreaterThan(0);
  for (const reader of readers) {
    expect(await fetching(reader, addresses)).toEqual(['206', ...none.slice(1)]);
  }
  for (const other of others) {
    expect(other.url()).toMatch(/^blob:/);
    expect(await fetching(other, addresses)).toEqual(none);
  }
  expect(await fetchingFromBlob(page, file)).toBe('TypeError');
  await served.stop();
});

test('another user of the machine reads no file that is served', async ({ page }) => {
  test.skip(process.getuid?.() !== 0, 'only root starts a program as another user');
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-served-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'secret.o');
  copyFileSync(sample('shop.o'), file);
  chmodSync(file, 0o600);
  // Stands for any browser: it lives with the argument that it was started with.
  const browser = join(folder, 'xdg-open');
  writeFileSync(browser, '#!/bin/sh\necho $$ >"$0.pid"\nwhile sleep 1; do :; done\n', {
    mode: 0o755,
  });
  const nobody = (command: string) =>
    spawnSync('sh', ['-c', command], { uid: 65534, gid: 65534, encoding: 'utf8' });
  const child = spawn(process.execPath, [installed.program, 'serve', file], {
    env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}`, TMPDIR: folder },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const argumentsOfAll = () => nobody('cat /proc/[0-9]*/cmdline | tr "\\0" "\\n"').stdout;
  await expect.poll(() => output).toMatch(/http:\S+\s/);
  await expect.poll(argumentsOfAll).toMatch(/^file:.*\/hitmap\.html$/m);
  const address = /http:\S+/.exec(output)?.[0] ?? '';
  const { origin, searchParams } = new URL(address);
  const token = searchParams.get('files') ?? '';
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  const seen = argumentsOfAll();
  expect(seen).not.toContain(token);
  const [redirect = ''] = /^file:.*\/hitmap\.html$/m.exec(seen) ?? [];
  const path = fileURLToPath(redirect);
  expect(readFileSync(path, 'utf8')).toContain(address);
  expect(nobody(`cat '${file}' '${path}' || ls '${join(path, '..')}'`)).toMatchObject({
    stdout: '',
  });
  expect(await (await fetch(origin)).text()).not.toMatch(/secret\.o|hitmap:files/);
  // Whose browser it is follows the file to the page.
  await page.goto(redirect);
  await expect(new HitmapPage(page).files.getByText('secret.o')).toBeVisible();
  child.kill('SIGINT');
  expect(await new Promise((end) => child.once('exit', end))).toBe(0);
  expect(existsSync(path)).toBe(false);
  process.kill(Number(readFileSync(`${browser}.pid`, 'utf8')));
  rmSync(folder, { recursive: true });
});

test('what cannot be served is said', async ({ page }) => {
  for (const [words, says] of [
    [['serve', 'nothing.o'], /cannot open nothing.o: there is no such file/],
    [['nothing.o'], /there is no command and no file `nothing.o`/],
    [['serve', tmpdir()], /is a directory/],
    [['serve', '--port', 'many'], /--port takes a number/],
  ] as const) {
    const { status, stderr } = installed.run(...words);
    expect([stderr, status]).toEqual([expect.stringMatching(says), 2]);
  }
  const served = await installed.serve('serve', '--no-open', sample('shop.o'));
  const { origin, port } = new URL(served.address);
  const taken = installed.run('serve', '--no-open', '--port', port);
  expect([taken.stderr, taken.status]).toEqual([expect.stringMatching(/port \d+ is taken/), 2]);
  await page.goto(`${origin}/?files=0123`);
  await expect(page.getByText('This address is of another run of `hitmap`')).toBeVisible();
  await served.stop();
});

test('a machine without a browser gets the address; a Node that is too old, and its number, is said', async () => {
  const path = process.env['PATH'] ?? '';
  const withoutBrowser = path
    .split(':')
    .filter((folder) => !existsSync(join(folder, 'xdg-open')))
    .join(':');
  // The folder that holds node may be one that holds xdg-open.
  const bin = mkdtempSync(join(tmpdir(), 'hitmap-node-'));
  symlinkSync(process.execPath, join(bin, 'node'));
  const child = spawn(process.execPath, [installed.program, 'serve', sample('shop.o')], {
    env: { ...process.env, PATH: `${bin}:${withoutBrowser}` },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  await expect
    .poll(() => output)
    .toMatch(/Hitmap is at http:[^]*no browser could be opened; open the address/);
  child.kill('SIGINT');
  await new Promise((end) => child.once('exit', end));
  rmSync(bin, { recursive: true });

  const old = `Object.defineProperty(process.versions, 'node', { value: '20.18.3' });
    import(${JSON.stringify(pathToFileURL(realpathSync(installed.program)).href)});`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', old], { encoding: 'utf8' });
  expect([stderr, status]).toEqual([
    expect.stringContaining('Node 20.18.3 is too old: 20.19 or later is needed.'),
    2,
  ]);
});

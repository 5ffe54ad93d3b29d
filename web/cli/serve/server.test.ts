import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { BuiltPage } from './builtPage';
import { startServer, type PageServer } from './server';
import { namedFiles } from './servedFiles';

const folders: string[] = [];
const TEXT = '0123456789abcdef';

const PAGE: BuiltPage = {
  html: (files) => `<head></head>${JSON.stringify(files)}`,
  asset: (path) =>
    path === 'assets/a.js' ? { bytes: Buffer.from('run()'), type: 'text/javascript' } : null,
};

let running: PageServer | null = null;
afterEach(async () => {
  await running?.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** As `fetch`, which forbids a `Host` of one's own and tidies addresses. */
function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Answer> {
  const { port } = new URL(running?.address ?? '');
  return new Promise((done, failed) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    outgoing.on('error', failed);
    outgoing.end();
  });
}

/** Serves one file with TEXT in it; its address, and the token. */
async function serveText(): Promise<{ path: string; file: string; token: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-serve-'));
  folders.push(folder);
  const path = join(folder, 'kernel');
  writeFileSync(path, TEXT);
  running = await startServer(PAGE, namedFiles([path]), 0);
  const token = new URL(running.address).searchParams.get('files') ?? '';
  return { path, file: `/files/${token}/0`, token };
}

test('the page lists the files to who has the token of the run, and to nobody else', async () => {
  const { token } = await serveText();
  expect((await ask(`/?files=${token}`)).body).toContain(
    JSON.stringify([{ name: 'kernel', size: TEXT.length, address: `/files/${token}/0` }]),
  );
  expect(await ask('/')).toMatchObject({ status: 200, body: '<head></head>null' });
  const wrong = await ask(`/?files=${token.replace(/./g, '0')}`);
  expect(wrong.status).toBe(403);
  expect(wrong.body).toMatch(/another run of `hitmap`/);
});

test('a file is read by ranges within it', async () => {
  const { file } = await serveText();
  const middle = await ask(file, { Range: 'bytes=4-7' });
  expect(middle).toMatchObject({ status: 206, body: '4567' });
  expect(middle.headers['content-range']).toBe('bytes 4-7/16');
  expect((await ask(file, { Range: 'bytes=0-15' })).body).toBe(TEXT);
  for (const range of ['bytes=4-16', 'bytes=9-8', 'bytes=0-1,3-4', 'bytes=-4', 'bytes=4-', '']) {
    expect((await ask(file, range === '' ? {} : { Range: range })).status).toBe(416);
  }
});

test('no address leads to a file that was not named', async () => {
  const { file, token } = await serveText();
  const range = { Range: 'bytes=0-1' };
  for (const path of [
    `/files/${token}/1`,
    `/files/${token}/00000`,
    `/files/${token}/../../etc/passwd`,
    `/files/${token.slice(1)}/0`,
    '/files//0',
    file.replace('files', 'Files'),
    '/..%2f..%2fetc/passwd',
    '/../package.json',
    '//etc/passwd',
  ]) {
    expect([path, (await ask(path, range)).status]).toEqual([path, 404]);
  }
});

test('a file that was changed, or deleted, is said to be', async () => {
  const { path, file } = await serveText();
  const range = { Range: 'bytes=0-1' };
  writeFileSync(path, `${TEXT}more`);
  const changed = await ask(file, range);
  expect(changed.status).toBe(410);
  expect(changed.body).toMatch(/changed, replaced or deleted since .* Start `hitmap` again/);
  rmSync(path);
  expect((await ask(file, range)).status).toBe(410);
});

test('a name that was pointed at this machine, and a request that writes, are refused', async () => {
  const { file } = await serveText();
  const { port } = new URL(running?.address ?? '');
  for (const host of [`evil.example:${port}`, '127.0.0.1:1', 'localhost', `[::1]:${port}`]) {
    expect((await ask('/', { Host: host })).status).toBe(403);
  }
  expect((await ask('/', { Host: `localhost:${port}` })).status).toBe(200);
  expect((await ask(file, {}, 'POST')).status).toBe(405);
  expect(await ask('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
});

test('each answer says what may be done with it', async () => {
  const { file, token } = await serveText();
  const page = (await ask(`/?files=${token}`)).headers;
  const script = (await ask(`/page/${token}/assets/a.js`)).headers;
  const bytes = (await ask(file, { Range: 'bytes=0-1' })).headers;
  for (const headers of [page, script, bytes, (await ask('/none')).headers]) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  }
  const policyOf = (headers: Answer['headers']) => String(headers['content-security-policy']);
  expect(policyOf(page)).toContain("connect-src 'none'");
  expect(policyOf(page)).toContain("frame-ancestors 'none'");
  const { origin } = new URL(running?.address ?? '');
  expect(policyOf(script)).toContain(`connect-src ${origin}/files/${token}/;`);
  expect(policyOf(bytes)).toBe("default-src 'none'; sandbox");
});

test('who does not know the token learns it from nothing', async () => {
  const { token } = await serveText();
  const paths = ['/', '/assets/a.js', '/page/other/assets/a.js', '/page/', '/files/', '/none'];
  for (const path of [
    ...paths,
    '/?files=',
    '/?files=other',
    `/page/${token.slice(1)}/assets/a.js`,
  ]) {
    const { headers, body } = await ask(path);
    expect(JSON.stringify(headers), path).not.toContain(token);
    expect(body, path).not.toContain(token);
  }
  expect((await ask('/page/other/assets/a.js')).status).toBe(404);
  const plain = (await ask('/assets/a.js')).headers['content-security-policy'];
  expect(plain).toContain("connect-src 'none'");
});

test('without files no script of the server may fetch', async () => {
  running = await startServer(PAGE, [], 0);
  expect(running.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const policy = (await ask('/assets/a.js')).headers['content-security-policy'];
  expect(policy).toContain("connect-src 'none'");
  expect((await ask('/')).headers['content-security-policy']).toContain('worker-src blob:;');
});

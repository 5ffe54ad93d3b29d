import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { ServedFile } from '../../core/ingest/servedFiles';
import type { BuiltPage } from './builtPage';
import { parseRange, rangeOf, type NamedFile } from './servedFiles';
import { pagePolicy, readerPolicy } from '../../core/base/policy';

/** The machine itself; nobody else on the network can ask. */
const LOOPBACK = '127.0.0.1';

/** A rebuild replaces a file; the page keeps what it was opened on. */
const CHANGED =
  'the file was changed, replaced or deleted since `hitmap` opened it. Start `hitmap` again to see it as it is now.';

export interface PageServer {
  /** To open in a browser. It holds the token that the files are asked for with: it is no argument of any program. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the page on a loopback port; 0 is any that is free. The files are listed only to who knows the token, which is
 * new for each run, so that no other page or user of this machine reads them. Rejects where the port is taken.
 */
export async function startServer(
  page: BuiltPage,
  files: readonly NamedFile[],
  port: number,
): Promise<PageServer> {
  const token = randomBytes(16).toString('hex');
  const server = createServer();
  await listen(server, port);
  const own = (server.address() as AddressInfo).port;
  const hosts = [`${LOOPBACK}:${own}`, `localhost:${own}`];
  const [folder, scripts] = [`/files/${token}/`, `/page/${token}/`];
  const served = files.map(({ name, source: { size } }, at) => ({
    name,
    size,
    address: `${folder}${at}`,
  }));
  server.on('request', (request, response) =>
    answer(request, response, { page, files, served, token, hosts, folder, scripts }),
  );
  return {
    address: `http://${hosts[0]}/${files.length > 0 ? `?files=${token}` : ''}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, LOOPBACK, () => {
      server.off('error', failed);
      listening();
    });
  });
}

interface Run {
  readonly page: BuiltPage;
  readonly files: readonly NamedFile[];
  readonly served: readonly ServedFile[];
  readonly token: string;
  /** The names that this server is asked by, with its port. */
  readonly hosts: readonly string[];
  /** The address that all files lie below, without the origin. */
  readonly folder: string;
  /** The address that the page's scripts lie below for who knows the token. */
  readonly scripts: string;
}

function answer(request: IncomingMessage, response: ServerResponse, run: Run): void {
  const { host = '' } = request.headers;
  // A page elsewhere may point a name of its own at this machine ("DNS rebinding"); its requests carry that name.
  if (!run.hosts.includes(host)) {
    return refuse(response, 403, 'This server answers only at its own loopback address.');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(response, 405, 'This server can only be read.');
  }
  const origin = `http://${host}`;
  if (!URL.canParse(request.url ?? '', origin)) return refuse(response, 400, 'This is no address.');
  const { pathname, searchParams } = new URL(request.url ?? '', origin);
  if (pathname === '/' || pathname === '/index.html') {
    return sendPage(response, searchParams.get('files'), run);
  }
  if (pathname.startsWith('/files/')) return sendRange(request, response, pathname, run);
  const [, given = null, name = ''] = /^\/(?:page\/([^/]*)\/)?(.*)$/s.exec(pathname) ?? [];
  const isKnown = given !== null && isSame(given, run.token);
  const asset = given === null || isKnown ? run.page.asset(name) : null;
  if (asset === null) return refuse(response, 404, 'There is nothing at this address.');
  const files = isKnown && run.files.length > 0 ? `${origin}${run.folder}` : null;
  send(response, 200, { ...assetHeaders(files), 'Content-Type': asset.type }, asset.bytes);
}

function sendPage(response: ServerResponse, token: string | null, run: Run): void {
  if (token !== null && !isSame(token, run.token)) {
    return refuse(
      response,
      403,
      'This address is of another run of `hitmap`. Open the one that the running `hitmap` has printed.',
    );
  }
  const withFiles = token !== null;
  const headers = { ...pageHeaders(withFiles), 'Content-Type': 'text/html; charset=utf-8' };
  send(
    response,
    200,
    headers,
    Buffer.from(run.page.html(withFiles ? { files: run.served, scripts: run.scripts } : null)),
  );
}

/** Takes the same time for any wrong token, so that it cannot be guessed sign by sign. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function sendRange(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  run: Run,
): void {
  const [, given = '', place = ''] = /^\/files\/([^/]*)\/(\d{1,4})$/.exec(pathname) ?? [];
  const file = isSame(given, run.token) ? run.files[Number(place)] : undefined;
  if (file === undefined)
    return refuse(response, 404, 'There is no such file in this run of `hitmap`.');
  const range = parseRange(request.headers.range, file.source.size);
  if (range === null)
    return refuse(response, 416, 'A range of bytes within the file has to be named.');
  const [first, last] = range;
  const changed = file.source.changed();
  if (changed !== null) return refuse(response, 410, CHANGED);
  response.writeHead(206, {
    ...plainHeaders(),
    'Content-Length': last - first + 1,
    'Content-Range': `bytes ${first}-${last}/${file.source.size}`,
  });
  // What was sent cannot be taken back: where reading fails in the middle, the reader sees an answer that breaks off.
  pipeline(rangeOf(file, first, last), response, () => undefined);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  const headers = { ...plainHeaders(), 'Content-Type': 'text/plain; charset=utf-8' };
  send(response, status, headers, Buffer.from(`${sentence}\n`));
}

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': body.byteLength });
  // Node leaves the body of an answer to HEAD out.
  response.end(body);
}

type Headers = Readonly<Record<string, string>>;

/** Headers of every answer: nothing is guessed, framed, cached or sent to others. */
const ALWAYS: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
};

/** The headers of the page. Its readers may come from this server where it has files: only those have a policy of their own. */
function pageHeaders(hasFiles: boolean): Headers {
  const worker = hasFiles ? "blob: 'self'" : 'blob:';
  const policy = pagePolicy({ script: "'self'", style: "'self'", worker });
  return {
    ...ALWAYS,
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
  };
}

/**
 * Of a script, style or picture. A worker that is started from one has this policy.
 * @param files all that it may fetch; null for nothing. The address has the token: only who knows it may see it.
 */
function assetHeaders(files: string | null): Headers {
  return { ...ALWAYS, 'Content-Security-Policy': readerPolicy(files ?? "'none'") };
}

/** The headers of a file's bytes, or of a sentence: nothing in them is ever run. */
function plainHeaders(): Headers {
  return {
    ...ALWAYS,
    'Content-Type': 'application/octet-stream',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}

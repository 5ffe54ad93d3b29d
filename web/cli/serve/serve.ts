import { systemMessage, usageMessage } from '../messages';
import { Failure } from '../failure';
import { writeNote, writeResult } from '../terminal';
import { FLAG, parseWords, TEXT, type CliCommand, type CommandResult } from '../words';
import { openBuiltPage, type BuiltPage } from './builtPage';
import { namedFiles, type NamedFile } from './servedFiles';
import { startServer, type PageServer } from './server';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** `hitmap serve [FILE…]`, also `hitmap FILE…`: the page with these files open, until it is stopped. */
export const SERVE_COMMAND: CliCommand = {
  help: `hitmap serve [FILE...], or hitmap FILE...: the page on this machine, with these files open

FILE is what may be dropped on the page: a vmlinux, BTF, a module, any program with debug
information, a report or recording of perf, a header, a patch. Only this machine is answered, and
only an address with the token of this run reads the files: no other user of the machine sees it. The
browser is given it by a file in $TMPDIR or /tmp. One that may read no file there (of a snap, or outside
of WSL) takes the address that is printed.

  --port N        the port (default: 41740, or the next that is free; a browser keeps drafts for each by itself)
  --no-open       print the address, and open no browser
`,
  async run(args) {
    const options = { port: TEXT, 'no-open': FLAG };
    const { values, positionals } = parseWords('serve', args, options);
    const port = portOf(values.port);
    const files = namedFiles(positionals);
    const server = await start(openBuiltPage(), files, port).catch((error: unknown) => {
      throw whyNot(error, values.port);
    });
    await writeResult(`Hitmap is at ${server.address} (Ctrl+C stops it)\n`, 'text');
    const stopped = untilStopped();
    const redirect = values['no-open'] || files.length === 0 ? null : writeRedirect(server.address);
    if (!values['no-open'] && !(await openBrowser(redirect?.address ?? server.address))) {
      writeNote('no browser could be opened; open the address above in one.');
    }
    await stopped;
    redirect?.remove();
    await server.close();
    for (const { source } of files) source.close();
    return DONE;
  },
};

const DONE: CommandResult = { text: '', notes: [] };

/** A browser keeps drafts and settings by address and port: the next run finds those of the last. */
const USUAL_PORTS = [41740, 41741, 41742, 41743];

/** @param port null for one of the usual, or where all of these are taken any that is free */
async function start(
  page: BuiltPage,
  files: readonly NamedFile[],
  port: number | null,
): Promise<PageServer> {
  if (port !== null) return startServer(page, files, port);
  for (const usual of USUAL_PORTS) {
    try {
      return await startServer(page, files, usual);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  return startServer(page, files, 0);
}

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new Failure(usageMessage('port', text));
}

function whyNot(error: unknown, port: string | undefined): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Failure(systemMessage('port-taken', port ?? ''));
    case 'EACCES':
      return new Failure(systemMessage('port-denied', port ?? ''));
    default:
      return error;
  }
}

function untilStopped(): Promise<void> {
  return new Promise((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped());
  });
}

/** Opens an address in the person's browser; resolves to whether the system had one to ask. */
function openBrowser(address: string): Promise<boolean> {
  const [command, ...args] = commandFor(process.platform, address);
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.on('error', () => done(false));
    // `xdg-open` ends with 3 where there is no browser; one that stays has opened it.
    child.on('exit', (code) => done(code === 0));
    setTimeout(() => done(true), 2000).unref();
    child.unref();
  });
}

function commandFor(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', address];
    case 'win32':
      // `start` takes its first quoted word for a title.
      return ['cmd', '/c', 'start', '""', address];
    default:
      return ['xdg-open', address];
  }
}

/** A file that leads a browser on to an address. */
interface Redirect {
  /** Of the file. */
  readonly address: string;
  remove(): void;
}

/**
 * Every user of a machine reads the arguments of every program (`ps`), so a browser is not started with an address that
 * has a token: it is started with a file that its owner alone may read, which has the address. As Jupyter does it.
 */
function writeRedirect(to: string): Redirect {
  // A folder that `mkdtemp` makes has the mode 0700.
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-open-'));
  const path = join(folder, 'hitmap.html');
  const html = `<!doctype html>
<meta charset="utf-8" />
<meta http-equiv="refresh" content="0; url=${to}" />
<title>Hitmap</title>
<a href="${to}">Hitmap</a>
`;
  writeFileSync(path, html, { mode: 0o600 });
  return {
    address: pathToFileURL(path).href,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

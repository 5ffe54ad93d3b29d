import { Failure } from '../failure';
import { writeNote, writeResult } from '../terminal';
import { FLAG, parseWords, TEXT, type CliCommand, type CommandResult } from '../words';
import { openBuiltPage, type BuiltPage } from './builtPage';
import { openBrowser, writeRedirect } from './openBrowser';
import { namedFiles, type NamedFile } from './servedFiles';
import { startServer, type PageServer } from './server';

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
  throw new Failure(`--port takes a number up to 65535, not \`${text}\`.`);
}

function whyNot(error: unknown, port: string | undefined): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Failure(`port ${port} is taken: name another, or leave --port out.`);
    case 'EACCES':
      return new Failure(`port ${port} is not for ordinary users: name one above 1023.`);
    default:
      return error;
  }
}

function untilStopped(): Promise<void> {
  return new Promise((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped());
  });
}

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Opens an address in the person's browser; resolves to whether the system had one to ask. */
export function openBrowser(address: string): Promise<boolean> {
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
export interface Redirect {
  /** Of the file. */
  readonly address: string;
  remove(): void;
}

/**
 * Every user of a machine reads the arguments of every program (`ps`), so a browser is not started with an address that
 * has a token: it is started with a file that its owner alone may read, which has the address. As Jupyter does it.
 */
export function writeRedirect(to: string): Redirect {
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

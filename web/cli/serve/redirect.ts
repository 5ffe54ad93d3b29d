import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

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

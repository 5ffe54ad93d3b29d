import { inputMessage } from '../messages';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVED_FILES_META, type ServedFile } from '../../core/ingest/servedFiles';
import { Failure } from '../failure';

/** Files that the page opens by itself. */
export interface OpenedFiles {
  readonly files: readonly ServedFile[];
  /** What the page's addresses of scripts and styles begin with, so that the readers among them may fetch the files. */
  readonly scripts: string;
}

/** The page that the build has left beside the command line. */
export interface BuiltPage {
  /** The page itself; null where it is served without files. */
  html(opened: OpenedFiles | null): string;
  /** What lies at an address below the page's, without its first slash; null where nothing does. */
  asset(path: string): { readonly bytes: Buffer; readonly type: string } | null;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Reads the list of what there is once: an address is looked up in it, and never becomes a path. */
export function openBuiltPage(folder = builtFolder()): BuiltPage {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) {
    throw new Failure(inputMessage('page-not-built'));
  }
  const paths = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path).split(sep).join('/'), path]),
  );
  return {
    html(opened) {
      const html = readFileSync(index, 'utf8');
      return opened === null ? html : withFiles(withoutPolicy(html), opened);
    },
    asset(name) {
      const path = paths.get(name);
      const type = TYPES[extname(name)];
      return path === undefined || type === undefined ? null : { bytes: readFileSync(path), type };
    },
  };
}

function builtFolder(): string {
  return fileURLToPath(new URL('../dist/', import.meta.url));
}

/** The server's header says it, and of two policies a browser keeps both: the page could start no reader of the server's. */
function withoutPolicy(html: string): string {
  return html.replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
}

function withFiles(html: string, { files, scripts }: OpenedFiles): string {
  const content = JSON.stringify(files).replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  // Scripts name each other from where they lie.
  const moved = html.replaceAll('"./assets/', `"${scripts}assets/`);
  return moved.replace(
    '<head>',
    () => `<head>\n    <meta name="${SERVED_FILES_META}" content="${content}" />`,
  );
}

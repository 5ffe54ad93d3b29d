// What a first visit downloads, as a server sends it: compressed.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const gzipBytes = (path) => gzipSync(readFileSync(path), { level: 9 }).length;

/** Compressed bytes of what the page itself names, and of the WASM module in the lazy script that a first file needs. */
export function downloads({ place }) {
  const dist = join(place, 'dist');
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path,
  );
  const sum = (extension) =>
    named
      .filter((path) => path.endsWith(extension))
      .reduce((total, path) => total + gzipBytes(join(dist, path)), 0);
  const assets = readdirSync(join(dist, 'assets'));
  const wasm = assets.find((name) => name.includes('hitmap-types'));
  return {
    scriptBytes: sum('.js'),
    styleBytes: sum('.css'),
    wasmBytes: gzipBytes(join(dist, 'assets', wasm)),
  };
}

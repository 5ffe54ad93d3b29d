import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { pagePolicy } from './web/core/base/policy';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the page may use: browsers that know light-dark(), which the theme is written in. */
export const BROWSERS = {
  target: 'es2022',
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
};

/** Classic ones: a module worker does not start from a blob of a page that was opened from a disk (seen in Chromium). */
export const WORKERS = { format: 'iife' as const };

/**
 * The page. The same as one file is built by `scripts/single.vite.config.ts`, the command line by
 * `scripts/cli.vite.config.ts`.
 */
export default defineConfig({
  root: at('web'),
  publicDir: at('public'),
  // Relative addresses, so that the built page works from any folder of any host.
  base: './',
  plugins: [react(), wasmAsScript(), iconInside(), withPolicy(), withoutReadmes()],
  worker: WORKERS,
  build: {
    ...BROWSERS,
    outDir: at('dist'),
    emptyOutDir: true,
    // An inlined asset would be a `data:` address, which the policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One script for the empty page: fifty of a kilobyte each weigh more and compress worse.
        codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] },
        // A compile hint of V8, on the way to the first struct: what it finds there it would compile function by function.
        postBanner: (chunk) => (chunk.name === 'opened' ? '//# allFunctionsCalledOnLoad' : ''),
      },
    },
  },
});

/**
 * `virtual:hitmap-types`, `-reports`, `-source`, `-code` and `-names` are the WASM modules as gzip in base64. As lazy
 * script chunks they come with the page's own scripts: no `fetch`, which `connect-src 'none'` would
 * block, and the same from a file.
 */
export function wasmAsScript(): Plugin {
  const pattern = /^\0?virtual:(hitmap-(?:types|reports|source|code|names))$/;
  return {
    name: 'hitmap:wasm-as-script',
    resolveId: (source) => (pattern.test(source) ? `\0${source}` : undefined),
    load(source) {
      const name = pattern.exec(source)?.[1];
      if (name === undefined) return undefined;
      const path = at(`wasm/pkg/${name.replace('-', '_')}_bg.wasm`);
      this.addWatchFile(path);
      const packed = gzipSync(readFileSync(path), { level: 9 });
      return `export default ${JSON.stringify(packed.toString('base64'))};`;
    },
  };
}

/** The icon stands in the page: a browser asks for one again whenever the address changes, and after load nothing is asked for. */
export function iconInside(): Plugin {
  const icon = readFileSync(at('public/icon.svg')).toString('base64');
  return {
    name: 'hitmap:icon-inside',
    apply: 'build',
    transformIndexHtml: (page) =>
      page.replace(/(<link rel="icon" href=")[^"]*/, `$1data:image/svg+xml;base64,${icon}`),
  };
}

/** Nothing leaves the page: it says so itself, so that it holds on any host. `hitmap serve` says it in a header too. */
function withPolicy(): Plugin {
  const content = pagePolicy({ script: "'self'", style: "'self'", worker: 'blob:' });
  return {
    name: 'hitmap:content-security-policy',
    // The development server needs inline scripts and a socket for hot reload.
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** The READMEs of `public/` are for who reads the source. */
function withoutReadmes(): Plugin {
  return {
    name: 'hitmap:without-readmes',
    apply: 'build',
    writeBundle({ dir = at('dist') }) {
      const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (entry.name === 'README.md') rmSync(`${entry.parentPath}/${entry.name}`);
      }
    },
  };
}

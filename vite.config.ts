import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the page may use: browsers that know light-dark(), which the theme is written in. */
export const BROWSERS = {
  target: 'es2022',
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
};

/** Classic ones: a module worker does not start from a blob of a page that was opened from a disk (seen in Chromium). */
export const WORKERS = { format: 'iife' as const };

/**
 * What `npm start` sends with the page, and another host should: the page's policy, with what a `<meta>` cannot say
 * (no other page may frame it), and nothing of its address to where a link leads.
 */
const SERVED_WITH = {
  'Content-Security-Policy': `${contentSecurityPolicy({ script: "'self'", style: "'self'" })}; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * The page. The same as one file is built by `scripts/single.vite.config.ts`, the command line by
 * `scripts/cli.vite.config.ts`.
 */
export default defineConfig({
  root: at('web'),
  publicDir: at('public'),
  // Relative addresses, so that the built page works from any folder of any host.
  base: './',
  plugins: [react(), wasmAsScript(), withPolicy(), withoutReadmes()],
  worker: WORKERS,
  preview: { headers: SERVED_WITH, cors: false },
  build: {
    ...BROWSERS,
    outDir: at('dist'),
    emptyOutDir: true,
    // An inlined asset would be a `data:` address, which the policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

/**
 * `virtual:hitmap-types` and `virtual:hitmap-texts` are the WASM modules as gzip in base64. As lazy
 * script chunks they come with the page's own scripts: no `fetch`, which `connect-src 'none'` would
 * block, and the same from a file.
 */
export function wasmAsScript(): Plugin {
  const pattern = /^\0?virtual:(hitmap-(?:types|texts))$/;
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

/**
 * Nothing leaves the page. The worker is started from a blob, because only then does it inherit the
 * policy of a `<meta>`; one that is started from a network address does not.
 *
 * Styles need no 'unsafe-inline': React and D3 set styles through the CSSOM, which a policy does not
 * restrict, and the one `<style>` that react-aria would add is in `ui/base.css` instead (see there).
 *
 * `own` is where the page's script and style come from.
 */
export function contentSecurityPolicy(own: {
  readonly script: string;
  readonly style: string;
}): string {
  return [
    "default-src 'none'",
    `script-src ${own.script} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${own.style}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function withPolicy(): Plugin {
  const content = contentSecurityPolicy({ script: "'self'", style: "'self'" });
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
    closeBundle() {
      const entries = readdirSync(at('dist'), { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (entry.name === 'README.md') rmSync(`${entry.parentPath}/${entry.name}`);
      }
    },
  };
}

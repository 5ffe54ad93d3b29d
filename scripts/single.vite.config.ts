import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { BROWSERS, iconInside, wasmAsScript, WORKERS } from '../vite.config';
import { pagePolicy } from '../web/core/base/policy';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * The page as one file that works from a disk: script, style, workers, WASM, studies and icon inside.
 * `--outDir` puts it elsewhere.
 */
export default defineConfig({
  root: at('web'),
  publicDir: false,
  base: './',
  plugins: [react(), wasmAsScript(), iconInside(), oneFile('hitmap.html')],
  worker: WORKERS,
  build: {
    ...BROWSERS,
    outDir: at('dist-single'),
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    // As large as all that it holds.
    chunkSizeWarningLimit: 4000,
    rollupOptions: { output: { codeSplitting: false } },
  },
});

/** Makes one HTML file of a build with one script and one style sheet. */
function oneFile(name: string): Plugin {
  return {
    name: 'hitmap:one-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const only = (found: readonly string[], what: string): string => {
        const [first, ...others] = found;
        if (first !== undefined && others.length === 0) return first;
        return this.error(`the page as one file needs one ${what}, not ${found.length}`);
      };
      const assets = (ending: string) =>
        files.flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith(ending) ? [file.source.toString()] : [],
        );
      const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
      const source = inlined(only(assets('.html'), 'page'), {
        // Vite's mark for what to preload, which it fills in only where there are chunks.
        script: withoutEndOfScript(
          only(scripts, 'script').replaceAll('__VITE_PRELOAD__', 'void 0'),
        ),
        style: only(assets('.css'), 'style sheet'),
        notices: readFileSync(at('public/third-party-notices.txt'), 'utf8'),
      });
      for (const key of Object.keys(bundle)) delete bundle[key];
      this.emitFile({ type: 'asset', fileName: name, source });
    },
  };
}

/** The page without an address in it; its policy allows this script and this style, by their hashes. */
function inlined(
  page: string,
  parts: {
    readonly script: string;
    readonly style: string;
    readonly notices: string;
  },
): string {
  const { script, style, notices } = parts;
  const policy = pagePolicy({ script: hashOf(script), style: hashOf(style), worker: 'blob:' });
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  const own = `<style>${style}</style>\n    <script type="module">${script}</script>`;
  return (
    page
      .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
      .replace(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
      // Functions: `$` would mean something in a text.
      .replace('<head>', () => `<head>\n    ${head}`)
      .replace('</head>', () => `  ${own}\n  </head>`)
      // What is passed on carries the licences of what it holds. A script of this type is text that nobody runs.
      .replace(
        '</body>',
        () =>
          `  <script type="text/plain" id="third-party-notices">\n${withoutEndOfScript(notices)}</script>\n  </body>`,
      )
  );
}

/**
 * Inside a `<script>`, `</script` ends it and `<!--` may hide that end (HTML, "Restrictions for contents of
 * script elements"). Both occur in strings only, where `\x3C` is the same sign.
 */
function withoutEndOfScript(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, '\\x3C');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

import { defineConfig } from 'vite';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The command line: what starts it, a part for each command and what they share, with the WASM modules beside them. */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  logLevel: 'warn',
  build: {
    ssr: at('web/cli/main.ts'),
    outDir: at('dist-cli'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'hitmap.mjs', chunkFileNames: '[name].mjs' } },
  },
  // A binary of its own for each system cannot be in one file.
  ssr: { noExternal: true, external: ['@resvg/resvg-js', '@duckdb/node-api'] },
  plugins: [
    {
      name: 'hitmap:wasm-beside',
      writeBundle({ dir = at('dist-cli') }) {
        for (const name of [
          'hitmap_types_bg.wasm',
          'hitmap_reports_bg.wasm',
          'hitmap_source_bg.wasm',
          'hitmap_code_bg.wasm',
          'hitmap_names_bg.wasm',
        ]) {
          copyFileSync(at(`wasm/pkg/${name}`), `${dir}/${name}`);
        }
      },
    },
  ],
});

import { defineConfig } from 'vite';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The command line as one file, with the WASM modules beside it. */
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
    rollupOptions: { output: { entryFileNames: 'hitmap.mjs', codeSplitting: false } },
  },
  // A binary of its own for each system cannot be in one file.
  ssr: { noExternal: true, external: ['@resvg/resvg-js', '@duckdb/node-api'] },
  plugins: [
    {
      name: 'hitmap:wasm-beside',
      writeBundle({ dir = at('dist-cli') }) {
        for (const name of [
          'hitmap_types_bg.wasm',
          'hitmap_texts_bg.wasm',
          'hitmap_code_bg.wasm',
        ]) {
          copyFileSync(at(`wasm/pkg/${name}`), `${dir}/${name}`);
        }
      },
    },
  ],
});

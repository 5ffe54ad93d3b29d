import { defineConfig } from 'vite';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The command line as one file, with the WASM module beside it. */
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
  ssr: { noExternal: true },
  plugins: [
    {
      name: 'hitmap:wasm-beside',
      writeBundle() {
        copyFileSync(
          at('wasm/pkg/hitmap_bindings_bg.wasm'),
          at('dist-cli/hitmap_bindings_bg.wasm'),
        );
      },
    },
  ],
});

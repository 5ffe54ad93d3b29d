// Runs a TypeScript file of scripts/ or judges/ in Node: bundled with what it imports from web/, the WASM modules
// beside it where they are built, as the command line is.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { WASM_MODULES } from './steps.mjs';
import { root } from './tools.mjs';

/** By its path from the root. The module's `main` gets the arguments and gives the exit code. */
export async function runTs(file, args) {
  process.exitCode = await (await importTs(file)).main(args);
}

/** What a TypeScript file exports. */
export async function importTs(file) {
  const outDir = join(root, '.cache/scripts', file.replace(/\.ts$/, ''));
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: join(root, file),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'main.mjs' } },
    },
    // What has native code is asked for where it is installed, as the command line does.
    ssr: { noExternal: true, external: ['@resvg/resvg-js', '@duckdb/node-api'] },
  });
  for (const name of WASM_MODULES) {
    const built = join(root, 'wasm/pkg', `${name}_bg.wasm`);
    if (existsSync(built)) copyFileSync(built, join(outDir, `${name}_bg.wasm`));
  }
  return import(pathToFileURL(join(outDir, 'main.mjs')).href);
}

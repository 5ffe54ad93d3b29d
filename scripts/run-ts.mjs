// `node scripts/run-ts.mjs scripts/FILE.ts [ARGS…]`: bundles a TypeScript script with vite and runs it.
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { root } from './lib/tools.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('run-ts: which script? node scripts/run-ts.mjs scripts/FILE.ts [ARGS…]');
  process.exit(2);
}
const name = basename(file, '.ts');
const outDir = join(root, '.cache/scripts', name);
await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    ssr: join(root, file),
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
  },
  ssr: { noExternal: true },
});
const { status } = spawnSync(process.execPath, [join(outDir, `${name}.mjs`), ...args], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

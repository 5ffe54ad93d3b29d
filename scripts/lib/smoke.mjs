// The smoke: the same steps through the built page in several engines (e2e/smoke).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findEngine } from './engines.mjs';
import { servePage } from './server.mjs';
import { root } from './tools.mjs';

/** @typedef {import('./suites.mjs').Suite} Suite */

/** The engines of the smoke; Chromium is the control. */
const ENGINES = ['chromium', 'firefox', 'webkitgtk'];

/**
 * Runs the steps in each browser, one after the other, on the page in `dist/`. A browser that is not here is
 * one skip of all its steps, with the reason.
 * @returns {Promise<Suite[]>}
 */
export async function smoke(names = ENGINES) {
  const { visit, inputsOf, STEPS } = await bundled();
  const server = await servePage();
  const inputs = inputsOf(root);
  const pictures = join(root, 'test-results/smoke');
  mkdirSync(pictures, { recursive: true });
  const results = [];
  try {
    for (const name of names) {
      const engine = await findEngine(name);
      if ('missing' in engine) {
        console.log(`\n── smoke: ${name} skipped: ${engine.missing}`);
        const skips = STEPS.map((step) => ({ test: step.name, reason: engine.missing }));
        results.push({
          name: `smoke, ${name}`,
          passed: 0,
          failed: 0,
          failures: [],
          skips,
          seconds: 0,
        });
        continue;
      }
      const isStrict = process.env.CI === 'true';
      const how = { programs: engine, address: server.address, inputs, pictures, isStrict };
      let result = await visit(name, how);
      if (isStrict && result.failed > 0) {
        console.log(`${sentence(result)}; once more:`);
        result = { ...(await visit(name, how)), again: result.failures };
      }
      results.push(result);
      console.log(sentence(result));
    }
  } finally {
    server.close();
  }
  return results;
}

function sentence({ name, passed, failed, skips, seconds }) {
  return `── ${name}: ${passed} passed, ${failed} failed, ${skips.length} skipped in ${seconds} s`;
}

/** The steps are TypeScript; the packages that they use stay where they are. */
async function bundled() {
  const { build } = await import('vite');
  const outDir = join(root, '.cache/smoke/code');
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: join(root, 'e2e/smoke/run.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'run.mjs' } },
    },
  });
  return import(pathToFileURL(join(outDir, 'run.mjs')).href);
}

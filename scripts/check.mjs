// `npm run check`: the guards. Types, lint with the layer rule, format, clippy, dead code.
import { join } from 'node:path';
import { wasm } from './lib/steps.mjs';
import { requireRust, root, runMain } from './lib/tools.mjs';
import { close } from './lib/closing.mjs';
import { guard } from './lib/suites.mjs';

const node = (script, ...args) => [process.execPath, [`node_modules/${script}`, ...args]];
const cargo = (...args) => ['cargo', args, { cwd: join(root, 'wasm') }];

await runMain(async () => {
  wasm();
  requireRust();
  close('check', [
    await guard('boundary types are current', ...cargo('xtask', 'types', '--check')),
    await guard('corpus is current', ...cargo('xtask', 'corpus', '--check')),
    await guard('third-party notices are current', process.execPath, [
      'scripts/notices.mjs',
      '--check',
    ]),
    await guard('list of messages is current', process.execPath, [
      'scripts/messages.mjs',
      '--check',
    ]),
    await guard('types', ...node('typescript/bin/tsc', '-p', '.')),
    await guard('lint and layers', ...node('eslint/bin/eslint.js', '.', '--max-warnings=0')),
    await guard(
      'no circle of imports',
      ...node('dependency-cruiser/bin/dependency-cruise.mjs', 'web', 'scripts', 'judges', 'e2e'),
    ),
    await guard('no circle of Rust modules', ...cargo('xtask', 'circles')),
    await guard('no test ends in silence', process.execPath, ['scripts/check-tests.mjs']),
    await guard('plain words', process.execPath, ['scripts/check-prose.mjs']),
    await guard('format', ...node('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.')),
    await guard('dead code', ...node('knip/bin/knip.js', '--no-progress')),
    await guard('workflows', process.execPath, ['scripts/check-workflows.mjs']),
    await guard('a release is the same again', process.execPath, ['scripts/check-release.mjs']),
    await guard('Rust format', ...cargo('fmt', '--all', '--check')),
    await guard(
      'clippy',
      ...cargo('clippy', '--workspace', '--all-targets', '--quiet', '--', '-D', 'warnings'),
    ),
  ]);
});

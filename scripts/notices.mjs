// `node scripts/notices.mjs [--check]`: writes public/third-party-notices.txt, the licences of all that the built
// page, its one file and its WASM contain. A guard of `npm run check` fails where it is stale.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { output, root, runMain, Stop } from './lib/tools.mjs';

const FILE = join(root, 'public/third-party-notices.txt');

/** In the command line alone, which is run from the checkout with its packages beside it. */
const NOT_IN_THE_PAGE = /^(?:@resvg\/.*|dejavu-fonts-ttf)$/;

await runMain(() => {
  const text = notices([...npmPackages(), ...crates()]);
  if (!process.argv.includes('--check')) return writeFileSync(FILE, text);
  if (readFileSync(FILE, 'utf8') !== text) {
    throw new Stop('public/third-party-notices.txt is stale: run "node scripts/notices.mjs".');
  }
});

/** What the lock file does not call a development package. */
function npmPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([path, each]) => {
    const { version, license, dev, devOptional, optional } = each;
    const name = path.replace(/^.*node_modules\//, '');
    // What is optional a user installs himself.
    if (path === '' || dev || devOptional || optional || NOT_IN_THE_PAGE.test(name)) return [];
    return [{ name, version, license, texts: licencesIn(join(root, path)) }];
  });
}

/** What `bindings` is built of for the page; not what only builds it, or tests it. */
function crates() {
  const json = output(
    'cargo',
    [
      'metadata',
      '--format-version',
      '1',
      '--filter-platform',
      'wasm32-unknown-unknown',
      '--locked',
    ],
    { cwd: join(root, 'wasm') },
  );
  if (json === null) throw new Stop('cargo metadata did not answer.');
  const { packages, resolve } = JSON.parse(json);
  const byId = new Map(packages.map((each) => [each.id, each]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const isMacro = (id) => byId.get(id).targets.some(({ kind }) => kind.includes('proc-macro'));
  const found = new Set();
  const walk = (id) => {
    if (found.has(id) || isMacro(id)) return;
    found.add(id);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) {
      if (kinds.some(({ kind }) => kind === null)) walk(pkg);
    }
  };
  walk(packages.find(({ name, source }) => name === 'bindings' && source === null).id);
  return [...found].flatMap((id) => {
    const { name, version, license, source, manifest_path: manifest } = byId.get(id);
    return source === null
      ? []
      : [{ name, version, license, texts: licencesIn(dirname(manifest)) }];
  });
}

function licencesIn(folder) {
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|copyright|notice|unlicense)/i.test(name))
    .sort()
    .flatMap((name) => {
      try {
        return [readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()];
      } catch {
        // A folder of them.
        return [];
      }
    });
}

/** Packages of the same text stand together: most have the same. */
function notices(packages) {
  const byText = new Map();
  const sorted = [...packages].sort((a, b) =>
    `${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1,
  );
  for (const { name, version, license, texts } of sorted) {
    const title = `${name} ${version} (${license})`;
    const own =
      texts.length > 0 ? texts : ['Its package states this licence and carries no text of it.'];
    for (const text of own) byText.set(text, [...(byText.get(text) ?? []), title]);
  }
  const parts = [...byText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`);
  const head =
    'Hitmap is licensed under Apache-2.0 or MIT. Its page and its WASM modules contain the packages below, and\n' +
    "Rust's standard library (Apache-2.0 or MIT, The Rust Project Developers).\n";
  return [head, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

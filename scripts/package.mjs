// `npm run package`: the npm package, dist-package/hitmap-VERSION.tgz, with the built page and command line in it:
// whoever installs it needs no Rust and builds nothing.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandLine, page } from './lib/steps.mjs';
import { output, root, runMain, Stop } from './lib/tools.mjs';

/** What the command line does not carry in itself: pictures as PNG, by a binary for each system. */
const DEPENDENCIES = ['@resvg/resvg-js', 'dejavu-fonts-ttf'];
/** What a command asks for when it is used, with a binary for each system: `hitmap fleet` and its database. */
const ASKED_FOR = ['@duckdb/node-api'];
/** As they stand in the checkout. */
const FILES = [
  'bin',
  'docs',
  'capture/hitmap-capture.sh',
  'fleet',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE-APACHE',
  'LICENSE-MIT',
  'public/third-party-notices.txt',
];
/** The most that it may weigh, packed. */
const MAX_BYTES = 6 * 1024 * 1024;

/** Packs the built page and command line into `folder`; the path of the package, and its size. */
export function pack(folder, built = { page: 'dist', commandLine: 'dist-cli' }) {
  const content = join(root, folder, 'content');
  rmSync(content, { recursive: true, force: true });
  mkdirSync(content, { recursive: true });
  const copy = (from, to) => cpSync(join(root, from), join(content, to), { recursive: true });
  for (const file of FILES) copy(file, file);
  copy(built.page, 'dist');
  copy(built.commandLine, 'dist-cli');
  writeFileSync(join(content, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`);
  const packed = output('npm', ['pack', '--json', '--pack-destination', '..'], { cwd: content });
  if (packed === null) throw new Stop(`\`npm pack\` could not pack ${folder}/content.`);
  rmSync(content, { recursive: true });
  const [{ filename, size }] = JSON.parse(packed);
  if (size > MAX_BYTES) {
    throw new Stop(`${filename} has ${size} bytes, over the ${MAX_BYTES} that it may have.`);
  }
  return { path: join(root, folder, filename), bytes: size };
}

/** The same, after building what is not up to date. */
export function buildAndPack(folder) {
  commandLine();
  page();
  return pack(folder);
}

/** The package.json of the package: no script, nothing that only a build needs. */
export function description(environment = process.env) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, license, type, engines, bin } = own;
  const { dependencies, optionalDependencies } = own;
  const needed = DEPENDENCIES.map((each) => [each, dependencies[each]]);
  const asked = ASKED_FOR.map((each) => [each, optionalDependencies[each]]);
  return {
    name,
    version,
    description: own.description,
    license,
    ...repository(environment),
    type,
    engines,
    bin,
    dependencies: Object.fromEntries(needed),
    peerDependencies: Object.fromEntries(asked),
    peerDependenciesMeta: Object.fromEntries(ASKED_FOR.map((each) => [each, { optional: true }])),
  };
}

/** npm takes a package's provenance only where it names the repository that its workflow ran in. */
function repository({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  if (!server || !name) return {};
  return { repository: { type: 'git', url: `git+${server}/${name}.git` } };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(() => {
    const { path, bytes } = buildAndPack('dist-package');
    // npx takes an absolute path for a program, and the archive is none.
    const own = `./${relative(root, path)}`;
    console.log(`${own}: ${bytes} bytes. \`npx ${own} FILE\`, in ${root}, tries it.`);
  });
}

import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildAndPack } from '../../scripts/package.mjs';

/** The npm package, packed and installed into a folder of its own, on a machine without Rust. */
export interface InstalledPackage {
  /** In bytes, packed. */
  readonly bytes: number;
  /** The path of what is run. */
  readonly program: string;
  run(...args: readonly string[]): SpawnSyncReturns<string>;
  /** Starts a command that goes on; resolves to the first address that it prints. */
  serve(...args: readonly string[]): Promise<{ readonly address: string; stop(): Promise<number> }>;
  remove(): void;
}

export function installPackage(): InstalledPackage {
  const { path, bytes } = buildAndPack('.cache/package');
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-package-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  mkdirSync(join(folder, 'bin'));
  const installed = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', path],
    {
      cwd: folder,
      encoding: 'utf8',
      env: withoutRust(),
    },
  );
  if (installed.status !== 0) throw new Error(`npm install: ${installed.stderr}`);
  const program = join(folder, 'node_modules/.bin/hitmap');
  const options = { cwd: folder, encoding: 'utf8', env: withoutRust() } as const;
  return {
    bytes,
    program,
    run: (...args) => spawnSync(program, args, options),
    serve: (...args) =>
      started(spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** As on the machine of a user: no cargo, no rustc. */
function withoutRust(): NodeJS.ProcessEnv {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const PATH = folders.filter((each) => !/cargo|rust/.test(each)).join(delimiter);
  if (spawnSync('cargo', ['--version'], { env: { ...process.env, PATH } }).status === 0) {
    throw new Error('cargo is on the PATH that was to be without it');
  }
  return { ...process.env, PATH };
}

function started(
  child: ChildProcess,
): Promise<{ readonly address: string; stop(): Promise<number> }> {
  const ended = new Promise<number>((end) => child.once('exit', (code) => end(code ?? -1)));
  return new Promise((ready, failed) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [address] = /http:\S+/.exec(output) ?? [];
      if (address === undefined) return;
      ready({
        address,
        stop() {
          child.kill('SIGINT');
          return ended;
        },
      });
    });
    void ended.then((code) => failed(new Error(`it ended with ${code}: ${output}`)));
  });
}

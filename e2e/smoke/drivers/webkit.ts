import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { VIEWPORT, type ConsoleLine, type Driver, type Programs } from './driver';
import { keyValue, WebDriverSession } from './webDriver';
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';

/** Room for the window around the page. */
const SCREEN = { width: 1800, height: 1100 };

/** WebKitGTK by its WebDriver, on a screen that nobody sees unless one is there. */
export async function webkitDriver({ executable, screen }: Programs): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), 'hitmap-webkit-'));
  const downloads = join(home, 'downloads');
  const xvfb = screen === undefined ? null : await startScreen(screen, SCREEN);
  const port = await freePort();
  const server = start(executable, [`--port=${port}`], {
    ...process.env,
    ...environment(home, downloads),
    ...(xvfb && { DISPLAY: xvfb.display }),
  });
  const stop = async () => {
    server.stop();
    xvfb?.stop();
    await removed(home);
  };
  try {
    await untilReady(port, server);
    const session = await WebDriverSession.start(`http://127.0.0.1:${port}`, {
      timeouts: { script: 120_000, pageLoad: 120_000 },
    });
    await resize(session);
    return driverOf(session, [await session.tab()], downloads, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** `tabs`: the driver's names of those that are open, the one in front last. */
function driverOf(
  session: WebDriverSession,
  tabs: string[],
  downloads: string,
  stop: () => Promise<void>,
): Driver {
  const { browserName, browserVersion } = session.capabilities;
  const lines: ConsoleLine[] = [];
  /** What the page said until now; the next page has a record of its own. */
  const collect = async () => {
    lines.push(...((await evaluate(session, takeRecord)) as ConsoleLine[]));
  };
  return {
    version: `WebKitGTK ${String(browserVersion)} (${String(browserName)})`,
    downloads,
    async goto(url) {
      await collect();
      await session.post('url', { url });
      await evaluate(session, record);
    },
    async reload() {
      await collect();
      await session.post('refresh');
      await evaluate(session, record);
    },
    async openTab() {
      await collect();
      tabs.push(await session.newTab());
      await session.toTab(tabs.at(-1) ?? '');
      await resize(session);
    },
    async closeTab() {
      // What it has said is gone with it: to ask would give it time.
      await session.closeTab();
      tabs.pop();
      await session.toTab(tabs.at(-1) ?? '');
    },
    evaluate: (expression) => evaluate(session, expression),
    pointer: (steps) =>
      session.pointer(
        steps.map((step) =>
          step.kind === 'move'
            ? { type: 'pointerMove', duration: 0, x: Math.round(step.x), y: Math.round(step.y) }
            : { type: step.kind === 'down' ? 'pointerDown' : 'pointerUp', button: 0 },
        ),
      ),
    chord: (keys) =>
      session.keys([
        ...keys.map((key) => ({ type: 'keyDown', value: keyValue(key) })),
        ...keys.toReversed().map((key) => ({ type: 'keyUp', value: keyValue(key) })),
      ]),
    type: (text) =>
      session.keys(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    async giveFiles(css, paths) {
      const element = await session.element(css);
      await session.post(`element/${element}/value`, { text: paths.join('\n') });
    },
    async screenshot(path) {
      writeFileSync(path, Buffer.from((await session.get('screenshot')) as string, 'base64'));
    },
    async takeConsole() {
      await collect();
      return lines.splice(0);
    },
    async close() {
      try {
        await session.end();
      } finally {
        await stop();
      }
    },
  };
}

/**
 * WebDriver without BiDi tells nothing of the console, and a script can listen only once the page is loaded: what
 * is said before that is missed here, and heard in the other two browsers.
 */
const record = `(() => {
  const lines = (window.smokeConsole = []);
  const say = (isError, ...words) => lines.push({ isError, text: words.map(String).join(' ') });
  for (const kind of ['error', 'warn', 'info', 'log']) {
    const before = console[kind];
    console[kind] = (...words) => {
      say(kind === 'error', kind + ':', ...words);
      before.apply(console, words);
    };
  }
  window.addEventListener('error', ({ message }) => say(true, 'uncaught:', message));
  window.addEventListener('unhandledrejection', ({ reason }) => say(true, 'uncaught:', reason));
  document.addEventListener('securitypolicyviolation', (violation) =>
    say(true, 'policy:', violation.violatedDirective, violation.blockedURI));
})()`;
const takeRecord = 'window.smokeConsole?.splice(0) ?? []';

async function evaluate(session: WebDriverSession, expression: string): Promise<unknown> {
  const script = `const done = arguments[0];
    Promise.resolve().then(() => (${expression})).then(
      (value) => done({ value }),
      (error) => done({ error: String(error) }));`;
  const answer = await session.post('execute/async', { script, args: [] });
  const { value, error } = answer as { value?: unknown; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}

/** The window is larger than the page by its bar. */
async function resize(session: WebDriverSession): Promise<void> {
  await session.post('window/rect', { x: 0, y: 0, ...VIEWPORT });
  const [width, height] = (await evaluate(session, '[innerWidth, innerHeight]')) as number[];
  await session.post('window/rect', {
    width: VIEWPORT.width * 2 - (width ?? VIEWPORT.width),
    height: VIEWPORT.height * 2 - (height ?? VIEWPORT.height),
  });
}

/** A home of its own: GTK reads there where downloads go (`user-dirs.dirs`). */
function environment(home: string, downloads: string): NodeJS.ProcessEnv {
  mkdirSync(downloads);
  writeFileSync(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  return { XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home };
}

/** The browser's processes end a moment after its driver, and write until then. */
async function removed(folder: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      await wait(250);
    }
  }
}

async function untilReady(port: number, server: Running): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (server.child.exitCode !== null) break;
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      return;
    } catch {
      await wait(100);
    }
  }
  throw new Error('the WebDriver of WebKitGTK did not start');
}

/** A port that nobody listens at now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A program that runs until `stop`. */
interface Running {
  readonly child: ChildProcess;
  stop(): void;
}

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(command, args, { env, stdio: 'ignore' });
  // Not there, or not to be run: whoever waits for it sees that it has no exit code and never answers.
  child.on('error', () => undefined);
  return { child, stop: () => void child.kill() };
}

/**
 * A screen that nobody sees. Xvfb chooses a free number itself and tells it on the descriptor that it is given
 * (`-displayfd`), when it is ready.
 */
async function startScreen(
  xvfb: string,
  size: { readonly width: number; readonly height: number },
): Promise<{ readonly display: string; stop(): void }> {
  const child = spawn(
    xvfb,
    ['-displayfd', '3', '-screen', '0', `${size.width}x${size.height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const display = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended before it was ready')));
    child.stdio[3]?.once('data', (chunk: Buffer) => resolve(`:${chunk.toString('utf8').trim()}`));
  });
  return { display, stop: () => void child.kill() };
}

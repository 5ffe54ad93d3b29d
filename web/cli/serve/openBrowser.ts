import { spawn } from 'node:child_process';

/** Opens an address in the person's browser; resolves to whether the system had one to ask. */
export function openBrowser(address: string): Promise<boolean> {
  const [command, ...args] = commandFor(process.platform, address);
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.on('error', () => done(false));
    // `xdg-open` ends with 3 where there is no browser; one that stays has opened it.
    child.on('exit', (code) => done(code === 0));
    setTimeout(() => done(true), 2000).unref();
    child.unref();
  });
}

function commandFor(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', address];
    case 'win32':
      // `start` takes its first quoted word for a title.
      return ['cmd', '/c', 'start', '""', address];
    default:
      return ['xdg-open', address];
  }
}

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What a program and the processes that it started took. */
export interface Measured {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
  /** Of all its processes together, at most. */
  readonly peakMb: number;
}

const LOOK_MS = 100;

export function measure(program: string, args: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let peakMb = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid ?? 0));
  }, LOOK_MS);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearInterval(look);
      resolve({ code, output, seconds: (performance.now() - start) / 1000, peakMb });
    });
  });
}

/** Resident memory of a process and all below it, from Linux's /proc. */
function residentMb(pid: number): number {
  const parents = new Map<number, { parent: number; mb: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      const mb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
      parents.set(Number(name), { parent, mb });
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (each: number): boolean => {
    const known = parents.get(each);
    return each === pid || (known !== undefined && known.parent > 0 && isBelow(known.parent));
  };
  return [...parents].reduce((sum, [each, { mb }]) => (isBelow(each) ? sum + mb : sum), 0);
}

import { deepStrictEqual } from 'node:assert';
import { setTimeout as wait } from 'node:timers/promises';
import type { Driver } from './drivers/driver';
import { findAll, type Found, type Target } from './inPage';

/** Two cores that five browsers share: a large file may take its time. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 80;
/** Moves of the pointer on its way, as a hand makes them. */
const STEPS_OF_A_DRAG = 12;

/** Somebody who uses the page by pointer and keys, and reads it by roles and names. */
export class Visitor {
  constructor(readonly driver: Driver) {}

  /** Runs a function in the page; it may use nothing from outside itself. */
  async ask<Args extends readonly unknown[], T>(
    question: (...args: Args) => T,
    ...args: Args
  ): Promise<Awaited<T>> {
    const given = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
    return (await this.driver.evaluate(`(${question.toString()})(${given})`)) as Awaited<T>;
  }

  all(target: Target): Promise<readonly Found[]> {
    return this.ask(findAll, target, false);
  }

  /** Waits until it is there, and gives the first. */
  async find(target: Target): Promise<Found> {
    return this.until(`${words(target)} on the page`, async () => (await this.all(target))[0]);
  }

  async gone(target: Target): Promise<void> {
    await this.until(`no ${words(target)}`, async () => (await this.all(target)).length === 0);
  }

  /** Reads until it is what was expected; says what it was at last. */
  async reads<T>(what: string, expected: T, read: () => Promise<T>): Promise<void> {
    let last: unknown = null;
    const matches = async () => {
      last = await read();
      try {
        deepStrictEqual(last, expected);
        return true;
      } catch {
        return false;
      }
    };
    await this.until(what, matches).catch((error: Error) => {
      const [is, wanted] = [last, expected].map((each) => JSON.stringify(each));
      throw new Error(`${error.message}: expected ${wanted}, found ${is}`);
    });
  }

  async click(target: Target): Promise<void> {
    const { x, y } = await this.inView(target);
    await this.driver.pointer([{ kind: 'move', x, y }, { kind: 'down' }, { kind: 'up' }]);
  }

  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.driver.chord(['Control', 'a']);
    await this.driver.chord(['Backspace']);
    await this.driver.type(text);
    await this.reads(`the text of ${words(target)}`, text, async () => {
      const [first] = await this.all(target);
      return first?.value ?? '';
    });
  }

  /** Picks one up, carries it over another, and lets it go there if told to. */
  async drag(from: Target, to: Target, options: { readonly drop: boolean }): Promise<void> {
    await this.inView(to);
    const start = await this.inView(from);
    await this.driver.pointer([
      { kind: 'move', x: start.x, y: start.y },
      { kind: 'down' },
      ...[4, 8, 12].map((by) => ({ kind: 'move', x: start.x + by, y: start.y + by / 3 }) as const),
    ]);
    const end = await this.find(to);
    const way = Array.from({ length: STEPS_OF_A_DRAG }, (_, index) => {
      const part = (index + 1) / STEPS_OF_A_DRAG;
      const at = (a: number, b: number) => a + (b - a) * part;
      return { kind: 'move', x: at(start.x, end.x), y: at(start.y, end.y) } as const;
    });
    await this.driver.pointer(way);
    if (options.drop) await this.letGo();
  }

  async letGo(): Promise<void> {
    await this.driver.pointer([{ kind: 'up' }]);
  }

  private async inView(target: Target): Promise<Found> {
    await this.find(target);
    await this.ask(findAll, target, true);
    let before: Found | undefined;
    // Something that still moves is not where it was seen.
    return this.until(`${words(target)} at rest`, async () => {
      const [now] = await this.all(target);
      const isAtRest = now !== undefined && now.x === before?.x && now.y === before.y;
      before = now;
      return isAtRest ? now : undefined;
    });
  }

  private async until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const seen = await look();
      if (seen !== undefined && seen !== null && seen !== false) return seen;
      if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`);
      await wait(LOOK_AGAIN_MS);
    }
  }
}

function words({ css, role, name, contains, within }: Target): string {
  const own = css ?? `${role}${name === undefined ? '' : ` /${name}/`}`;
  const text = contains === undefined ? '' : ` with “${contains}”`;
  return `${own}${text}${within === undefined ? '' : ` in ${words(within)}`}`;
}

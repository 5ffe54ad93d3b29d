/** Lets at most so many tasks run at once; the others wait their turn. */
export interface Slots {
  /** Starts it now or later. It may call `release` where it goes on but lets the next one start. */
  readonly run: (task: (release: () => void) => Promise<void>) => void;
}

export function createSlots(limit: number): Slots {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    run(task) {
      const start = () => {
        running += 1;
        let isHeld = true;
        const release = () => {
          if (!isHeld) return;
          isHeld = false;
          running -= 1;
          waiting.shift()?.();
        };
        void task(release).finally(release);
      };
      if (running < limit) start();
      else waiting.push(start);
    },
  };
}

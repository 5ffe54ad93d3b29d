/** Counts of what happened, and failures in words. */
export interface Tally {
  readonly count: (what: string) => void;
  readonly fail: (why: string) => void;
}

export interface Counted extends Tally {
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
}

export function tally(): Counted {
  const counts = new Map<string, number>();
  const failures: string[] = [];
  return {
    counts,
    failures,
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    fail: (why) => void failures.push(why),
  };
}

/** Prints counts and failures; whether there were none. */
export function report(title: string, { counts, failures }: Counted): boolean {
  console.log(`${title}`);
  for (const failure of failures.slice(0, 100)) console.log(`  ${failure}`);
  for (const [what, many] of [...counts].sort())
    console.log(`${String(many).padStart(7)}  ${what}`);
  console.log(`${String(failures.length).padStart(7)}  failures\n`);
  return failures.length === 0;
}

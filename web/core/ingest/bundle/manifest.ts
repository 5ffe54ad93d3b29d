/** What a bundle says of itself and of its machine. What it does not state is null. */
export interface Manifest {
  /** Counts up when the script writes what an older reader would misunderstand. */
  readonly format: number;
  /** Other for each run of the script: a bundle that comes twice is known by it. */
  readonly id: string | null;
  /** UTC by the machine's own clock: "2026-11-25T21:12:37Z". */
  readonly taken: string | null;
  readonly host: string | null;
  /** As `uname -r` and `uname -m` print them. */
  readonly release: string | null;
  readonly machine: string | null;
  /** Model of the CPU, in words. */
  readonly cpu: string | null;
  readonly perfVersion: string | null;
  /** How accesses were sampled: intel, amd, amd-old, arm, power, event, none. */
  readonly method: string | null;
  /** Lower-case hex. */
  readonly kernelBuildId: string | null;
  readonly samples: number | null;
  /** Names of the parts that the script wrote. */
  readonly parts: readonly string[];
  /** What it could not get, a sentence each. */
  readonly missing: readonly string[];
  /** What it was told to leave out. */
  readonly leftOut: readonly string[];
}

/** Reads the lines `key: value` of a MANIFEST; null where it is none. */
export function readManifest(text: string): Manifest | null {
  const lines = text.split('\n').flatMap((line) => {
    const [, key, value] = /^([a-z-]+): ?(.*)$/.exec(line.trimEnd()) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
  const all = (wanted: string) =>
    lines.flatMap(({ key, value }) => (key === wanted && value !== '' ? [value] : []));
  const one = (wanted: string) => all(wanted)[0] ?? null;
  const known = (value: string | null) => (value === 'unknown' || value === 'none' ? null : value);
  const format = Number(one('hitmap-capture'));
  if (!Number.isSafeInteger(format) || format < 1) return null;
  const samples = one('samples');
  return {
    format,
    id: one('id'),
    taken: one('taken'),
    host: one('host'),
    release: one('release'),
    machine: one('machine'),
    cpu: known(one('cpu')),
    perfVersion: known(one('perf')),
    method: one('method'),
    kernelBuildId: one('kernel-build-id')?.toLowerCase() ?? null,
    samples: samples !== null && /^\d+$/.test(samples) ? Number(samples) : null,
    parts: all('part'),
    missing: all('missing'),
    leftOut: all('left-out'),
  };
}

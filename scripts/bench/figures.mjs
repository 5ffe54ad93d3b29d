// How figures are summed up and printed.

/** The middle one; null of none. */
export const median = (values) => quantile(values, 0.5);

/** The value that this share of all lies at or below; null of none. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
}

export const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
export const kilobytes = (bytes) => `${(bytes / 1e3).toFixed(0)} KB`;

/** The median of several runs, with the least and the most: `92 ms (84 to 120 of 9)`. */
export function stated(values, unit = ms) {
  const known = values.filter((value) => value !== null && value !== undefined);
  if (known.length === 0) return 'unknown here';
  const middle = unit(median(known));
  if (known.length === 1) return middle;
  const bare = (value) => unit(value).replace(/ \S+$/, '');
  return `${middle} (${bare(Math.min(...known))} to ${bare(Math.max(...known))} of ${known.length})`;
}

/** Of single figures, each of another struct, letter or frame. */
export function spread(values) {
  if (values.length === 0) return 'not measured';
  const [middle, most] = [median(values), quantile(values, 0.95)];
  return `p50 ${ms(middle)}, p95 ${ms(most)}, max ${ms(Math.max(...values))}`;
}

/** One line of the result. `reference` is what it is measured against, `budget` what it may be. */
export function say(what, figure, { budget = '', reference = '' } = {}) {
  const beside = [reference, budget && `budget ${budget}`].filter(Boolean).join('; ');
  console.log(`  ${what.padEnd(44)} ${figure.padStart(26)}   ${beside}`.trimEnd());
}

/** The same of each build, one below the other; `figure` states what was taken of one. */
export function sayEach(what, builds, figure, beside = {}) {
  builds.forEach((build, at) => {
    const name = at === 0 ? what : `… of ${build.name}`;
    say(name, figure(build), at === 0 ? beside : {});
  });
}

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

/** One line of the result. `reference` is what it is measured against, `budget` what it may be. */
export function say(what, figure, { budget = '', reference = '' } = {}) {
  const beside = [reference, budget && `budget ${budget}`].filter(Boolean).join('; ');
  console.log(`  ${what.padEnd(44)} ${figure.padStart(16)}   ${beside}`.trimEnd());
}

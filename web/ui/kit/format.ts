const integers = new Intl.NumberFormat('en');

/** `7,455` */
export function formatCount(count: number): string {
  return integers.format(count);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 });

/** `7,455`, and `2.7M` where it is more than `most`, for a narrow column. */
export function formatCountWithin(count: number, most: number): string {
  return count > most ? compact.format(count) : formatCount(count);
}

/** `5.5 MB`, as file managers count: a kilobyte has 1000 bytes. */
export function formatFileSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** `1 field`, `2 fields` */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A number of bits as bytes, and as bytes and bits where it is not whole: `12`, `12 + 3 bits`. */
export function formatBits(bits: number): string {
  const bytes = Math.floor(bits / 8);
  const rest = bits - bytes * 8;
  if (rest === 0) return formatCount(bytes);
  const restText = `${rest} bit${rest === 1 ? '' : 's'}`;
  return bytes === 0 ? restText : `${formatCount(bytes)} + ${restText}`;
}

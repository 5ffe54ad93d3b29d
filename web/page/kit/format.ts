import { grouped, plural } from '../../core/base/prose';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 });

/** `7,455`, and `2.7M` where it is more than `most`, for a narrow column. */
export function formatCountWithin(count: number, most: number): string {
  return count > most ? compact.format(count) : grouped(count);
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

/** A number of bits as bytes, and as bytes and bits where it is not whole: `12`, `12 + 3 bits`. */
export function formatBits(bits: number): string {
  const bytes = Math.floor(bits / 8);
  const rest = bits - bytes * 8;
  if (rest === 0) return grouped(bytes);
  const restText = plural(rest, 'bit');
  return bytes === 0 ? restText : `${grouped(bytes)} + ${restText}`;
}

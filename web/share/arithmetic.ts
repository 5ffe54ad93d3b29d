import { fail, ok, type Result } from '../base/result';
import { BitModel } from './model';

/** Ends a text; JSON without blanks has none. */
const END = 10;

/** A model that has read a text, so that what is like it costs little. */
export function primedBy(text: Uint8Array): BitModel {
  const model = new BitModel();
  for (const byte of text) {
    for (let place = 7; place >= 0; place--) model.learn((byte >> place) & 1, model.guess());
  }
  return model;
}

/**
 * Codes bytes without a line feed by what the model guesses: a bit takes as much of the interval between
 * two numbers as it is likely, and the code is the shortest number in the interval that is left
 * (arithmetic coding, 32 bits, without carry).
 */
export function encode(bytes: Uint8Array, primed: BitModel): Uint8Array {
  const model = new BitModel(primed);
  const code: number[] = [];
  let [low, high] = [0, 0xffffffff];
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? END;
    for (let place = 7; place >= 0; place--) {
      const bit = (byte >> place) & 1;
      const chance = model.guess();
      const middle = middleOf(low, high, chance);
      if (bit === 1) high = middle;
      else low = middle + 1;
      model.learn(bit, chance);
      while ((low ^ high) >>> 24 === 0) {
        code.push(low >>> 24);
        low = (low << 8) >>> 0;
        high = ((high << 8) | 255) >>> 0;
      }
    }
  }
  return Uint8Array.from([...code, ...shortestBetween(low, high)]);
}

/** The bytes that `encode` was given. The error is the end of a sentence about a link. */
export function decode(
  code: Uint8Array,
  primed: BitModel,
  maxBytes: number,
): Result<Uint8Array, string> {
  const model = new BitModel(primed);
  const bytes: number[] = [];
  let [low, high] = [0, 0xffffffff];
  let next = 0;
  let window = 0;
  const shift = () => {
    window = ((window << 8) | (code[next++] ?? 0)) >>> 0;
  };
  for (let each = 0; each < 4; each++) shift();
  while (bytes.length <= maxBytes) {
    let byte = 1;
    while (byte < 256) {
      const chance = model.guess();
      const middle = middleOf(low, high, chance);
      const bit = window <= middle ? 1 : 0;
      if (bit === 1) high = middle;
      else low = middle + 1;
      model.learn(bit, chance);
      byte = byte * 2 + bit;
      while ((low ^ high) >>> 24 === 0) {
        shift();
        low = (low << 8) >>> 0;
        high = ((high << 8) | 255) >>> 0;
      }
    }
    if (byte === 256 + END) {
      return next < code.length ? fail('it goes on after its end') : ok(Uint8Array.from(bytes));
    }
    // Behind the end of the code are noughts, as many as the window holds.
    if (next > code.length + 4) return fail('it ends too early');
    bytes.push(byte - 256);
  }
  return fail('it holds too much');
}

/** The last number of the part that belongs to a one. */
function middleOf(low: number, high: number, chance: number): number {
  return low + Math.floor((high - low) / 4096) * chance;
}

/** The first bytes of a number in the interval; those that are left out are noughts. */
function shortestBetween(low: number, high: number): readonly number[] {
  for (let bytes = 0; bytes < 4; bytes++) {
    const unit = 2 ** (32 - 8 * bytes);
    const number = Math.ceil(low / unit) * unit;
    if (number <= high) {
      return Array.from({ length: bytes }, (_, at) => (number >>> (24 - 8 * at)) & 255);
    }
  }
  return [24, 16, 8, 0].map((by) => (low >>> by) & 255);
}

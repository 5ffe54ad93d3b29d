/** Bytes before the next one that it is guessed from: one guess for each of these lengths. */
const ORDERS = [1, 2, 3, 5] as const;
/** Chances of one bit, for every start of a byte behind every context; `2 ** SLOT_BITS` of them. */
const SLOT_BITS = 22;
/** The first guess of each length counts for so much, in 65536ths. */
const FIRST_WEIGHT = 32_768;
/** How fast weights learn. */
const WEIGHT_RATE = 3;
/** A chance that was seen this often moves no slower any more. */
const MAX_SEEN = 20;

/** Squash at multiples of 128 from -2048 to 2048: 4096 / (1 + e^(-x/256)). */
const KNOTS =
  '1 2 3 6 10 16 27 45 73 120 194 310 488 747 1101 1546 2047 2549 2994 3348 3607 3785 3901 3975 4022 4050 4068 4079 4085 4089 4092 4093 4094'
    .split(' ')
    .map(Number);

/** The inverse of `squash`: for every chance in 4096ths the least x that gives at least that. */
const STRETCH = stretches();

/**
 * Guesses the next bit of a text from the bytes before it, and learns from what came. Every length of
 * context has its own guess, and they are mixed by weights that follow the better ones: PAQ's way
 * (Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005). It reckons with
 * whole numbers only, so that it guesses the same everywhere. `docs/link.md` has it in words.
 */
export class BitModel {
  /** In 65536ths, that the bit is one. */
  private readonly chances: Uint16Array;
  private readonly seen: Uint8Array;
  /** In 65536ths. Whole numbers, in doubles: they never wrap. */
  private readonly weights: Float64Array;
  /** The last bytes, the last one first. */
  private readonly before = new Uint8Array(Math.max(...ORDERS));
  private readonly contexts = new Int32Array(ORDERS.length);
  private readonly slots = new Int32Array(ORDERS.length);
  private readonly guesses = new Int32Array(ORDERS.length);
  /** The bits of the byte that are known, with a one before them. */
  private start = 1;

  constructor(primed?: BitModel) {
    this.chances = primed ? primed.chances.slice() : new Uint16Array(2 ** SLOT_BITS).fill(32768);
    this.seen = primed ? primed.seen.slice() : new Uint8Array(2 ** SLOT_BITS);
    this.weights = primed
      ? primed.weights.slice()
      : new Float64Array(ORDERS.length).fill(FIRST_WEIGHT);
    if (primed) this.before.set(primed.before);
    this.enter();
  }

  /** The chance that the next bit is one, in 4096ths: 1 to 4095. */
  guess(): number {
    let sum = 0;
    for (let place = 0; place < ORDERS.length; place++) {
      const mixed = Math.imul(
        (this.contexts[place] ?? 0) + Math.imul(this.start, 0x3d4d51cb),
        0x2545f491,
      );
      const slot = (mixed ^ (mixed >>> 15)) >>> (32 - SLOT_BITS);
      const guess = STRETCH[(this.chances[slot] ?? 0) >> 4] ?? 0;
      this.slots[place] = slot;
      this.guesses[place] = guess;
      sum += guess * (this.weights[place] ?? 0);
    }
    return Math.max(1, squash(Math.floor(sum / 65536)));
  }

  /** What the bit was that `guess` gave this chance. */
  learn(bit: number, chance: number): void {
    const error = (bit * 4096 - chance) * WEIGHT_RATE;
    const target = bit * 65535;
    for (let place = 0; place < ORDERS.length; place++) {
      const slot = this.slots[place] ?? 0;
      const was = this.chances[slot] ?? 0;
      const seen = this.seen[slot] ?? 0;
      this.weights[place] =
        (this.weights[place] ?? 0) + (((this.guesses[place] ?? 0) * error + 4096) >> 13);
      this.chances[slot] = was + Math.floor(((target - was) * 4) / (4 * seen + 5));
      if (seen < MAX_SEEN) this.seen[slot] = seen + 1;
    }
    this.start = this.start * 2 + bit;
    if (this.start < 256) return;
    this.before.copyWithin(1, 0);
    this.before[0] = this.start - 256;
    this.start = 1;
    this.enter();
  }

  /** Finds the contexts of the byte that comes next. */
  private enter(): void {
    let hash = 0;
    let length = 0;
    for (const [place, order] of ORDERS.entries()) {
      for (; length < order; length++) {
        hash = Math.imul(hash + (this.before[length] ?? 0) + 1, 0x2f0b4c47);
      }
      this.contexts[place] = hash;
    }
  }
}

/** From the logarithm of the odds, in 256ths, to a chance in 4096ths, straight between the knots. */
function squash(logOdds: number): number {
  const bounded = Math.max(-2047, Math.min(2047, logOdds));
  const part = bounded & 127;
  const knot = (bounded >> 7) + 16;
  return ((KNOTS[knot] ?? 0) * (128 - part) + (KNOTS[knot + 1] ?? 0) * part + 64) >> 7;
}

function stretches(): Int16Array {
  const table = new Int16Array(4096).fill(2047);
  let next = 0;
  for (let logOdds = -2047; logOdds <= 2047; logOdds++) {
    for (const chance = squash(logOdds); next <= chance; next++) table[next] = logOdds;
  }
  return table;
}

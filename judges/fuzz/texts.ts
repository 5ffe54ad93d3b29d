// The fuzz targets of what is read in TypeScript: links with their documents, and edits in words. `npm run fuzz` runs
// them with those of wasm/fuzz.
import { EDIT_WORDS } from './editWords';
import { LINKS } from './links';
import type { Target } from './target';
import { randomFrom } from '../patch/random';

export const TARGETS: Readonly<Record<string, Target<unknown>>> = {
  links: LINKS,
  edit_words: EDIT_WORDS,
};

/** An input that takes more of the processor is a finding, however busy the machine is. */
const SLOW_MS = 5_000;
const MAX_CORPUS = 4_000;

/** Tries each seed, then what comes of them until it is over; throws on a finding, which names its input. */
export async function search(
  name: string,
  seed: number,
  isOver: (runs: number) => boolean,
  target = TARGETS[name]!,
) {
  const draw = randomFrom(seed);
  const corpus = [...target.seeds];
  const outcomes = new Set<string>();
  let runs = 0;
  for (; !isOver(runs) || runs < target.seeds.length; runs++) {
    const known = corpus[draw(corpus.length)];
    const input = runs < target.seeds.length ? corpus[runs] : target.change(known, draw, corpus);
    const begun = process.cpuUsage();
    try {
      const outcome = await target.run(input);
      const { user, system } = process.cpuUsage(begun);
      const tookMs = (user + system) / 1000;
      if (tookMs > SLOW_MS) throw new Error(`it takes ${tookMs} ms`);
      if (outcomes.has(outcome) || runs < target.seeds.length) continue;
      outcomes.add(outcome);
      if (corpus.length < MAX_CORPUS) corpus.push(input);
    } catch (cause) {
      const text = JSON.stringify(input).slice(0, 20_000);
      throw new Error(`${name}, seed ${seed}, input ${runs}: ${text}`, { cause });
    }
  }
  return { runs, outcomes: outcomes.size };
}

/** `NAME SECONDS SEED`; exit code 1 on a finding, which is printed with its input. */
export async function main(words: readonly string[]): Promise<number> {
  const [name = '', seconds = '', seed = '1'] = words;
  const end = Date.now() + Number(seconds) * 1000;
  try {
    const { runs, outcomes } = await search(name, Number(seed), () => Date.now() > end);
    console.log(`${runs} inputs, ${outcomes} outcomes, seed ${seed}`);
    return 0;
  } catch (error) {
    console.log(error);
    return 1;
  }
}

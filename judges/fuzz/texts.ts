// The fuzz targets of what is read in TypeScript: links with their documents, and edits in words. `npm run fuzz` runs
// them with those of wasm/fuzz.
import { EDIT_WORDS } from './editWords';
import { LINKS } from './links';
import type { Target } from './target';
import { randomFrom } from '../patch/random';

const TARGETS: Readonly<Record<string, Target<unknown>>> = {
  links: LINKS,
  edit_words: EDIT_WORDS,
};

/** An input that takes more of the processor is a finding, however busy the machine is. */
const SLOW_MS = 5_000;
const MAX_CORPUS = 4_000;

/** `NAME SECONDS SEED`; exit code 1 on a finding, which is printed with its input. */
export async function main([
  name = '',
  seconds = '',
  seed = '1',
]: readonly string[]): Promise<number> {
  const target = TARGETS[name]!;
  const draw = randomFrom(Number(seed));
  const corpus = [...target.seeds];
  const outcomes = new Set<string>();
  const end = Date.now() + Number(seconds) * 1000;
  let runs = 0;
  for (; Date.now() < end || runs < corpus.length; runs++) {
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
    } catch (error) {
      console.log(`${name}, seed ${seed}, input ${runs}: ${String(error)}`);
      console.log(error instanceof Error ? error.stack : '');
      console.log(JSON.stringify(input).slice(0, 20_000));
      return 1;
    }
  }
  console.log(`${runs} inputs, ${outcomes.size} outcomes, seed ${seed}`);
  return 0;
}

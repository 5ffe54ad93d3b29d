import { openSession } from './session';
import { sampleBtf } from './sampleBtf';
import { sampleDwarf } from './sampleDwarf';

const ROUNDS = 24;
/** What a kernel's BTF takes, and what is made of it. */
const ROOM_BYTES = 10 * 1024 * 1024;
/** As many as give the reader of single structs its turn. */
const PICKS = 4;

/**
 * Reads two small made-up files again and again. Engines compile WASM when it is first called, and well
 * only once it has run for a while; on two processors both are busy with a kernel then. The compiled code
 * is the module's, so that one worker does it for all. Between the rounds `wanted` may end it: a file
 * that came meanwhile goes first.
 */
export async function warmUp(module: WebAssembly.Module, wanted: () => boolean): Promise<void> {
  const samples = [
    { source: sampleBtf(), stages: ['btf'] },
    { source: sampleDwarf(), stages: ['dwarf', 'summaries'] },
  ] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { source, stages } of samples) {
      if (!wanted()) return;
      const opened = openSession(module, source, () => undefined);
      if (!opened.ok) return;
      const session = opened.value;
      for (const stage of stages) session.index(stage);
      for (let row = 0; row < PICKS; row += 1) session.describe(row);
      session.close();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  // Memory that a module touches for the first time is got from the system page by page: 5 ms of a kernel's.
  if (!wanted()) return;
  const large = openSession(module, sampleBtf(ROOM_BYTES), () => undefined);
  if (large.ok) large.value.close();
}

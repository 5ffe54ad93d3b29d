import { textIndex } from '../../analysis/textIndex';
import { applyEdits } from '../../edit/apply';
import type { HeaderDoc, ScalarFact, Target } from '../../facts/generated';
import type { Texts } from '../../ingest/texts';
import { switchesLike } from '../../layout/text/switchesLike';
import { resolveStruct } from '../../layout/text/resolve';
import type { SourceText } from '../../layout/text/sourceText';
import { declares, dependantsIn } from '../../output/patch/dependants';
import { fitOf, planPatch } from '../../output/patch/plan';
import { textOfBytes } from '../../output/patch/text';
import type { Asks, SourceBytes } from './asks';

/** Answers to `Asks` with C source read by `texts`; what was read is kept. */
export function createAnswers(texts: Texts): {
  readonly [K in keyof Asks]: (
    ask: Asks[K]['ask'],
  ) => Asks[K]['answer'] | Promise<Asks[K]['answer']>;
} {
  const read = createReader(texts);
  return {
    list: ({ source, choices, known }) =>
      textIndex(read.source(source), choices, read.scalars(choices.target), known),
    resolve({ source, record, choices, known, like }) {
      const text = read.source(source);
      const told = like === null ? {} : switchesLike(text.doc, record, new Set(like));
      const switches = { ...told, ...choices.switches };
      const scalars = read.scalars(choices.target);
      return resolveStruct(text, record, { ...choices, switches }, scalars, known);
    },
    plan({ source, document, ...options }) {
      const { path, bytes } = source;
      const header = { path, bytes, doc: read.source(source).doc };
      const applied = applyEdits(document);
      return {
        fit: fitOf({ header, document }),
        patch: planPatch({ header, document, applied, ...options, readHeader: read.header }),
      };
    },
    async scan({ files, keyword, of }) {
      const declaring: string[] = [];
      const dependants = [];
      for (const { path, file } of files) {
        // A file that vanished under the page is one that nothing was found in.
        const text = await file.text().catch(() => '');
        if (/\.(?:h|hh|hpp|c)$/.test(path) && declares(text, keyword, of.struct))
          declaring.push(path);
        dependants.push(...dependantsIn(path, text, of));
      }
      return { declaring, dependants };
    },
  };
}

const KEPT = 24;

/** Reads C source, and each header and each target's scalars once. Throws where the reader breaks. */
function createReader(texts: Texts) {
  const sources = new Map<string, SourceText>();
  const scalars = new Map<string, readonly ScalarFact[]>();
  const header = (bytes: Uint8Array): HeaderDoc => {
    const doc = texts.readHeader(bytes);
    if (doc.ok) return doc.value;
    throw new Error(doc.error.message);
  };
  return {
    header,
    source({ key, path, bytes }: SourceBytes): SourceText {
      const known = sources.get(key);
      if (known?.path === path) return known;
      const source: SourceText = {
        path,
        text: textOfBytes(bytes),
        doc: known?.doc ?? header(bytes),
        read: (text) => header(new TextEncoder().encode(text)),
      };
      const [oldest] = sources.keys();
      if (sources.size >= KEPT && oldest !== undefined) sources.delete(oldest);
      sources.set(key, source);
      return source;
    },
    scalars(target: Target): readonly ScalarFact[] {
      const known = scalars.get(target.machine);
      if (known) return known;
      const facts = texts.readScalars(target);
      if (!facts.ok) throw new Error(facts.error.message);
      scalars.set(target.machine, facts.value);
      return facts.value;
    },
  };
}

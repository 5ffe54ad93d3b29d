import { textIndex } from '../../analysis/textIndex';
import { applyEdits } from '../../edit/apply';
import type {
  FileHazards,
  HazardQuery,
  HeaderDoc,
  ScalarFact,
  Target,
} from '../../facts/generated';
import type { Texts } from '../../ingest/texts';
import { switchesLike } from '../../layout/text/conditions';
import { resolveStruct } from '../../layout/text/resolve';
import { includedBytes, type SourceText } from '../../layout/text/sourceText';
import { declares } from '../../output/patch/declares';
import { mayMention, wordsOf, type FileWords } from '../../output/patch/hazards/fileWords';
import { hazardQuery } from '../../output/patch/hazards/query';
import { joined, lookUpIn } from '../../output/patch/hazards/readFile';
import { statedOrders } from '../../output/patch/hazards/statedOrders';
import type { FileAnswer, LookedUp } from '../../output/patch/hazards/combine';
import { fitOf, planPatch } from '../../output/patch/plan';
import { followSource } from '../../output/patch/words/followSource';
import { textOfBytes } from '../../output/patch/text';
import type { Asks, SourceBytes } from './asks';
import { eachFile } from './fileBatch';

export type Answers = {
  readonly [K in keyof Asks]: (
    ask: Asks[K]['ask'],
  ) => Asks[K]['answer'] | Promise<Asks[K]['answer']>;
};

/** Answers to `Asks` with C source read by `texts`; what was read is kept. */
export function createAnswers(texts: Texts): Answers {
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
        patch: planPatch({
          header,
          document,
          applied,
          ...options,
          defined: source.defined ?? null,
          scalars: read.scalars(document.struct.target),
          readHeader: read.header,
        }),
      };
    },
    follow: ({ source, desc }) =>
      followSource(read.source(source), desc, read.scalars(desc.target)),
    async declaring({ files, keyword, name }) {
      const found: string[] = [];
      await eachFile(files, (path, bytes) => {
        if (declares(textOfBytes(bytes), keyword, name)) found.push(path);
      });
      return found;
    },
    hazardQuery({ source, desc }) {
      const header = source === null ? null : read.source(source);
      const stated = header === null ? [] : statedOrders(header, desc);
      return { query: hazardQuery(desc, header?.doc ?? null), stated };
    },
    async hazards({ files, query }) {
      const answers: FileAnswer[] = [];
      const words: FileWords[] = [];
      await eachFile(files, (path, bytes) => {
        const held = wordsOf(bytes);
        words.push(held);
        if (mayMention(path, held, query))
          answers.push({ path, found: read.hazards(path, bytes, query) });
      });
      return { answers, words };
    },
    async lookUp({ files, ...ask }) {
      const lookUp = lookUpIn(ask, read);
      const found: LookedUp[] = [];
      await eachFile(files, (path, bytes) =>
        found.push(lookUp(path, bytes, SEARCHED.decode(bytes))),
      );
      return joined(found);
    },
  };
}

/** What is looked for is ASCII: this is much faster than one character per byte, and the same for that. */
const SEARCHED = new TextDecoder('windows-1252');

const KEPT = 24;

/** Reads C source, and each header and each target's scalars once. Throws where the reader breaks. */
function createReader(texts: Texts) {
  const sources = new Map<string, SourceText>();
  const scalars = new Map<string, readonly ScalarFact[]>();
  const header = (bytes: Uint8Array, included?: Uint8Array): HeaderDoc => {
    const doc = texts.readHeader(bytes, included);
    if (doc.ok) return doc.value;
    throw new Error(doc.error.message);
  };
  return {
    header,
    hazards(path: string, bytes: Uint8Array, query: HazardQuery): FileHazards {
      const found = texts.readHazards(path, bytes, query);
      if (found.ok) return found.value;
      throw new Error(found.error.message);
    },
    source({ key, path, bytes, defined }: SourceBytes): SourceText {
      const known = sources.get(key);
      if (known?.path === path) {
        if (defined === undefined) return known;
        return { ...known, doc: header(bytes, includedBytes(defined)), defined };
      }
      const source: SourceText = {
        path,
        text: known?.text ?? textOfBytes(bytes),
        doc: known?.doc ?? header(bytes, includedBytes(defined)),
        ...(defined === undefined ? {} : { defined }),
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

import { sentence } from '../../core/base/messages';
import * as Comlink from 'comlink';
import { assert } from '../../core/base/assert';
import { openTexts, csourceOf, type Texts } from '../../core/ingest/texts';
import type { Asks, SourceApi, SourceBytes } from './asks';
import { textIndex } from '../../core/figures/textIndex';
import { applyEdits } from '../../core/edit/apply';
import type { CSource } from '../../core/facts/csource';
import type { NameUses, ScalarFact, Target } from '../../core/facts/generated';
import { switchesLike } from '../../core/layout/text/conditions';
import { resolveStruct } from '../../core/layout/text/resolve';
import { includedBytes, type SourceText } from '../../core/layout/text/sourceText';
import { declares, qualifiedName } from '../../core/patch/findRecord';
import {
  hazardQuery,
  joined,
  lookUpIn,
  mayMention,
  type FileWords,
} from '../../core/patch/hazards/search';
import { statedOrders, type FileAnswer, type LookedUp } from '../../core/patch/hazards/places';
import { fitOf, planPatch } from '../../core/patch/plan';
import { dialectOf } from '../../core/patch/request';
import { followSource } from '../../core/patch/words/followSource';
import { textOfBytes } from '../../core/patch/text';
import { joinedUses } from '../../core/review/inTree';
import { eachFile } from './fileBatch';

type Answers = {
  readonly [K in keyof Asks]: (
    ask: Asks[K]['ask'],
  ) => Asks[K]['answer'] | Promise<Asks[K]['answer']>;
};

/** Answers to `Asks` with C source read by `texts`; what was read is kept. */
function createAnswers(texts: Texts): Answers {
  const csource = csourceOf(texts, (message) => new Error(sentence(message)));
  const read = createReader(texts, csource);
  return {
    list: ({ source, choices, known }) =>
      textIndex(read.source(source), choices, read.scalars(choices.target), known),
    resolve({ source, record, choices, known, like }) {
      const text = read.source(source);
      const likeLoaded = like === null ? {} : switchesLike(text.doc, record, new Set(like));
      const switches = { ...likeLoaded, ...choices.switches };
      const scalars = read.scalars(choices.target);
      return resolveStruct(text, record, { ...choices, switches }, scalars, known);
    },
    plan({ source, document, tree, ...options }) {
      const { path, bytes } = source;
      const { doc } = read.source(source);
      const header = { path, bytes, doc };
      const applied = applyEdits(document);
      return {
        fit: fitOf({ header, document, csource }),
        patch: planPatch({
          header,
          document,
          applied,
          dialect: dialectOf(path, doc, tree),
          ...options,
          defined: source.defined ?? null,
          scalars: read.scalars(document.struct.target),
          csource,
        }),
      };
    },
    follow: ({ source, desc }) =>
      followSource(read.source(source), desc, read.scalars(desc.target)),
    names: ({ bytes, wanted }) => csource.names(bytes, wanted, true),
    async declaring({ files, keyword, name }) {
      const found: string[] = [];
      const { name: bare } = qualifiedName(name);
      await eachFile(files, (path, bytes) => {
        if (declares(csource.names(bytes, [bare], false), keyword, bare)) found.push(path);
      });
      return found;
    },
    async uses({ files, names }) {
      const found: NameUses[] = [];
      await eachFile(files, (_, bytes) => found.push(csource.uses(bytes, names)));
      return joinedUses(found);
    },
    hazardQuery({ source, desc, typedefs }) {
      const header = source === null ? null : read.source(source);
      const stated = header === null ? [] : statedOrders(header, desc);
      return { query: hazardQuery(desc, header?.doc ?? null, typedefs), stated };
    },
    async hazards({ files, query }) {
      const answers: FileAnswer[] = [];
      const words: FileWords[] = [];
      await eachFile(files, (path, bytes) => {
        const held = csource.wordMarks(bytes);
        words.push(held);
        if (mayMention(path, held, query))
          answers.push({ path, found: csource.hazards(path, bytes, query) });
      });
      return { answers, words };
    },
    async lookUp({ files, ...ask }) {
      const found: LookedUp[] = [];
      await eachFile(files, (path, bytes) => found.push(lookUpIn(csource, ask, path, bytes)));
      return joined(found);
    },
  };
}

const KEPT = 24;

/** Each header and each target's scalars, read once. Throws where the reader breaks. */
function createReader(texts: Texts, { header }: CSource) {
  const sources = new Map<string, SourceText>();
  const scalars = new Map<string, readonly ScalarFact[]>();
  return {
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
      if (!facts.ok) throw new Error(sentence(facts.error.message));
      scalars.set(target.machine, facts.value);
      return facts.value;
    },
  };
}

/** Reads C source and plans patches, away from the page. */
let answers: Answers | null = null;

const api: SourceApi = {
  start(module) {
    answers = createAnswers(openTexts(module));
  },
  async ask<K extends keyof Asks>(kind: K, ask: Asks[K]['ask']): Promise<Asks[K]['answer']> {
    assert(answers, 'a question before the module');
    return answers[kind](ask);
  },
};

Comlink.expose(api);

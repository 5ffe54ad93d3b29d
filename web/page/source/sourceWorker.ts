import * as Comlink from 'comlink';
import { assert } from '../../core/base/assert';
import { openTexts } from '../../core/ingest/texts';
import { createAnswers, type Answers } from './answers';
import type { Asks, SourceApi } from './asks';

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

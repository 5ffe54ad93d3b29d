import type { AnswerTo } from '../../facts/answerTo';
import type { Query } from '../../facts/generated';
import type { FileReader, Reply } from '../client';

/** How a question of each kind is answered. */
type Answers = {
  readonly [K in Query['kind']]?: (
    query: Extract<Query, { kind: K }>,
  ) => Reply<AnswerTo<Extract<Query, { kind: K }>>>;
};

/** A reader that does what is given, and rejects whatever else it is asked. */
export function fakeReader(does: Partial<FileReader>, answers: Answers = {}): FileReader {
  const unasked = () => Promise.reject(new Error('nobody asks for this here'));
  return {
    ready: Promise.resolve(true),
    open: unasked,
    give: unasked,
    giveCode: unasked,
    facts: unasked,
    index: unasked,
    indexHalf: unasked,
    ask<Q extends Query>(query: Q) {
      const answer = answers[query.kind] as ((query: Q) => Reply<AnswerTo<Q>>) | undefined;
      return answer ? answer(query) : unasked();
    },
    askText: unasked,
    stop: () => undefined,
    ...does,
  };
}

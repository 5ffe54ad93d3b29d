import type { Answer, Query } from './generated';

/** What a question to a file is answered by. */
export type AnswerTo<Q extends Query> = Extract<Answer, { kind: Q['kind'] }>['value'];

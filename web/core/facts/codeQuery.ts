import type { Query } from './generated';

/** Questions about machine code: a module of its own answers them, which is loaded for nothing else. */
export type CodeQuery = Extract<Query, { kind: 'touches' | 'visits' }>;

export function isCodeQuery(query: Query): query is CodeQuery {
  return query.kind === 'touches' || query.kind === 'visits';
}

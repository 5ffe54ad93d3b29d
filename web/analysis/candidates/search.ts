import type { Embedding, ProfileLine, Prototype } from '../../facts/generated';
import { askedFunctions, evidenceOf, neighboursOf, type Evidence } from './evidence';
import type { Origin } from './origin';
import { askedEmbeddings, directHolders, preselect, type Chosen } from './preselect';
import { partTest, rankCandidates, type Known, type Ranking } from './rank';

/** What is asked of a loaded file. A question that fails is answered by nothing. */
export interface Binary<Source> {
  prototypes(functions: readonly string[]): Promise<readonly Prototype[]>;
  embeddings(inner: readonly string[]): Promise<readonly Embedding[]>;
  describe(chosen: readonly Chosen[]): Promise<readonly Known<Source>[]>;
}

/** What is known of a line before any struct is looked at. */
export interface LineInReport {
  readonly line: ProfileLine;
  /** All lines of the report: those at adjacent addresses count. */
  readonly lines: readonly ProfileLine[];
  readonly lineBytes: number;
}

export interface Search<Source> {
  readonly evidence: Evidence;
  readonly ranking: Ranking<Source>;
  readonly isPart: (aggregate: string) => boolean;
}

/**
 * Ranks the structs of one file as the home of a line.
 *
 * @param origin whether the file is the one that the report was taken on
 */
export async function searchCandidates<Source>(
  { line, lines, lineBytes }: LineInReport,
  binary: Binary<Source>,
  origin: Origin,
): Promise<Search<Source>> {
  const near = neighboursOf(line, lines).map(({ other }) => other);
  const prototypes = await binary.prototypes(askedFunctions([line, ...near]));
  const evidence = evidenceOf(line, lines, lineBytes, prototypes);
  const embeddings = await binary.embeddings(askedEmbeddings(evidence));
  const isPart = partTest(directHolders(embeddings));
  const known = await binary.describe(preselect(evidence, embeddings));
  return { evidence, ranking: rankCandidates(evidence, known, isPart, origin), isPart };
}

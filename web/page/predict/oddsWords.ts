import { oddsSentence, type Odds } from '../../core/model/odds';

export interface OddsShare {
  readonly kind: 'better' | 'same' | 'worse';
  readonly percent: number;
}

/** Odds as a sentence and as the parts of a bar. */
export function oddsWords(odds: Odds): {
  readonly sentence: string;
  readonly shares: readonly OddsShare[];
} {
  const { better, worse, of } = odds;
  const share = (kind: OddsShare['kind'], count: number) => ({ kind, percent: (100 * count) / of });
  return {
    sentence: oddsSentence(odds),
    shares: [share('better', better), share('same', of - better - worse), share('worse', worse)],
  };
}

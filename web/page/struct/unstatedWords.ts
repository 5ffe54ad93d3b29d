import { sentence } from '../../core/base/messages';
import { unstatedOf, type Unstated } from '../../core/figures/unstated';
import type { InView } from '../state/inView';

/** What figures rest on where the file does not state it: in a few words, and in a sentence. */
export interface UnstatedWords {
  readonly label: string;
  readonly sentence: string;
}

const LABELS: Readonly<Record<Unstated['about'], string>> = {
  alignments: 'Alignments inferred',
  packing: 'Packing unknown',
  ownAlignment: 'Alignment unknown',
};

/** Null where all is stated. @param which the layout in view, or the edited one behind it */
export function unstatedWords(inView: InView, which: 'shown' | 'edited'): UnstatedWords | null {
  const unstated = unstatedOf(inView[which].applied, inView.document.edits);
  return unstated && { label: LABELS[unstated.about], sentence: sentence(unstated.message) };
}

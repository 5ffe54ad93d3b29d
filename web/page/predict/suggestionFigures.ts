import type { SuggestionFigures } from '../../core/search/input';
import { plural } from '../../core/base/prose';
import { amount, range, type Scale } from './amounts';

export interface Chip {
  readonly text: string;
  /** Something that speaks against it. */
  readonly isCaution: boolean;
}

/** The price of a suggestion, in a few words each. */
export function suggestionChips(figures: SuggestionFigures, scale: Scale): readonly Chip[] {
  const chips: Chip[] = [];
  const say = (text: string, isCaution = false) => chips.push({ text, isCaution });
  const { hitm, sizeBytes, strideBytes, edits, straddles, knockOn, unknownReaders, pairs } =
    figures;
  const { hiddenWriters } = figures;
  if (hitm !== null) {
    const [before, after] = [amount(hitm.before, scale), amount(hitm.after, scale)];
    const change = `${before} → ${after}`;
    if (before === after) say(scale.kind === 'samples' ? `HITM stays ${after}` : 'conflicts stay');
    else
      say(
        scale.kind === 'samples'
          ? `HITM ${change} (${range(hitm.band, scale)}${unknownReaders + hiddenWriters > 0 ? ' or more' : ''})`
          : `conflicts ${change}`,
      );
  }
  say(sizeBytes === strideBytes ? `${sizeBytes} B` : `${sizeBytes} B, takes ${strideBytes}`);
  if (figures.holeBytes > 0) say(`${figures.holeBytes} B in holes`);
  say(plural(edits, 'field moves', 'fields move'));
  if (straddles > 0) say(`${plural(straddles, 'straddle')} more`, true);
  if (knockOn.length > 0)
    say(plural(knockOn.length, 'other changes line', 'others change line'), true);
  if (unknownReaders > 0) say(`${plural(unknownReaders, 'reader')} unknown`, true);
  if (hiddenWriters > 0) {
    say(`${plural(hiddenWriters, 'reader')} beside fields that the report does not show`, true);
  }
  if (pairs > 0) say('adjacent-line prefetch risk', true);
  return chips;
}

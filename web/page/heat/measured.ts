import { sentence } from '../../core/base/messages';
import { doubtsOf } from '../../core/heat/bindingDoubts';
import { heatInView, type InView } from '../state/inView';
import type { MemberPath } from '../../core/layout/ids';
import { heatSentence } from '../../core/scene/fill/heatSentence';

/** What the profile that is shown says of a field. */
export interface MeasuredField {
  readonly text: string;
  readonly hasSamples: boolean;
}

/** What was measured of a field of the struct in view; null where nothing was measured at all. */
export function measuredField(inView: InView, path: MemberPath): MeasuredField | null {
  const { current } = heatInView(inView);
  if (!current) return null;
  const field = current.heat.byPath.get(path);
  return field
    ? { text: heatSentence(field, current), hasSamples: true }
    : { text: `No sample of ${current.profile.name}.`, hasSamples: false };
}

/** What figures from the bound lines rest on, where that is in doubt. Names stand in backquotes. */
export function heatDoubts({ edited }: InView): readonly string[] {
  return doubtsOf(edited.applied).map(sentence);
}

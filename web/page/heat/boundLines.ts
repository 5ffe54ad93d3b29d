import { derived } from '../../core/base/derived';
import { heatOf } from '../../core/heat/heatOf';
import { presentOf } from '../state/inView';
import { nameIn } from '../state/bindReducers';
import type { OpenDocument } from '../state/state';
import { applyEdits } from '../../core/edit/apply';
import type { AccessProfile } from '../../core/facts/generated';

/** Which struct each line of a report is bound to, by the id of the line; those of neighbours joined in too. */
export function boundLines(
  documents: readonly OpenDocument[],
  report: AccessProfile,
  fileName: string,
): ReadonlyMap<string, string> {
  const bound = new Map<string, string>();
  for (const open of documents) {
    const document = presentOf(open);
    const own = nameIn(document, report, fileName);
    for (const { profile, instances } of heatOf(document, appliedOf(document)).all) {
      if (profile.name !== own) continue;
      for (const { lines } of instances) {
        for (const { line, offsetBytes } of lines) {
          const name = bound.get(line.id);
          const here = `${document.struct.name} ${offsetBytes < 0 ? '−' : '+'}${Math.abs(offsetBytes)}`;
          bound.set(line.id, name === undefined ? here : `${name}, ${here}`);
        }
      }
    }
  }
  return bound;
}

const appliedOf = derived(applyEdits);

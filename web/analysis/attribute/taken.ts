import { applyEdits } from '../../edit/apply';
import type { LayoutDocument } from '../../edit/document';
import type { DocumentProfile } from '../../edit/profiles';
import type { OrderedStruct } from '../../layout/order';

/** The struct as it was in the kernel that a profile was taken on. */
export function takenLayout(document: LayoutDocument, profile: DocumentProfile): OrderedStruct {
  return applyEdits({ ...document, bindings: [], edits: profile.takenOn }).struct;
}

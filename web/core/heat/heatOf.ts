import { derived } from '../base/derived';
import { attribute, type Attribution } from './attribute';
import { structOnRuler, measuredLayout, type StructOnRuler } from './measuredLayout';
import type { Applied } from '../edit/applied';
import type { LayoutDocument } from '../edit/document';
import type { Binding, DocumentProfile } from '../edit/profiles';

/** The measured heat of a struct. */
export interface Heat {
  /** One for each profile of which something is bound, in the order of the document. */
  readonly all: readonly Attribution[];
  /** The one that is shown; null where nothing is bound. */
  readonly current: Attribution | null;
}

/** The heat of a document with these edits carried out. Cheap to ask again. */
export function heatOf(document: LayoutDocument, applied: Applied): Heat {
  return heatOfApplied(applied, structOnRuler(document), document.view.profile);
}

const heatOfApplied = derived(
  (
    { state: { profiles, bindings } }: Applied,
    ruled: StructOnRuler,
    chosen: string | null,
  ): Heat => {
    const all = profiles.flatMap((profile) => {
      const own = bindings.filter((each) => each.profile === profile.name);
      // As text: most edits change the order, which attribution does not ask for.
      return own.length === 0 ? [] : [attributionOf(profile, ruled, JSON.stringify(own))];
    });
    const named = all.find(({ profile }) => profile.name === chosen);
    return { all, current: named ?? all[0] ?? null };
  },
);

const attributionOf = derived(
  (profile: DocumentProfile, ruled: StructOnRuler, bindings: string): Attribution =>
    attribute(measuredLayout(ruled, profile), profile, JSON.parse(bindings) as Binding[]),
);

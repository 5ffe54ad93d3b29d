import { attribute, type Attribution } from './attribute';
import { takenLayout } from './taken';
import type { Applied } from '../../edit/applied';
import type { LayoutDocument } from '../../edit/document';
import type { Binding, DocumentProfile } from '../../edit/profiles';

/** The measured heat of a struct. */
export interface Heat {
  /** One for each profile of which something is bound, in the order of the document. */
  readonly all: readonly Attribution[];
  /** The one that is shown; null where nothing is bound. */
  readonly current: Attribution | null;
}

/** The heat of a document with these edits carried out. Cheap to ask again. */
export function heatOf(document: LayoutDocument, applied: Applied): Heat {
  const known = heats.get(applied);
  if (known?.profile === document.view.profile) return known.heat;
  const all = applied.profiles.flatMap((profile) => {
    const bindings = applied.bindings.filter((each) => each.profile === profile.name);
    return bindings.length === 0 ? [] : [attributionOf(document, profile, bindings)];
  });
  const chosen = all.find(({ profile }) => profile.name === document.view.profile);
  const heat = { all, current: chosen ?? all[0] ?? null };
  heats.set(applied, { profile: document.view.profile, heat });
  return heat;
}

const heats = new WeakMap<Applied, { readonly profile: string | null; readonly heat: Heat }>();

/** The last answer for each profile: most edits change the order, which attribution does not ask for. */
const attributions = new WeakMap<
  DocumentProfile,
  { readonly struct: unknown; readonly key: string; readonly attribution: Attribution }
>();

function attributionOf(
  document: LayoutDocument,
  profile: DocumentProfile,
  bindings: readonly Binding[],
): Attribution {
  const key = JSON.stringify(bindings);
  const known = attributions.get(profile);
  if (known?.struct === document.struct && known.key === key) return known.attribution;
  const attribution = attribute(takenLayout(document, profile), profile, bindings);
  attributions.set(profile, { struct: document.struct, key, attribution });
  return attribution;
}

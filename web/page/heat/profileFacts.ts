import type { Attribution } from '../../core/heat/attribute';
import type { Heat } from '../../core/heat/heatOf';
import type { InView } from '../state/inView';
import { plural } from '../../core/base/prose';
import { layoutEdits } from '../../core/edit/layoutEdits';
import type { DocumentProfile } from '../../core/edit/profiles';
import { instancesText } from './heatWords';

/** A profile of the struct in view: on which layout it was measured, how many operations it saw. */
export interface ProfileFactsModel {
  readonly name: string;
  readonly isShown: boolean;
  /** `3 objects on 2 lines · Linux 6.4.0`. */
  readonly sentence: string;
  readonly about: DocumentProfile['about'];
  /** The lines that are bound, where there are several. */
  readonly targets: readonly string[];
  readonly measuredOn: 'original' | 'edited';
  readonly editedName: string;
  /** Whether there is an edited layout that it could have been measured on. */
  readonly canBeEdited: boolean;
  readonly operations: number | null;
}

export function profileFacts(inView: InView, { all, current }: Heat): readonly ProfileFactsModel[] {
  const hasEdits = layoutEdits(inView.document).length > 0;
  return all.map((attribution) => {
    const { name, about, kernelRelease, measuredOn, operations } = attribution.profile;
    const targets = targetsOf(inView, attribution);
    const changes = measuredOn.length;
    return {
      name,
      isShown: attribution === current,
      sentence: `${instancesText(attribution)}${kernelRelease === null ? '' : ` · Linux ${kernelRelease}`}`,
      about,
      targets: targets.length > 1 ? targets : [],
      measuredOn: changes === 0 ? 'original' : 'edited',
      editedName: `the edited layout${changes > 0 ? ` (${plural(changes, 'change')})` : ''}`,
      canBeEdited: hasEdits || changes > 0,
      operations,
    };
  });
}

/** Lines, not types, which lie where they lie. */
function targetsOf({ shown }: InView, { profile }: Attribution): readonly string[] {
  return shown.applied.state.bindings
    .filter(
      (each) => each.profile === profile.name && profile.lines.some(({ id }) => id === each.target),
    )
    .map(({ target }) => target);
}

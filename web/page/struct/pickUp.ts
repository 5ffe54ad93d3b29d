import { dropSlots, nearestSlots, whyNotMovable, type DropSlot } from '../../core/edit/dropSlots';
import type { MemberPath } from '../../core/layout/ids';
import type { AppStore } from '../state/app';
import { announceAndShow } from '../state/fileReducers';
import { documentInView } from '../state/inView';

/** Where fields can be dropped that somebody takes hold of; why they cannot, or not everywhere, is announced. */
export function pickUp(app: AppStore, paths: readonly MemberPath[]): readonly DropSlot[] {
  const inView = documentInView(app.store.getState());
  if (!inView || inView.document.view.show === 'original') return [];
  const say = (text: string) => app.update((state) => announceAndShow(state, text));
  const { applied } = inView.edited;
  const why = whyNotMovable(applied, paths);
  if (why !== null) say(why);
  const near = nearestSlots(applied.struct);
  if (near < applied.struct.root.members.length) {
    say(
      `The struct has so many members that a field can be dropped ${near} places from where it is. Alt+Home and Alt+End go further.`,
    );
  }
  return dropSlots(applied, paths, near);
}

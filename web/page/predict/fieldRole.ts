import { documentInView, selectionInView } from '../state/inView';
import type { AppState } from '../state/state';
import type { TagRole } from '../../core/edit/edit';
import { TAG_ROLES } from '../../core/edit/limits';

/** A role that the selected fields can be tagged with. */
export interface RoleChoice {
  readonly role: TagRole;
  /** What a press does: a role that they have is taken from them. */
  readonly command: string;
  readonly isTheirs: boolean;
}

/** The roles in the order in which they are offered. @param now see `sharedRole` */
export function roleChoices(now: TagRole | null): readonly RoleChoice[] {
  return TAG_ROLES.map((role) => ({
    role,
    command: role === now ? 'field.untag' : `field.tag.${role}`,
    isTheirs: role === now,
  }));
}

/** The role that all selected fields share; null where they share none. */
export function sharedRole(state: AppState): TagRole | null {
  const tags = documentInView(state)?.edited.applied.state.tags ?? [];
  const roles = new Set(
    selectionInView(state).map((path) => tags.find((tag) => tag.member === path)?.role ?? null),
  );
  const [role] = roles;
  return roles.size === 1 ? (role ?? null) : null;
}

/** Whether all selected fields are pinned. */
export function isPinned(state: AppState): boolean {
  const pins = documentInView(state)?.edited.applied.state.pins ?? [];
  const selection = selectionInView(state);
  return selection.length > 0 && selection.every((path) => pins.includes(path));
}

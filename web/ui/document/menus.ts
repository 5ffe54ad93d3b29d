import { lazyPart } from '../kit/lazyPart';

// Scripts of their own: a first visit shows a struct without them.
const loadFieldMenu = () => import('../document/FieldMenu');
const loadLineMenu = () => import('../document/LineMenu');

export const FieldMenu = lazyPart(async () => (await loadFieldMenu()).FieldMenu);
export const LineMenu = lazyPart(async () => (await loadLineMenu()).LineMenu);

/** Fetches the menus, so that opening one makes no request. */
export const loadMenus = () => Promise.all([loadFieldMenu(), loadLineMenu()]);

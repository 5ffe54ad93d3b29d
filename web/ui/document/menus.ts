import { lazy } from 'react';

// Scripts of their own: a first visit shows a struct without them.
const loadFieldMenu = () => import('../document/FieldMenu');
const loadLineMenu = () => import('../document/LineMenu');

export const FieldMenu = lazy(async () => ({ default: (await loadFieldMenu()).FieldMenu }));
export const LineMenu = lazy(async () => ({ default: (await loadLineMenu()).LineMenu }));

/** Fetches the menus, so that opening one makes no request. */
export const loadMenus = () => Promise.all([loadFieldMenu(), loadLineMenu()]);

import { lazyPart } from '../kit/lazyPart';

// Scripts of their own: a first visit shows a struct without them.
export const FieldMenu = lazyPart(async () => (await import('./FieldMenu')).FieldMenu);
export const LineMenu = lazyPart(async () => (await import('./LineMenu')).LineMenu);

import { x } from '../edit/edit';
export const y = [x];

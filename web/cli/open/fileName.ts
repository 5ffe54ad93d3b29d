import { basename } from 'node:path';
import { visibleName } from '../../core/base/visible';

/** A file's name without its folders, as results show it: a system takes line breaks and escapes in names. */
export function fileName(path: string): string {
  return visibleName(basename(path));
}

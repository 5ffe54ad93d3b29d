import { fileDiff } from '../../patch/unified';

/**
 * Two layouts in pahole's style as the lines of a unified diff, without a file's name: nothing here can be
 * taken for a patch of a declaration. Empty where they are the same.
 */
export function paholeDiff(before: string, after: string): string {
  const { text } = fileDiff('layout', before, after);
  const hunks = text.indexOf('\n@@ ');
  return hunks < 0 ? '' : text.slice(hunks + 1);
}

import type { Applied } from '../../edit/applied';
import { computeLayout } from '../../layout/compute';
import { paholeText } from '../pahole';
import { fileDiff } from '../../patch/unified';

/** The unified diff of two layouts in pahole's style; empty where they are the same. */
export function layoutDiff(before: Applied, after: Applied): string {
  const [old, now] = [paholeOf(before), paholeOf(after)];
  // Names and blobs are git's business: these are no files.
  return fileDiff('layout', old, now).text.replace(
    /^diff --git.*\nindex.*\n--- .*\n\+\+\+ .*\n/,
    '--- before\n+++ after\n',
  );
}

export function paholeOf({ struct, state: { lineBytes } }: Applied): string {
  return paholeText(struct, computeLayout(struct), lineBytes);
}

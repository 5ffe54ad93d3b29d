import * as v from 'valibot';
import { SERVED_FILES_META, type ServedFile } from './servedFiles';

const FILES = v.array(v.object({ name: v.string(), size: v.number(), address: v.string() }));

/** The files that `hitmap serve` has written into its page; none on a page of any other host. */
export function servedList(page: Document): readonly ServedFile[] {
  const meta = page.querySelector(`meta[name="${SERVED_FILES_META}"]`);
  return v.parse(FILES, JSON.parse(meta?.getAttribute('content') ?? '[]'));
}

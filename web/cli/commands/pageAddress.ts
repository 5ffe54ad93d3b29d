import { usageMessage } from '../messages';
import { Failure } from '../failure';

/** Throws where `--page` is no address that a browser opens as a page: it becomes the start of links in reviews. */
export function mustBeAddress(page: string): void {
  const protocol = URL.canParse(page) ? new URL(page).protocol : '';
  if (['https:', 'http:', 'file:'].includes(protocol)) return;
  throw new Failure(usageMessage('page', page));
}

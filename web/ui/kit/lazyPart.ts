import { lazy, type ComponentType } from 'react';
import { untilFetched } from '../../base/fetched';

/**
 * A component whose script comes when it is first shown. React keeps the first outcome for good, so there is none before
 * the script came: what stands in its place stays until the network is back.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await untilFetched(load) }));
}

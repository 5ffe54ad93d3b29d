import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';
import { untilFetched } from '../../core/base/fetched';

const parts = new Set<() => Promise<unknown>>();

/** Loads of all lazy parts that the page knows by now; one that has come may bring more. */
export const lazyParts: ReadonlySet<() => Promise<unknown>> = parts;

/**
 * A component in a script of its own, which comes when it is first shown or in idle time. Once there it renders at
 * once, without the turn that React takes for a promise. React keeps the first outcome for good, so there is none
 * before the script came: what stands in its place stays until the network is back.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): FunctionComponent<P> {
  let component: ComponentType<P> | null = null;
  const loadOnce = async () => (component ??= await load());
  parts.add(loadOnce);
  const Later: ComponentType<P> = lazy(async () => ({ default: await untilFetched(loadOnce) }));
  return function Part(props) {
    // The same one for as long as it is mounted: another would lose its state.
    const [Shown] = useState(() => component ?? Later);
    return createElement(Shown, props);
  };
}

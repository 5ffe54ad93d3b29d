import type { MemberPath } from '../../core/layout/ids';
import { setView } from './documentReducers';
import { documentInView, heatInView } from './inView';
import type { AppState } from './state';

/** More would push the rest out of the window; whoever wants them opens them. */
const MOST_OPENED = 8;

/**
 * Opens the nested members of the struct in view of which a part is hot, the hottest first: closed, the whole
 * member would wear the colour of a few of its bytes.
 */
export function openHot(state: AppState): AppState {
  const inView = documentInView(state);
  const heat = inView && heatInView(inView).current?.heat;
  if (!inView || !heat) return state;
  const already = inView.document.view.expanded;
  const containers = new Set<MemberPath>();
  for (const { path } of heat.fields) {
    for (const container of heat.byPath.keys()) {
      if (path.startsWith(`${container}.`) || path.startsWith(`${container}[`))
        containers.add(container);
    }
  }
  const more = [...containers].filter((path) => !already.includes(path)).slice(0, MOST_OPENED);
  return more.length === 0 ? state : setView(state, { expanded: [...already, ...more] });
}

import { heatOf, type Heat } from '../../core/heat/heatOf';
import type { InView } from './inView';

/** The heat of what is in view, the line that is being slid included. */
export function heatInView({ document, shown }: InView): Heat {
  return heatOf(document, shown.applied);
}

import { snoopName } from '../../core/heat/counts';
import { type InView, heatInView } from './inView';
import { lineTraffic, type LineTraffic } from '../../core/scene/fill/lineTraffic';
import { linePicture } from '../../core/scene/linePicture';
import type { Picture } from '../../core/scene/picture';

/** A line of the layout in view with who writes it and who suffers; null without heat. */
export function lineInView(
  inView: InView,
  line: number,
): { readonly traffic: LineTraffic; readonly picture: Picture; readonly subtitle: string } | null {
  const { current } = heatInView(inView);
  if (current === null) return null;
  const { applied, layout } = inView.shown;
  const traffic = lineTraffic(current, layout, applied.state, line);
  const name = inView.document.struct.name;
  return {
    traffic,
    picture: linePicture(traffic, snoopName(current)),
    subtitle: `line ${line} of ${name}, as measured in ${current.profile.name}`,
  };
}

import { snoopName } from '../../analysis/heat/counts';
import type { InView } from '../../app/document/inView';
import { lineTraffic, type LineTraffic } from '../../scene/fill/lineTraffic';
import { linePicture } from '../../scene/linePicture';
import type { Picture } from '../../scene/picture';
import { heatInView } from '../../app/heat/heatInView';

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

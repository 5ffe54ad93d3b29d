import { doubtsOf } from '../../core/heat/bindingDoubts';
import type { InView } from '../state/inView';
import type { Theme } from '../../core/base/colours';
import { lineInView } from '../state/lineInView';

/**
 * The struct in view as an SVG file, or one of its lines; what draws it is loaded when it is first asked for.
 *
 * @param line null for all of the layout, which is what a line without heat gives too
 */
export async function layoutSvg(
  inView: InView,
  theme: Theme,
  line: number | null,
): Promise<string> {
  const shown = line === null ? null : lineInView(inView, line);
  if (shown === null) {
    const { svgOfDocument } = await import('../../core/format/svgOfDocument');
    return svgOfDocument(inView.document, theme);
  }
  const { svgOfPicture } = await import('../../core/format/svg');
  const { subtitle } = shown;
  const { document, shown: seen } = inView;
  const doubts = doubtsOf(seen.applied);
  return svgOfPicture(shown.picture, { title: document.struct.name, subtitle, doubts, theme });
}

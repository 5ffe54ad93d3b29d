import { doubtsOf } from '../../core/heat/bindingDoubts';
import type { InView } from '../state/inView';
import type { Theme } from '../../core/base/colours';
import { lineInView } from '../state/lineInView';

/** The picture of a line is as wide on a slide. */
const SLIDE_PX = 1100;

/**
 * The struct in view as an SVG file, or one of its lines; what draws it is loaded when it is first asked for.
 *
 * @param line null for all of the layout, which is what a line without heat gives too
 * @param link where a press on it leads
 */
export async function layoutSvg(
  inView: InView,
  theme: Theme,
  line: number | null,
  link?: string,
): Promise<string> {
  const shown = line === null ? null : lineInView(inView, line);
  if (shown === null) {
    const { svgOfDocument } = await import('../../core/format/svgOfDocument');
    return svgOfDocument(inView.document, theme, link);
  }
  const [{ svgOfPicture }, { linePicture }] = await Promise.all([
    import('../../core/format/svg'),
    import('../../core/scene/linePicture'),
  ]);
  const { subtitle, traffic, verdict } = shown;
  return svgOfPicture(linePicture(traffic, SLIDE_PX, { verdict: verdict.replaceAll('`', '') }), {
    title: inView.document.struct.name,
    subtitle,
    doubts: doubtsOf(inView.shown.applied).map(({ text }) => text),
    theme,
    link,
  });
}

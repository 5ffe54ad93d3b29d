import { figuresOf, type Figures } from '../figures/figures';
import { applyEdits } from '../edit/apply';
import type { Applied } from '../edit/applied';
import { doubtsOf } from '../heat/bindingDoubts';
import type { LayoutDocument } from '../edit/document';
import { computeLayout } from '../layout/compute';
import { isEndKnown } from '../layout/extent';
import type { Layout } from '../layout/layout';
import { buildScene } from '../scene/buildScene';
import { documentScene } from '../scene/fill/documentScene';
import { beforeOf } from './share/exportText';
import { svgOf } from './svg';
import type { Theme } from '../base/colours';

/** Wide enough for every name of 64 bytes side by side, and readable on a slide. */
const WIDTH_PX = 1100;

/**
 * The picture of a document: the layout that its view shows, with its heat or tags and what changed.
 *
 * @param link where a press on it leads
 */
export function svgOfDocument(document: LayoutDocument, theme: Theme, link?: string): string {
  const edited = applyEdits(document);
  const before = beforeOf(document, edited);
  const original = computeLayout(before.struct);
  const isOriginal = document.view.show === 'original';
  const applied = isOriginal ? before : edited;
  const layout = isOriginal ? original : computeLayout(edited.struct);
  const drawn = documentScene({ document, applied, layout, original }, WIDTH_PX);
  const scene = buildScene({ ...drawn, isStill: true });
  const was = figures(original, before);
  const now = figures(layout, applied);
  const least = isEndKnown(document.struct) ? '' : 'at least ';
  const change = was.sizeBytes === now.sizeBytes ? '' : `, was ${was.sizeBytes}`;
  return svgOf(scene, {
    title: `${applied.struct.root.keyword} ${document.struct.name}`,
    subtitle: `${least}${now.sizeBytes} bytes${change}; ${least}${now.lines} lines of ${applied.state.lineBytes} bytes; ${document.struct.target.machine}`,
    doubts: doubtsOf(edited).map(({ text }) => text),
    theme,
    link,
  });
}

function figures(layout: Layout, applied: Applied): Figures {
  return figuresOf(layout, applied.struct.root.keyword === 'union', applied.state);
}

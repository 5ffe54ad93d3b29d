import type { Applied } from '../edit/applied';
import type { LayoutDocument } from '../edit/document';
import type { Layout } from '../layout/layout';
import { computeLayout } from '../layout/compute';
import { buildScene } from '../scene/buildScene';
import { svgOf, type PictureTheme } from './svg';

const WIDTH_PX = 1100;

/** The picture of a document outside of the page: the layout and what changed, without heat. */
export function svgOfDocument(
  applied: Applied,
  original: Layout,
  document: LayoutDocument,
  theme: PictureTheme,
): string {
  const { struct, lineBytes, pair, baseBytes } = applied;
  const layout = computeLayout(struct);
  const scene = buildScene({
    struct,
    layout,
    original,
    lineBytes,
    pair,
    baseBytes,
    widthPx: WIDTH_PX,
    expanded: new Set(document.view.expanded),
    selection: new Set(),
    focus: null,
    pins: new Set(applied.pins),
    heat: new Map(),
    dragged: new Set(document.edits.flatMap((edit) => (edit.kind === 'move' ? edit.members : []))),
    lineNotes: new Map(),
  });
  const title = `${struct.root.keyword} ${struct.desc.name}`;
  const subtitle = `${layout.sizeBits / 8} bytes; lines of ${lineBytes} bytes; ${struct.desc.target.machine}`;
  return svgOf(scene, { title, subtitle, theme });
}

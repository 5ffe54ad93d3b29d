import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import type { AppPage, AppStore } from '../state/app';
import { linkOf } from './copyLink';
import { addNotice, withoutFailures, announceAndShow } from '../state/fileReducers';
import { documentInView } from '../state/inView';
import type { Theme } from '../../core/base/colours';
import { fetched, Unfetched } from '../../core/base/fetched';

export const loadLayoutSvg = () => import('./layoutSvg');

/** Pixels of a PNG for each of the picture: sharp on a slide and in a mail. */
const SCALE = 2;

/** Saves the layout in view, or one line of it, as a picture. A PNG is drawn from the same SVG, with the fonts of this machine in it as pixels. */
export async function savePicture(
  app: AppStore & AppPage,
  kind: 'svg' | 'png',
  theme: Theme,
  line: number | null,
): Promise<void> {
  const inView = documentInView(app.store.getState());
  if (!inView) return;
  try {
    const { layoutSvg } = await fetched(loadLayoutSvg);
    const link = await linkOf(app, inView.document);
    // Without a page that others reach there is none.
    const lead = link.startsWith('http') ? link : undefined;
    const svg = await layoutSvg(inView, theme, line, lead);
    const svgBlob = new Blob([svg], { type: 'image/svg+xml' });
    const of = line === null ? '' : `-line-${line}`;
    const name = `${inView.document.struct.name}${of}.${kind}`;
    app.host.download(name, kind === 'svg' ? svgBlob : await pngOf(svgBlob));
    app.update((state) => announceAndShow(withoutFailures(state, 'Picture'), `Saved ${name}.`));
  } catch (error) {
    const text =
      error instanceof Unfetched ? error.message : sentence(pageMessage('picture-too-large'));
    app.update((state) => addNotice(state, { kind: 'error', title: 'Picture', text }));
  }
}

async function pngOf(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('no picture of this size');
    return png;
  } finally {
    URL.revokeObjectURL(address);
  }
}

import { inputMessage } from './messages';
import { createRequire } from 'node:module';
import { Failure } from './failure';

/** Pixels of a PNG for each of the picture, as the page saves it. */
const SCALE = 2;
const FAMILY = 'DejaVu Sans Mono';

/** A picture as PNG. It carries its own font, so that it is the same on every machine. */
export async function pngOfSvg(svg: string): Promise<Uint8Array> {
  const resvg = await import('@resvg/resvg-js').catch(() => null);
  // Its binary is an optional package for each system.
  if (resvg === null) {
    throw new Failure(inputMessage('no-png'));
  }
  const require = createRequire(import.meta.url);
  const picture = new resvg.Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: {
      fontFiles: [
        require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
        require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'),
      ],
      loadSystemFonts: false,
      defaultFontFamily: FAMILY,
      monospaceFamily: FAMILY,
    },
  });
  return picture.render().asPng();
}

/** What a PNG shows, as the browser decodes it. Runs in the page; it may use nothing from outside itself. */
export async function lookOf(base64: string): Promise<{
  readonly widthPx: number;
  readonly heightPx: number;
  /** Brightness of the first pixel, 0 to 255. */
  readonly corner: number;
  /** Pixels of the first 50 rows that are not as the corner. */
  readonly titleInk: number;
  /** Pixels as dark red as the fill of the hottest field. */
  readonly hot: number;
}> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const [corner = 0] = data;
  let [titleInk, hot] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (at < 4 * 50 * image.width && Math.abs(red - corner) > 64) titleInk += 1;
    if (red > 110 && green < 60 && blue < 60) hot += 1;
  }
  return { widthPx: image.width, heightPx: image.height, corner, titleInk, hot };
}

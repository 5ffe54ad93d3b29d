/* global document, CSSStyleSheet, requestAnimationFrame */
// A picture of a page that has come to rest. Nothing here waits for a time, so that a busy machine gets the same picture.

/** What says of itself that there is more to come. */
const UNDER_WAY = '[role=progressbar], [aria-busy=true], [role=tooltip]';

/**
 * Waits until fonts and images are there, nothing on the page is being read or moves, and it looks the same twice in a row.
 * What only comes after an answer of a worker has to be waited for before.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<Buffer>} the picture, WebP
 */
export async function stillPicture(page, quality = 90) {
  await page.evaluate(hideCaret);
  let before = null;
  for (;;) {
    await page.evaluate(arrivals);
    await page.waitForFunction(isAtRest, UNDER_WAY);
    await page.evaluate(nextFrame);
    const picture = await webpOf(page, quality);
    if (before?.equals(picture)) return picture;
    before = picture;
  }
}

/** @returns {Promise<Buffer>} the page as it is at this moment, WebP */
async function webpOf(page, quality) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** The caret of a field blinks. The page's policy refuses a style element, and takes a sheet that a script makes. */
function hideCaret() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { caret-color: transparent !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Runs in the page: fonts and images. */
async function arrivals() {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode()));
}

/** Runs in the page. It answers at once: `waitForFunction` takes any promise for a yes. */
function isAtRest(underWay) {
  const moves = document
    .getAnimations()
    .some(({ playState }) => playState === 'running' || playState === 'paused');
  return !moves && document.querySelector(underWay) === null;
}

/** What was asked for in a frame is drawn in the next. */
function nextFrame() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
}

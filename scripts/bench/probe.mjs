/**
 * Runs in the page before its own scripts, and notes when what a person sees of a file has changed. It
 * looks at the screen only, so that it measures all that lies between: worker, messages, React, paint.
 * Times are in milliseconds since the file was dropped or picked, taken after the frame was painted; `cellsMs` is when
 * the first struct was there, since the page began to load.
 */
export function installProbe() {
  const probe = { start: 0, marks: [], openFirstRow: false, cellsMs: null };
  window.hitmapBench = probe;
  const text = (selector) => document.querySelector(selector)?.textContent ?? '';
  let last = '';
  let hasCells = false;
  const look = () => {
    if (!hasCells && document.querySelector('[role=treeitem]')) {
      hasCells = true;
      afterPaint(() => (probe.cellsMs = performance.now()));
    }
    if (probe.start === 0) return;
    const seen = {
      count: text('aside[aria-label="Structs"] [role=status]'),
      progress: document.querySelector('[role=progressbar]')?.getAttribute('aria-valuetext') ?? '',
      rows: document.querySelector('[role=option]') !== null,
      cells: document.querySelector('[role=treeitem]') !== null,
    };
    const now = JSON.stringify(seen);
    if (now === last) return;
    last = now;
    const mark = { ...seen, changedMs: performance.now() - probe.start, paintedMs: Infinity };
    probe.marks.push(mark);
    afterPaint(() => (mark.paintedMs = performance.now() - probe.start));
    if (probe.openFirstRow && seen.rows) {
      probe.openFirstRow = false;
      document.querySelector('[role=option]').click();
    }
  };
  const begin = () => {
    probe.start = performance.now();
    probe.marks.length = 0;
    last = '';
  };
  window.addEventListener('change', (event) => event.target.type === 'file' && begin(), true);
  window.addEventListener('DOMContentLoaded', () => {
    const observer = new MutationObserver(look);
    probe.stop = () => observer.disconnect();
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['aria-valuetext', 'role'],
    });
  });

  /** A frame callback runs before the paint; the message that it posts comes after. */
  function afterPaint(then) {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = then;
      channel.port2.postMessage(null);
    });
  }
  probe.afterPaint = afterPaint;
}

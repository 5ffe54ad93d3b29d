// The longest pause of the page's thread while links and texts that ask for much are opened.
export function installPauses() {
  window.hitmapPauses = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.hitmapPauses.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
}

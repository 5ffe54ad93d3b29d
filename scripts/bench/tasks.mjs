// The processor time of the longest task of a page's thread: what a pause comes to on a machine with nothing else to do.

/** From now on; what it returns ends it and resolves to milliseconds of the processor, null where the browser counts none. */
export async function watchTasks(browser) {
  const session = await browser.newBrowserCDPSession();
  const mainThreads = new Set();
  const longest = new Map();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, cat, pid, tid, tdur, args } of value) {
      const thread = `${pid}/${tid}`;
      if (cat === '__metadata' && name === 'thread_name' && args.name === 'CrRendererMain') {
        mainThreads.add(thread);
      } else if (tdur > (longest.get(thread) ?? 0)) longest.set(thread, tdur);
    }
  });
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], recordMode: 'recordAsMuchAsPossible' },
  });
  return async () => {
    await session.send('Tracing.end');
    await ended;
    await session.detach();
    const found = [...mainThreads].flatMap((thread) => longest.get(thread) ?? []);
    return found.length === 0 ? null : Math.max(...found) / 1000;
  };
}

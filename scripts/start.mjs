// `npm start`: all the set-up that is not up to date, then the built page at http://localhost:4173.
import { page } from './lib/steps.mjs';
import { runMain, Stop } from './lib/tools.mjs';

const PORT = 4173;

await runMain(async () => {
  page();
  const { preview } = await import('vite');
  try {
    const server = await preview({ preview: { port: PORT, strictPort: true }, logLevel: 'error' });
    console.log(`Hitmap is at http://localhost:${PORT} (Ctrl+C stops it)`);
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => void server.close().finally(() => process.exit(0)));
    }
  } catch (error) {
    if (!/already in use/.test(String(error))) throw error;
    throw new Stop(
      `port ${PORT} is taken, perhaps by another "npm start"; stop that one, then run this again.`,
    );
  }
});

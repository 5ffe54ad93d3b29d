// `npm run dev`: the page with hot reload. WASM is built first and again on the next start.
import { wasm } from './lib/steps.mjs';
import { runMain } from './lib/tools.mjs';

await runMain(async () => {
  wasm();
  const { createServer } = await import('vite');
  const server = await createServer();
  await server.listen();
  server.printUrls();
});

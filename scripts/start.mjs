// `npm start`: all the set-up that is not up to date, then the built page at http://localhost:4173.
import { spawn } from 'node:child_process';
import { commandLine, page } from './lib/steps.mjs';
import { root, runMain } from './lib/tools.mjs';

const PORT = '4173';

await runMain(() => {
  page();
  commandLine();
  const serve = ['dist-cli/hitmap.mjs', 'serve', '--no-open', '--port', PORT];
  const server = spawn(process.execPath, serve, { cwd: root, stdio: 'inherit' });
  // Ctrl+C reaches both; a signal that is sent to this process alone is passed on.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => server.kill());
  server.on('exit', (code) => process.exit(code ?? 0));
});

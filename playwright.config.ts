import { defineConfig, devices } from '@playwright/test';

/** Another one where several checkouts are tested at once. */
const PORT = Number(process.env['HITMAP_PORT'] ?? 4174);

/** Journeys through the built page (`dist/`), as a person would make them. */
export default defineConfig({
  testDir: 'e2e/journeys',
  outputDir: 'test-results',
  // Ends what hangs; a slow machine is no fault, so there is room for one that takes three times as long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Two cores, and a browser takes one.
  workers: 1,
  forbidOnly: !!process.env['CI'],
  retries: 0,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      // `npm test` names the browser that it found or installed (scripts/lib/browser.mjs).
      ...(process.env['HITMAP_CHROMIUM'] && { executablePath: process.env['HITMAP_CHROMIUM'] }),
      // Root needs --no-sandbox; the others keep Chromium from calling home in the middle of a test
      // that watches for requests.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --port ${PORT} --strictPort`,
    port: PORT,
    reuseExistingServer: false,
  },
});

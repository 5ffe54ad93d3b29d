import { defineConfig, devices, type Project } from '@playwright/test';

/** Another one where several checkouts are tested at once. */
const PORT = Number(process.env['HITMAP_PORT'] ?? 4174);

const VIEWPORT = { width: 1440, height: 900 };

/** By the names of `HITMAP_BROWSERS=chromium,firefox,webkit`; Chromium alone without it. Firefox and WebKit are Playwright's own builds. */
const PROJECTS: Readonly<Record<string, Project>> = {
  chromium: {},
  firefox: {
    use: {
      ...devices['Desktop Firefox'],
      viewport: VIEWPORT,
      // It has no permission for the clipboard; these let a test read it without a button that asks.
      permissions: [],
      launchOptions: {
        firefoxUserPrefs: {
          'dom.events.asyncClipboard.readText': true,
          'dom.events.testing.asyncClipboard': true,
        },
      },
    },
  },
  webkit: {
    use: {
      ...devices['Desktop Safari'],
      viewport: VIEWPORT,
      // Writing needs none there, and Playwright refuses the name of a permission that a browser does not have.
      permissions: ['clipboard-read'],
      launchOptions: {},
    },
  },
};

/** Journeys through the built page (`dist/`), as a person would make them. */
export default defineConfig({
  testDir: 'e2e/journeys',
  globalSetup: './scripts/lib/corpusSetup.mjs',
  outputDir: 'test-results',
  // Ends what hangs; a slow machine is no fault, so there is room for one that takes three times as long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Two cores, and a browser takes one.
  workers: 1,
  forbidOnly: true,
  // What fails once and passes then is a race, in the page or in the journey: it is named at the end (scripts/lib/closing.mjs),
  // and to be mended, but the other 3,700 results are not lost for it.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${PORT}`,
    viewport: VIEWPORT,
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
  projects: (process.env['HITMAP_BROWSERS'] ?? 'chromium').split(',').map((name) => {
    const project = PROJECTS[name];
    if (!project) throw new Error(`HITMAP_BROWSERS: no browser is called "${name}"`);
    return { name, ...project };
  }),
  webServer: {
    command: `node dist-cli/hitmap.mjs serve --no-open --port ${PORT}`,
    port: PORT,
    reuseExistingServer: false,
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { chromiumArguments } from '../scripts/chromium-arguments.mjs';
import { patience } from '../scripts/patience.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// `npm test` chooses a free port; a runner started by hand takes the usual one.
const port = process.env.E2E_PORT ?? '4273';
const baseURL = `http://localhost:${port}`;
const executablePath = findBrowser();
/** Journeys through apps that use the libraries as they are published, or that install; the others need no build. */
const OF_BUILT_LIBRARIES = [
  'chats.spec.ts',
  'examples-*.spec.ts',
  'packed-*.spec.ts',
  'fresh-*.spec.ts',
];

export default defineConfig({
  testDir: '.',
  // The outside app has tests of its own, for its own runner.
  testMatch: '*.spec.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  workers: '100%',
  timeout: patience.testMs,
  expect: { timeout: patience.waitMs, toPass: { timeout: patience.startMs } },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../test-results/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    baseURL,
    // A stored page would answer where a journey cuts single files off; one journey allows it.
    serviceWorkers: 'block',
    // Pictures of every frame take more than half of all the time that the journeys take, and the rest of a
    // trace a sixth: a journey that failed in CI is run again where a developer can look at it.
    trace: process.env.CI ? 'off' : { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      args: chromiumArguments,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  projects: [
    { name: 'chromium', testIgnore: OF_BUILT_LIBRARIES, grepInvert: /@long|@full/ },
    { name: 'long', testIgnore: OF_BUILT_LIBRARIES, grep: /@long/ },
    { name: 'libraries', testMatch: 'libraries.setup.ts' },
    {
      name: 'built-libraries',
      testMatch: OF_BUILT_LIBRARIES,
      grepInvert: /@full/,
      dependencies: ['libraries'],
      // The journeys of one example build into one folder, each for its own server.
      fullyParallel: false,
    },
    {
      name: 'full',
      testMatch: [...OF_BUILT_LIBRARIES, 'endurance.spec.ts'],
      grep: /@full/,
      dependencies: ['libraries'],
      fullyParallel: false,
    },
  ],
  webServer: {
    command: `node scripts/run.mjs start --port ${port} --out-dir .cache/e2e-playground`,
    cwd: root,
    url: baseURL,
    // A server that already answers there could belong to another checkout.
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: patience.startMs,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});

import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/browser.mjs';
import { chromiumArguments } from './scripts/chromium-arguments.mjs';
import { patience } from './scripts/patience.mjs';

const domTests = '**/*.dom.test.{ts,tsx}';
const browserTests = '**/*.browser.test.{ts,tsx}';
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**', 'e2e/**'];
const sourceCondition = '@agent-memory/source';

// Packages are tested from their source: `exports` leads there under this condition.
const fromSource = {
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [sourceCondition, ...defaultServerConditions] } },
};

const jsx = { oxc: { jsx: { runtime: 'automatic' } } } as const;

const executablePath = findBrowser();

const testMs = patience.testMs + patience.runMs * Number(process.env.PROPERTY_RUNS ?? 0);
const waits = {
  testTimeout: testMs,
  hookTimeout: testMs,
  expect: { poll: { timeout: patience.waitMs } },
};
const setupFiles = ['scripts/testing-library-setup.mjs'];

export default defineConfig({
  test: {
    // One core less is the default, and of two it leaves one idle.
    maxWorkers: '100%',
    // A fault that hangs every test of a kind fails the run in minutes, and not test by test for hours.
    bail: process.env.CI ? 5 : 0,
    browser: { connectTimeout: patience.startMs },
    projects: [
      {
        ...fromSource,
        test: {
          ...waits,
          name: 'node',
          environment: 'node',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, domTests, browserTests],
        },
      },
      {
        ...fromSource,
        ...jsx,
        test: {
          ...waits,
          setupFiles,
          name: 'dom',
          environment: 'jsdom',
          include: [domTests],
          exclude: notOurs,
        },
      },
      {
        ...fromSource,
        ...jsx,
        // Crawled ahead, so that a cold cache does not make vite reload the page in the middle of a test.
        optimizeDeps: { entries: ['packages/*/src/**/*.{ts,tsx}', browserTests] },
        test: {
          ...waits,
          setupFiles,
          name: 'browser',
          globalSetup: [
            'packages/react/src/testing/chat-server-setup.ts',
            'packages/devtools/src/testing/hostile-strings-setup.ts',
            'packages/embed/src/testing/model-server-setup.ts',
            'packages/wllama/src/testing/gguf-server-setup.ts',
            'packages/webllm/src/testing/web-llm-server-setup.ts',
          ],
          include: [browserTests],
          exclude: notOurs,
          browser: {
            enabled: true,
            headless: true,
            // Beside the workers of the others, one page at a time is work enough. With `maxWorkers: 1`
            // the pages would wait until all the others have ended, and leave a core idle.
            fileParallelism: false,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: chromiumArguments,
                ...(executablePath === undefined ? {} : { executablePath }),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});

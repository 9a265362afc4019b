import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/browser.mjs';
import { chromiumArguments } from './scripts/chromium-arguments.mjs';

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

export default defineConfig({
  test: {
    projects: [
      {
        ...fromSource,
        test: {
          name: 'node',
          environment: 'node',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, domTests, browserTests],
        },
      },
      {
        ...fromSource,
        ...jsx,
        test: { name: 'dom', environment: 'jsdom', include: [domTests], exclude: notOurs },
      },
      {
        ...fromSource,
        ...jsx,
        // Crawled ahead, so that a cold cache does not make vite reload the page in the middle of a test.
        optimizeDeps: { entries: ['packages/*/src/**/*.{ts,tsx}', browserTests] },
        test: {
          name: 'browser',
          globalSetup: 'packages/react/src/testing/chat-server-setup.ts',
          include: [browserTests],
          exclude: notOurs,
          // A busy machine may take longer than the usual second to draw; nothing here measures time.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
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

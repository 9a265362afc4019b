import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/browser.mjs';
import { chromiumArguments } from './scripts/chromium-arguments.mjs';
import { patience } from './scripts/patience.mjs';

const nodeTests = '**/*.test.{ts,tsx}';
const domTests = '**/*.dom.test.{ts,tsx}';
const browserTests = '**/*.browser.test.{ts,tsx}';
const isolatedNodeTests = '**/*.isolated.test.ts';
// What `act` of one file leaves behind would hold up the next file in the same page.
const isolatedBrowserTests = [
  '**/*.isolated.browser.test.ts',
  'packages/react/src/**/*.browser.test.{ts,tsx}',
];
const longNodeTests = '**/*.long.test.ts';
const longBrowserTests = '**/*.long.browser.test.{ts,tsx}';
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**', 'e2e/outside-app/**'];
const sourceCondition = '@agent-memory/source';

// A tenth of the usual runs of each property is what `npm test` and a test started by hand take.
const { PROPERTY_RUNS = '0.1', PROPERTY_SEED } = process.env;
const properties = {
  share: Number(PROPERTY_RUNS),
  seed: PROPERTY_SEED === undefined ? null : Number(PROPERTY_SEED),
};

const scaledFastCheck = fileURLToPath(new URL('scripts/property-runs.mjs', import.meta.url));

// Core's own arbitraries only describe input, and a worker without vitest imports them as well.
const unscaled = [
  scaledFastCheck,
  fileURLToPath(new URL('packages/core/src/testing/', import.meta.url)),
];

const scaledProperties: Plugin = {
  name: 'scaled-properties',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'fast-check' && !unscaled.some((place) => importer?.startsWith(place))
      ? scaledFastCheck
      : undefined,
};

// Packages are tested from their source: `exports` leads there under this condition.
const fromSource = {
  plugins: [scaledProperties],
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [sourceCondition, ...defaultServerConditions] } },
  // Where vitest runs what it sets up.
  environments: {
    __vitest__: {
      resolve: {
        conditions: [sourceCondition, ...defaultServerConditions],
        noExternal: [/^@agent-memory\//],
      },
    },
  },
};

const jsx = { oxc: { jsx: { runtime: 'automatic' } } } as const;

const executablePath = findBrowser();

// One core less is the default, and of two it leaves one idle.
const maxWorkers = availableParallelism();

const testMs = patience.testMs * Math.max(1, properties.share);
const waits = {
  provide: { properties },
  testTimeout: testMs,
  hookTimeout: testMs,
  expect: { poll: { timeout: patience.waitMs } },
};
const setupFiles = ['scripts/testing-library-setup.mjs'];

const node = (name: string, include: string, exclude: readonly string[], isolate = false) => ({
  ...fromSource,
  test: {
    ...waits,
    name,
    environment: 'node' as const,
    // Files share the modules that they import: importing them anew takes longer than the tests.
    isolate,
    include: [include],
    exclude: [...notOurs, ...exclude],
  },
});

const browser = (
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  pages: { readonly isolate: boolean; readonly maxWorkers: number },
) => ({
  ...fromSource,
  ...jsx,
  // Crawled ahead, so that a cold cache does not make vite reload the page in the middle of a test.
  optimizeDeps: { entries: ['packages/*/src/**/*.{ts,tsx}', ...include] },
  test: {
    ...waits,
    setupFiles,
    name,
    globalSetup: [
      'packages/react/src/testing/chat-server-setup.ts',
      'packages/devtools/src/testing/hostile-strings-setup.ts',
      'packages/embed/src/testing/model-server-setup.ts',
      'packages/wllama/src/testing/gguf-server-setup.ts',
      'packages/webllm/src/testing/web-llm-server-setup.ts',
    ],
    include: [...include],
    exclude: [...notOurs, ...exclude],
    ...pages,
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
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

export default defineConfig({
  test: {
    maxWorkers,
    // A fault that hangs every test of a kind fails the run in minutes, and not test by test for hours.
    bail: process.env.CI ? 5 : 0,
    browser: { connectTimeout: patience.startMs },
    projects: [
      node('node', nodeTests, [domTests, browserTests, longNodeTests, isolatedNodeTests]),
      // Files that replace a module, or need one that nobody has used.
      node('isolated-node', isolatedNodeTests, [], true),
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
      browser('browser', [browserTests], [longBrowserTests, ...isolatedBrowserTests], {
        isolate: false,
        maxWorkers,
      }),
      browser('isolated-browser', isolatedBrowserTests, [], { isolate: true, maxWorkers }),
      // In a process that has compiled much, V8 stops optimising regular expressions, and the one that
      // Vite reads web-llm with then needs more memory than V8 gives it.
      node('long-node', longNodeTests, [], true),
      browser('long-browser', [longBrowserTests], [], { isolate: true, maxWorkers: 1 }),
    ],
  },
});

declare module 'vitest' {
  interface ProvidedContext {
    readonly properties: import('./scripts/property-runs.mjs').PropertyScale;
  }
}

import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

/** Stands in the panel's host element and in no other code. */
const SENTINEL = 'data-agent-memory-panel';
/** Stand in the hosts and in the transport, and in no other code. */
const HOST_SENTINELS = [
  'data-agent-memory-devtools',
  'agent-memory:devtools',
  'agentMemoryDevtools',
];
/** Class names of the time strip and of the map. */
const PART_SENTINELS = ['time-strip', 'map-sentence'];
const ENTRY = fileURLToPath(new URL('./index.ts', import.meta.url));
/** An app with all that the entry point has. */
const APP = `
import { MemoryDevtools } from ${JSON.stringify(ENTRY)};
import { createElement } from 'react';
export const app = [
  createElement(MemoryDevtools, { memories: { Support: globalThis.memory } }),
];`;

async function bundledCode(
  nodeEnv: 'production' | 'development',
  input: string = ENTRY,
): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: nodeEnv,
    define: { 'process.env.NODE_ENV': JSON.stringify(nodeEnv) },
    plugins: [
      {
        name: 'sample-app',
        resolveId: (id) => (id === 'sample-app' ? id : undefined),
        load: (id) => (id === 'sample-app' ? APP : undefined),
      },
    ],
    resolve: {
      conditions: ['@agent-memory/source', 'module', 'browser'],
    },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        // The code of this package is enough to tell, and its dependencies take their time to bundle.
        external: /^(?!sample-app$)[@a-z]/,
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}

test('[DEV-9] a production bundle of the entry point holds nothing of the panel', async () => {
  const code = await bundledCode('production');
  expect(code).toContain('MemoryDevtools');
  expect(code).not.toContain(SENTINEL);
  expect(code).not.toContain('attachShadow');
  expect(code.length).toBeLessThan(3_000);
});

test('[DEV-9] a development bundle of the entry point holds the panel, and loads no long-term memory', async () => {
  const code = await bundledCode('development');
  expect(code).toContain(SENTINEL);
  expect(code).not.toContain('@agent-memory/long-term');
});

test('[DEV-9] the devtools that an app has in production open no channel by themselves', async () => {
  const hosts = fileURLToPath(new URL('./hosts/memory-devtools.tsx', import.meta.url));
  expect(await bundledCode('development', hosts)).toContain('agent-memory:devtools');
  expect(await bundledCode('production', hosts)).not.toContain('agent-memory:devtools');
});

test('[DEV-9] the production bundle of an app that uses all of the entry point has no trace of the devtools', async () => {
  const production = await bundledCode('production', 'sample-app');
  const development = await bundledCode('development', 'sample-app');
  expect(production).toContain('createElement(MemoryDevtools');
  for (const sentinel of [SENTINEL, ...HOST_SENTINELS, ...PART_SENTINELS]) {
    expect(development).toContain(sentinel);
    expect(production).not.toContain(sentinel);
  }
  expect(production).not.toContain('import(');
});

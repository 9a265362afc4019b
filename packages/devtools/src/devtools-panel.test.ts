import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

/** Stands in the panel's host element and in no other code. */
const SENTINEL = 'data-agent-memory-panel';
const DOOR = fileURLToPath(new URL('./index.ts', import.meta.url));

async function bundledCode(nodeEnv: 'production' | 'development'): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: nodeEnv,
    define: { 'process.env.NODE_ENV': JSON.stringify(nodeEnv) },
    resolve: { conditions: ['@agent-memory/source', 'module', 'browser'] },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: DOOR,
        preserveEntrySignatures: 'strict',
        // The code of this package is enough to tell, and its dependencies take their time to bundle.
        external: /^[@a-z]/,
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}

test('[DEV-9] a production bundle of the door holds nothing of the panel', async () => {
  const code = await bundledCode('production');
  expect(code).toContain('DevtoolsPanel');
  expect(code).not.toContain(SENTINEL);
  expect(code).not.toContain('attachShadow');
  expect(code.length).toBeLessThan(3_000);
});

test('[DEV-9] a development bundle of the door holds the panel, and loads no long-term memory', async () => {
  const code = await bundledCode('development');
  expect(code).toContain(SENTINEL);
  expect(code).not.toContain('@agent-memory/long-term');
});

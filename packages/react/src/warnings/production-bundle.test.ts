import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

/** Stands before every warning and in no other code. */
const SENTINEL = '[agent-memory]';
const DOOR = fileURLToPath(new URL('../index.ts', import.meta.url));

async function bundledCode(condition: 'production' | 'development'): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: condition,
    resolve: { conditions: ['@agent-memory/source', 'module', 'browser', condition] },
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input: DOOR,
        preserveEntrySignatures: 'strict',
        // The package's own code is enough; dependencies would take long to bundle.
        external: /^[@a-z]/,
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}

test('[RCT-3] a production bundle holds no warning and nothing that would say one', async () => {
  const code = await bundledCode('production');
  expect(code).toContain('useAgentMemory');
  expect(code).not.toContain(SENTINEL);
  expect(code).not.toContain('console.');
  expect(code).not.toContain('ignoredOptions');
});

test('[RCT-3] a development bundle holds the warnings', async () => {
  const code = await bundledCode('development');
  expect(code).toContain(SENTINEL);
  expect(code).toContain('ignoredOptions');
});

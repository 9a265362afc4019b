// Built beside the playground, which serves it under /devtools/.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** @param {{ outDir: string }} options where it is served under /devtools/ */
export async function buildDevtoolsPage({ outDir }) {
  await build({
    root,
    configFile: false,
    base: '/devtools/',
    logLevel: 'warn',
    plugins: [react()],
    resolve: {
      // From their source, so that nothing needs to be built first.
      conditions: ['@agent-memory/source', ...defaultClientConditions],
      dedupe: ['react', 'react-dom'],
    },
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 1_000,
      // A policy without inline scripts would refuse it.
      modulePreload: { polyfill: false },
      rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
    },
  });
}

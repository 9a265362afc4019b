// Builds the page and serves the result: `npm start` and the end-to-end tests run exactly this.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDevtoolsPage } from '@agent-memory/devtools-page';
import { build, preview } from 'vite';
import { isolation } from './isolation.mjs';
import { buildServiceWorker } from './service-worker.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** @param {{ outDir: string }} options */
export async function buildPage({ outDir }) {
  await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  await buildDevtoolsPage({ outDir: join(outDir, 'devtools') });
  await buildServiceWorker({ root, outDir });
}

/** `/devtools` leads to the page of the devtools; every other unknown address to the playground. */
const devtoolsAddress = {
  name: 'devtools-address',
  /** @param {import('vite').PreviewServer} server */
  configurePreviewServer({ middlewares }) {
    middlewares.use('/devtools', (request, response, next) => {
      if (request.originalUrl !== '/devtools') {
        next();
        return;
      }
      response.writeHead(308, { Location: '/devtools/' });
      response.end();
    });
  },
};

/**
 * @param {{ outDir: string, port: number }} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function servePage({ outDir, port }) {
  const server = await preview({
    root,
    logLevel: 'warn',
    plugins: [devtoolsAddress],
    build: { outDir },
    // A secure context, without which Cache API and WebGPU are missing, needs the name localhost.
    preview: { host: 'localhost', port, strictPort: true, open: false, headers: isolation },
  });
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

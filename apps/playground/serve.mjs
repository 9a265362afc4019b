// Builds the page and serves the result: `npm start` and the end-to-end tests run exactly this.
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { isolation } from './isolation.mjs';
import { buildServiceWorker } from './service-worker.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** @param {{ outDir: string }} options */
export async function buildPage({ outDir }) {
  await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  await buildServiceWorker({ root, outDir });
}

/**
 * @param {{ outDir: string, port: number }} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function servePage({ outDir, port }) {
  const server = await preview({
    root,
    logLevel: 'warn',
    build: { outDir },
    // A secure context, without which Cache API and WebGPU are missing, needs the name localhost.
    preview: { host: 'localhost', port, strictPort: true, open: false, headers: isolation },
  });
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

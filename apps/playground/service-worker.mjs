// Builds the service worker behind the page, because it names every file of the page.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const entry = fileURLToPath(new URL('src/service-worker/service-worker.ts', import.meta.url));

/**
 * @param {object} options
 * @param {string} options.root of the playground
 * @param {string} options.outDir where the page was built
 */
export async function buildServiceWorker({ root, outDir }) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      BUILT_FILES: JSON.stringify(filesIn(outDir)),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    build: {
      outDir,
      emptyOutDir: false,
      lib: {
        entry,
        // One classic script: not every browser takes modules as service workers.
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => 'service-worker.js',
      },
    },
  });
}

/**
 * Every file of a build by its address, with a fingerprint where its name has none.
 *
 * @param {string} folder
 * @returns {readonly { readonly url: string, readonly revision: string | null }[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .map((path) => {
      const url = relative(folder, path).split(sep).join('/');
      const isHashed = url.startsWith('assets/');
      return { url, revision: isHashed ? null : fingerprintOf(path) };
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** @param {string} path */
function fingerprintOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}

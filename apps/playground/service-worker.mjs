// Builds the service worker behind the page, because it names every file of the page.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const entry = fileURLToPath(new URL('src/service-worker/service-worker.ts', import.meta.url));

/** The large files of the engines that run models. */
const ENGINE_FILE = /^assets\/(?:wllama-[^/]+\.wasm|web-llm-worker-[^/]+\.js)$/;

/**
 * @param {object} options
 * @param {string} options.root of the playground
 * @param {string} options.outDir where the page was built
 */
export async function buildServiceWorker({ root, outDir }) {
  const files = filesIn(outDir);
  const engines = files.map(({ url }) => url).filter((url) => ENGINE_FILE.test(url));
  if (engines.length < 2) throw new Error(`The build has no file of an engine: ${engines}`);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      BUILT_FILES: JSON.stringify(files.filter(({ url }) => !engines.includes(url))),
      ENGINE_FILES: JSON.stringify(engines.map((url) => `/${url}`)),
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

// @ts-check
import { build } from 'vite';
import { inRepository } from './repository.mjs';

/**
 * A file of a bundle.
 *
 * @typedef {object} BundledFile
 * @property {string} fileName
 * @property {boolean} isEntry
 * @property {readonly string[]} imports files that are loaded with it
 * @property {string} code
 */

const REACT = /^react(-dom)?($|\/)/;
const PLAIN_IMPORT = 'export const __vitePreload = (load) => load();';

/**
 * Bundles a few lines of code as an app's bundler would; our own packages from their source, so that
 * nothing has to be built first.
 *
 * @param {object} source
 * @param {string} source.folder from where packages are found, relative to the root
 * @param {string} source.code
 * @param {readonly RegExp[]} [source.external] imports that are left as they are; React's by default
 * @returns {Promise<readonly BundledFile[]>}
 */
export async function bundleCode({ folder, code, external = [REACT] }) {
  const base = inRepository(folder);
  const input = inRepository(folder, 'bundle-entry.js');
  const result = await build({
    configFile: false,
    root: base,
    logLevel: 'error',
    publicDir: false,
    resolve: { conditions: ['@agent-memory/source', 'module', 'browser', 'production'] },
    // Vite decides by the NODE_ENV it was started with, and tests are started with another.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'bundle-entry',
        resolveId: (id) => (id === input ? input : undefined),
        load: (id) => (id === input ? code : undefined),
      },
      {
        // Vite's own code around dynamic imports belongs to the app that uses Vite.
        name: 'no-preload',
        enforce: 'pre',
        load: (id) => (id === '\0vite/preload-helper.js' ? PLAIN_IMPORT : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input,
        external: [...external],
        // As in an app: what the entry shares with later chunks is in the entry, in one file.
        preserveEntrySignatures: 'allow-extension',
      },
    },
  });
  if (!('output' in result)) throw new Error('vite built more than the one entry it was given.');
  /** @type {BundledFile[]} */
  const files = [];
  for (const part of result.output) {
    if (part.type === 'chunk') files.push(part);
    else if (part.fileName.endsWith('.js')) files.push(workerFile(part));
  }
  return files;
}

/**
 * A worker is a bundle of its own, which the first one holds as a file.
 *
 * @param {{ readonly fileName: string, readonly source: string | Uint8Array }} asset
 * @returns {BundledFile}
 */
function workerFile({ fileName, source }) {
  return { fileName, isEntry: false, imports: [], code: String(source) };
}

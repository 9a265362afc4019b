import { gzipSync } from 'node:zlib';
import { install } from './install.mjs';
import { inRepository, readJson } from './repository.mjs';
import { Refusal } from './say.mjs';

/**
 * What an app must load to use one thing: the code of its import, and the bytes allowed for it.
 *
 * @typedef {{ readonly name: string, readonly code: string, readonly budgetBytes: number }} SizeBudget
 */

/** `npm run size`: what the smallest useful imports weigh, and a refusal where one weighs too much. */
export async function size() {
  await install('everything');
  /** @type {readonly SizeBudget[]} */
  const budgets = readJson('size-budget.json');
  const rows = [];
  for (const budget of budgets) rows.push({ ...budget, bytes: await measureImport(budget.code) });
  console.log(formatSizes(rows));
  const over = rows.filter(({ bytes, budgetBytes }) => bytes > budgetBytes).map(({ name }) => name);
  if (over.length > 0) throw new Refusal(`Over the size budget: ${over.join(', ')}.`);
  return 0;
}

const PLAIN_IMPORT = 'export const __vitePreload = (load) => load();';

/**
 * Bytes of what one import makes an app load at once, minified and gzipped. React is the app's own,
 * and what is imported dynamically loads later; neither counts.
 *
 * @param {string} code
 */
async function measureImport(code) {
  const { build } = await import('vite');
  // Stands in the playground's folder, from where every package can be imported by its name.
  const entry = inRepository('apps', 'playground', 'size-entry.js');
  const result = await build({
    configFile: false,
    root: inRepository('apps', 'playground'),
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['@agent-memory/source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name: 'size-entry',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
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
        input: entry,
        external: [/^react(-dom)?($|\/)/],
        // As in an app: what the entry shares with later chunks is in the entry, in one file.
        preserveEntrySignatures: 'allow-extension',
      },
    },
  });
  if (!('output' in result)) throw new Error('vite built more than the one entry it was given');
  const chunks = result.output.filter((part) => part.type === 'chunk');
  return loadedAtOnce(chunks).reduce(
    (sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length,
    0,
  );
}

/**
 * The entry and what it imports statically, directly or not.
 *
 * @template {{ readonly fileName: string, readonly isEntry: boolean, readonly imports: readonly string[] }} Chunk
 * @param {readonly Chunk[]} chunks
 * @returns {Chunk[]}
 */
export function loadedAtOnce(chunks) {
  const loaded = new Set(chunks.filter((chunk) => chunk.isEntry));
  // A set is walked in the order of insertion, so chunks added on the way are walked too.
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}

/**
 * @param {readonly { readonly name: string, readonly bytes: number, readonly budgetBytes: number }[]} rows
 */
export function formatSizes(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, bytes, budgetBytes }) => {
      const verdict = bytes > budgetBytes ? 'over  ' : 'within';
      return `${name.padEnd(width)}  ${kilobytes(bytes)}  ${verdict} ${kilobytes(budgetBytes)}`;
    })
    .join('\n');
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(8);

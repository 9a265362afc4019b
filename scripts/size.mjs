import { gzipSync } from 'node:zlib';
import { install } from './install.mjs';
import { readJson } from './repository.mjs';
import { Refusal } from './say.mjs';

/**
 * The code that an app must load to use one thing, and the bytes allowed for it. `folder` is from where
 * its package is found; default: the playground.
 *
 * @typedef {object} SizeBudget
 * @property {string} name
 * @property {string} code
 * @property {number} budgetBytes
 * @property {string} [folder]
 */

/** `npm run size`: what the smallest useful imports weigh, and a refusal where one weighs too much. */
export async function size() {
  await install('everything');
  /** @type {{ bundles: readonly SizeBudget[] }} */
  const { bundles } = readJson('size-budget.json');
  const rows = [];
  for (const budget of bundles) {
    const { code, folder = OUR_FOLDER } = budget;
    const bytes = await measureImport({ folder, code });
    rows.push({ ...budget, bytes });
  }
  console.log(formatSizes(rows));
  const over = rows.filter(({ bytes, budgetBytes }) => bytes > budgetBytes).map(({ name }) => name);
  if (over.length > 0) throw new Refusal(`Over the size budget: ${over.join(', ')}.`);
  return 0;
}

/**
 * Bytes of what one import makes an app load at once: minified, each file gzipped. React is the app's
 * own, and what is imported dynamically loads later; neither counts.
 *
 * @param {object} source
 * @param {string} source.folder from where packages are found, relative to the root
 * @param {string} source.code
 */
export async function measureImport(source) {
  const { bundleCode } = await import('./bundle-code.mjs');
  const loaded = loadedAtOnce([...(await bundleCode(source))]);
  return loaded.reduce((bytes, { code }) => bytes + gzipSync(code, { level: 9 }).length, 0);
}

/** From here the packages that the playground uses can be imported by their names. */
export const OUR_FOLDER = 'apps/playground';

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

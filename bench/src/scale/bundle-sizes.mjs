// @ts-check
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { loadedAtOnce } from '../../../scripts/size.mjs';
import { bundleCode, ROOT } from './bundle-code.mjs';

/**
 * One import, as an app would write it.
 *
 * @typedef {object} Entry
 * @property {string} system
 * @property {string} name as it stands in the report
 * @property {string} folder from where packages are found, relative to the root
 * @property {string} code
 */

/** @type {readonly Entry[]} */
const PEER_ENTRIES = [
  {
    system: 'LangChain trimMessages (no startOn)',
    name: 'trimMessages',
    folder: 'bench',
    code: "export { trimMessages } from '@langchain/core/messages';",
  },
  {
    system: 'AI SDK pruneMessages',
    name: 'pruneMessages',
    folder: 'bench',
    code: "export { pruneMessages } from 'ai';",
  },
];

/**
 * The imports to weigh: ours are those that the size budget holds.
 *
 * @returns {Promise<readonly Entry[]>}
 */
export async function bundleEntries() {
  /** @type {readonly { readonly name: string, readonly code: string }[]} */
  const budgets = JSON.parse(await readFile(new URL('size-budget.json', ROOT), 'utf8'));
  const ours = budgets.map(({ name, code }) => ({
    system: 'agent-memory',
    name,
    folder: 'apps/playground',
    code,
  }));
  return [...ours, ...PEER_ENTRIES];
}

/**
 * Bytes that an app has to load before it can use one import: minified, each file gzipped. React is
 * the app's own, and what is imported dynamically loads later; neither counts.
 *
 * @param {Pick<Entry, 'folder' | 'code'>} entry
 * @returns {Promise<number>}
 */
export async function bundleBytes(entry) {
  const loaded = loadedAtOnce([...(await bundleCode(entry))]);
  return loaded.reduce((bytes, { code }) => bytes + gzipSync(code, { level: 9 }).length, 0);
}

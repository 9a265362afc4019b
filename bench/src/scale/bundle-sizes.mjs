// @ts-check
import { readJson } from '../../../scripts/repository.mjs';
import { OUR_FOLDER } from '../../../scripts/size.mjs';

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
 * @returns {readonly Entry[]}
 */
export function bundleEntries() {
  /** @type {{ bundles: readonly { readonly name: string, readonly code: string, readonly folder?: string }[] }} */
  const { bundles } = readJson('size-budget.json');
  const ours = bundles.map(({ name, code, folder = OUR_FOLDER }) => ({
    system: 'agent-memory',
    name,
    folder,
    code,
  }));
  return [...ours, ...PEER_ENTRIES];
}

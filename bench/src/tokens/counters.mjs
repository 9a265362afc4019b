// @ts-check
import { createRequire } from 'node:module';
import { loadTiktokenCounter } from '@agent-memory/core';
import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * A system that counts tokens of o200k_base, text that looks like a special token taken as text.
 *
 * @typedef {object} Counter
 * @property {string} system
 * @property {(text: string) => number} count
 * @property {() => void} [forget] drops what earlier counts left behind, ahead of each round
 */

/** The used part of js-tiktoken. @typedef {{ Tiktoken: new (ranks: unknown) => { encode(text: string, allowed: string[], disallowed: string[]): number[] } }} TiktokenModule */

/** More short words than our counter remembers, none of them of any text here: they push those out. */
const OTHER_WORDS = Array.from(
  { length: 40_000 },
  (_, index) =>
    ` q${index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}q`,
).join('');

const NOTHING_IS_SPECIAL = { disallowedSpecial: new Set() };

/**
 * The counters in the order of their rows. `agent-memory` and gpt-tokenizer remember merged pieces
 * and begin each round without; js-tiktoken remembers nothing.
 *
 * @returns {Promise<Counter[]>}
 */
export async function loadCounters() {
  const ours = await loadTiktokenCounter({ encoding: 'o200k_base' });
  const count = (/** @type {string} */ text) => ours.count(text);
  const reference = createTiktoken();
  const peer = (/** @type {string} */ text) => countTokens(text, NOTHING_IS_SPECIAL);
  return [
    { system: 'agent-memory', count, forget: () => void ours.count(OTHER_WORDS) },
    { system: 'agent-memory warm', count },
    { system: REFERENCE, count: (text) => reference.encode(text, [], []).length },
    { system: 'gpt-tokenizer', count: peer, forget: clearMergeCache },
    { system: 'gpt-tokenizer warm', count: peer },
  ];
}

/** The system that the others are compared with. */
export const REFERENCE = 'js-tiktoken';

/** The very copy of js-tiktoken whose ranks the core counts with. */
function createTiktoken() {
  const here = createRequire(import.meta.url);
  const core = createRequire(here.resolve('@agent-memory/core/package.json'));
  /** @type {TiktokenModule} */
  const { Tiktoken } = core('js-tiktoken/lite');
  return new Tiktoken(core('js-tiktoken/ranks/o200k_base'));
}

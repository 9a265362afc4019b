// @ts-check
import { agentMemory } from '../replay/systems/agent-memory.mjs';
import { aiSdkPruneMessages } from '../replay/systems/ai-sdk-prune-messages.mjs';
import { langChainTrimMessages } from '../replay/systems/langchain-trim-messages.mjs';
import { bareSlidingWindow } from './sliding-window.mjs';

/**
 * A system and the longest session at which one call of it is still short enough to be repeated.
 *
 * @typedef {object} Contestant
 * @property {import('../replay/systems/system.mjs').System} system
 * @property {number} mostMessages
 */

/**
 * Ours first. `trimMessages` takes a second a call at 10,000 messages and grows with their square.
 *
 * @type {readonly Contestant[]}
 */
export const CONTESTANTS = [
  { system: agentMemory, mostMessages: Number.POSITIVE_INFINITY },
  { system: langChainTrimMessages, mostMessages: 10_000 },
  { system: aiSdkPruneMessages, mostMessages: Number.POSITIVE_INFINITY },
  { system: bareSlidingWindow, mostMessages: Number.POSITIVE_INFINITY },
];

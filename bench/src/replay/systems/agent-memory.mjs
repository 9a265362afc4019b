// @ts-check
import { open } from '../adapter.mjs';

/**
 * This project's memory, through the same adapter that anybody can load.
 *
 * @type {import('./system.mjs').System}
 */
export const agentMemory = { name: 'agent-memory', open };

// @ts-check
import { indexedDbStore } from '@agent-memory/indexeddb';
import { memoryOf } from './memories.mjs';
import { settled } from './settled.mjs';

/** @typedef {ReturnType<typeof memoryOf>} Memory */
/** @typedef {{ readonly id: string, readonly text: string }} Word */

const SESSION = 'shared';
/** @type {Memory | undefined} */
let memory;

/** Opens the session that all tabs share. */
export async function join() {
  memory = memoryOf(SESSION, indexedDbStore());
  await memory.ready;
}

/**
 * Does one thing, and reports what was acknowledged.
 *
 * @param {{ readonly kind: 'append' | 'edit' | 'compact', readonly text: string }} given
 */
export async function act({ kind, text }) {
  const open = opened();
  /** @type {Word[]} */
  const words = [];
  const call = await settled(kind, async () => {
    if (kind === 'compact') {
      await open.compact();
      return;
    }
    const last = open.entries().at(-1);
    const after = kind === 'edit' && last ? { after: last.parentId } : {};
    const entries = await open.append({ role: 'user', content: text }, after);
    words.push(...entries.filter(({ durable }) => durable).map(({ id }) => ({ id, text })));
  });
  return { call, words };
}

/** Those of the ids that this tab does not know. @param {{ readonly ids: readonly string[] }} given */
export function unknown({ ids }) {
  return ids.filter((id) => opened().entry(id) === undefined);
}

/** The words in the store, on all branches. @returns {Promise<readonly Word[]>} */
export async function stored() {
  const store = indexedDbStore();
  const session = await store.load(SESSION);
  await store.close();
  return (session?.entries ?? []).map(({ id, message: { parts } }) => ({
    id,
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  }));
}

function opened() {
  if (!memory) throw new Error('The tab has not joined.');
  return memory;
}

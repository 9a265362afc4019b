import { createAgentMemory } from '@agent-memory/core';
import { indexedDbStore } from '../indexeddb-store.ts';

// A tab in which somebody types, as a thread of its own that a test can end at any moment.

/** The words of a test to the tab. */
export interface ChatOrder {
  readonly databaseName: string;
  /** Said one after another, each as soon as the one before is acknowledged. */
  readonly words: readonly string[];
}

/** The tab's news: a word was acknowledged, or all of them were. */
export type ChatNews =
  | { readonly kind: 'stored'; readonly word: string }
  | { readonly kind: 'done' };

if (!('document' in globalThis)) {
  addEventListener('message', ({ data }: MessageEvent<ChatOrder>) => {
    void chat(data);
  });
}

async function chat({ databaseName, words }: ChatOrder): Promise<void> {
  const store = indexedDbStore({ databaseName });
  const memory = createAgentMemory({ id: 'chat', contextWindow: 16_000, store });
  for (const word of words) {
    await memory.append({ role: 'user', content: word });
    postMessage({ kind: 'stored', word } satisfies ChatNews);
  }
  await memory.dispose();
  await store.close();
  postMessage({ kind: 'done' } satisfies ChatNews);
}

import { type AgentMemory, createAgentMemory } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { sessionCatalog } from '@agent-memory/sessions';
import { onTestFinished } from 'vitest';

/** The id that every page gives its session. */
const ID = 'support';

/** Clears what the page of another test has stored: all of them name one session. */
export async function clearSession(): Promise<void> {
  await sessionCatalog(indexedDbStore()).delete(ID);
}

/** The page's session as a page finds it that is loaded anew. */
export async function storedSession(): Promise<AgentMemory> {
  const memory = createAgentMemory({ id: ID, contextWindow: 128_000, store: indexedDbStore() });
  onTestFinished(() => memory.dispose());
  await memory.ready;
  return memory;
}

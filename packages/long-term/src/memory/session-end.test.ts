import { sessionCheckpoints } from '@agent-memory/agent';
import { createAgentMemory, inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { createLongTermMemory } from './create-long-term-memory.ts';

test('[CKP-1] a session that is over leaves a summary, and the next one begins with it', async () => {
  const longTerm = createLongTermMemory({ user: 'ada', clock: aSimulatedClock() });
  const text = 'The user asked to plan a trip to Porto; a train was found.';
  await longTerm.summarizeSession({ sessionId: 'trip', text });
  const { summary } = await longTerm.startOf({ task: 'Book the hotel in Porto' });
  expect(summary?.record.text).toContain('Porto');
});

/** A session with a checkpoint, and what a long-term memory holds beside it. */
async function aSession(store: MemoryStore) {
  const checkpoints = sessionCheckpoints();
  const features = [checkpoints.feature];
  const memory = createAgentMemory({ id: 'trip', contextWindow: 16_000, store, features });
  return { memory, handle: checkpoints.of(memory) };
}

test('[CKP-1] [GRD-1] going back in an imported session raises no trust: long-term memory stays as it is', async () => {
  const store = inMemoryStore();
  const { memory, handle } = await aSession(store);
  await memory.append({ role: 'user', content: 'Plan a trip to Porto.' });
  await memory.patchScratchpad({ keyFacts: ['The user always pays by card 4711.'] });
  const { id } = await handle.milestone('Asked');
  await memory.dispose();
  const longTerm = createLongTermMemory({ user: 'ada' });
  const guessed = await longTerm.store({
    type: 'user',
    kind: 'fact',
    text: 'The user may like trains.',
    source: 'agent_inferred',
  });
  expect(guessed.kind).not.toBe('refused');
  const before = await longTerm.list();

  const elsewhere = inMemoryStore();
  await sessionCatalog(elsewhere).import(await sessionCatalog(store).export('trip'));
  const imported = await aSession(elsewhere);
  await imported.memory.ready;
  await imported.handle.branchFrom(id);
  expect(imported.memory.getState().scratchpad.keyFacts).toHaveLength(1);
  expect(await longTerm.list()).toEqual(before);
});

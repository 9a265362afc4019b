import { inMemoryStore, toolResultsOf } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { type Kill, storeUntilKilled } from '../testing/a-killed-page.ts';
import { type AgentScript, CountingTools, goOnWith } from '../testing/a-scripted-agent.ts';

const scripts = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
});

const kills = fc.record({ commits: fc.integer({ min: 0, max: 25 }), isStored: fc.boolean() });

/** Runs a script over pages that are killed one after another, the last one not. */
async function runOver(script: AgentScript, kills: readonly Kill[]) {
  const store = inMemoryStore();
  const tools = new CountingTools();
  const acknowledged = new Set<string>();
  for (const kill of kills) {
    const page = storeUntilKilled(store, kill);
    const session = aCheckpointedSession({ store: page.store, clock: aSimulatedClock() });
    const { memory } = session;
    await Promise.race([goOnWith(session, script, tools), page.killed]);
    const stored = await store.load(memory.id);
    for (const { id } of stored?.entries ?? []) acknowledged.add(id);
  }
  const last = aCheckpointedSession({ store, clock: aSimulatedClock() });
  await goOnWith(last, script, tools);
  return { session: last, tools, acknowledged };
}

/** The conversation without ids, and with one word for every result. */
function said(session: ReturnType<typeof aCheckpointedSession>) {
  return session.memory.entries().map(({ message }) => ({
    role: message.role,
    parts: message.parts.map((part) =>
      part.type === 'tool-result' ? { ...part, text: 'result', isError: false } : part,
    ),
  }));
}

test('[CKP-1] a session that was killed at any commit goes on as if it had not been (seed 1)', async () => {
  await fc.assert(
    fc.asyncProperty(
      scripts,
      fc.array(kills, { minLength: 1, maxLength: 4 }),
      async (script, killed) => {
        const never = await runOver(script, []);
        const cut = await runOver(script, killed);
        expect(said(cut.session)).toEqual(said(never.session));
        const ids = new Set(cut.session.memory.entries().map(({ id }) => id));
        expect([...cut.acknowledged].filter((id) => !ids.has(id))).toEqual([]);
        expect([...cut.tools.runs.values()].every((runs) => runs === 1)).toBe(true);
        const told = cut.session.memory
          .entries()
          .flatMap(({ message }) => toolResultsOf(message))
          .filter(({ isError }) => isError);
        const all = [...never.tools.runs.keys()];
        const notRun = all.filter((callId) => !cut.tools.runs.has(callId));
        // Only a call that was in doubt is not run, and the model is told.
        expect(told.map(({ callId }) => callId)).toEqual(expect.arrayContaining(notRun));
        expect(told.every(({ text }) => text.includes('is not known'))).toBe(true);
      },
    ),
    { seed: 1, numRuns: 30 },
  );
});

import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import { HOUR_MS } from '../records/time.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory, WriteOutcome } from './long-term-memory.ts';

const TEA = {
  type: 'user',
  kind: 'fact',
  text: 'Ada drinks tea.',
  source: 'user_stated',
} as const satisfies MemoryDraft;

function aMemory() {
  const clock = aSimulatedClock();
  return { clock, memory: createLongTermMemory({ clock, user: 'ada', utcOffsetMinutes: 0 }) };
}

function recordOf(outcome: WriteOutcome) {
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return outcome.record;
}

async function storedIn(memory: LongTermMemory) {
  return (await memory.list()).items.map(({ record }) => record);
}

test('[LTM-2] the same words are one record whether or not a subject is given, and it has that subject', async () => {
  for (const [first, then] of [
    [TEA, { ...TEA, subject: 'Ada' }],
    [{ ...TEA, subject: 'Ada' }, TEA],
  ] as const) {
    const { memory } = aMemory();
    const { id } = recordOf(await memory.store(first));
    await memory.store(then);
    const again = await memory.store(first);
    expect([again.kind, recordOf(again).id]).toEqual(['unchanged', id]);
    expect(await storedIn(memory)).toMatchObject([{ id, subject: 'Ada' }]);
  }
});

test('[LTM-2] a statement without a subject is known again however many came behind it', async () => {
  const { memory } = aMemory();
  const { id } = recordOf(await memory.store(TEA));
  for (let number = 0; number < 120; number += 1) {
    await memory.store({ ...TEA, text: `Room ${number} has a window.` });
  }
  expect(recordOf(await memory.store({ ...TEA, subject: 'Ada' })).id).toBe(id);
});

test('[LTM-5] where only one of two names a subject, what may contradict is listed and stays', async () => {
  for (const [first, then] of [
    [{}, { subject: 'Apollo' }],
    [{ subject: 'Apollo' }, {}],
  ]) {
    const { memory } = aMemory();
    const before = recordOf(await memory.store({ ...TEA, ...first, text: 'The budget is 500.' }));
    const now = await memory.store({ ...TEA, ...then, text: 'The budget is 700.' });
    expect(now).toMatchObject({ kind: 'stored', replaced: [], doubtful: [before.id] });
    expect(await storedIn(memory)).toHaveLength(2);
  }
});

test('[LTM-5] the same words with two values are one thing for one subject, and doubtful for one and none', async () => {
  const { memory } = aMemory();
  const code = { ...TEA, kind: 'identifier', text: 'The door code.' } as const;
  const unnamed = recordOf(await memory.store({ ...code, value: '17' }));
  const named = await memory.store({ ...code, subject: 'office', value: '18' });
  expect(named).toMatchObject({ kind: 'stored', replaced: [], doubtful: [unnamed.id] });
  const next = await memory.store({ ...code, subject: 'office', value: '19' });
  expect(recordOf(next)).toMatchObject({ id: recordOf(named).id, value: '19' });
  expect(await storedIn(memory)).toHaveLength(2);
});

test('[LTM-5] two subjects are two things, whatever is said of them', async () => {
  const { memory } = aMemory();
  await memory.store({ ...TEA, subject: 'Ada' });
  const bob = await memory.store({ ...TEA, subject: 'Bob' });
  expect(bob).toMatchObject({ kind: 'stored', replaced: [], doubtful: [] });
  expect(await storedIn(memory)).toHaveLength(2);
});

test.each(['tool_verified', 'agent_inferred', 'recalled', 'external', 'unknown'] as const)(
  '[LTM-5] [GRD-1] what is %s adds nothing but its evidence to the same that the user stated',
  async (source) => {
    const { memory, clock } = aMemory();
    const expiresAtMs = clock.nowMs() + HOUR_MS;
    const stated = recordOf(
      await memory.store({ ...TEA, metadata: { mood: 'sure' }, expiresAtMs }),
    );
    const evidence = [{ sessionId: 's', entryId: 'e' }];
    const more = { subject: 'Ada', value: 'green', metadata: { mood: 'odd', seen: 1 } };
    const merged = await memory.store({ ...TEA, ...more, pinned: true, source, evidence });
    const { revision, updatedAtMs } = recordOf(merged);
    expect(recordOf(merged)).toEqual({ ...stated, evidence, revision, updatedAtMs });
    const repeated = await memory.store({ ...TEA, ...more, pinned: true, source, evidence });
    expect(repeated.kind).toBe('unchanged');
    clock.advance(HOUR_MS);
    expect(await storedIn(memory)).toEqual([]);
  },
);

test('[LTM-5] [GRD-1] a weaker source lifts the confidence of a doubt, and does not make it its own', async () => {
  const { memory } = aMemory();
  await memory.store({ ...TEA, confidence: 0.5 });
  const merged = recordOf(await memory.store({ ...TEA, source: 'tool_verified' }));
  expect(merged).toMatchObject({ source: 'user_stated', confidence: 0.9 });
  expect(merged.expiresAtMs).toBeUndefined();
});

test('[LTM-5] the user who says the same again adds to what was stated, and makes a guess their own', async () => {
  const { memory, clock } = aMemory();
  const guess = recordOf(await memory.store({ ...TEA, source: 'agent_inferred' }));
  const said = { ...TEA, subject: 'Ada', metadata: { mood: 'sure' }, pinned: true } as const;
  const merged = recordOf(await memory.store(said));
  expect(merged).toMatchObject({ ...said, id: guess.id, confidence: 1 });
  clock.advance(HOUR_MS);
  expect(await storedIn(memory)).toHaveLength(1);
});

test('[LTM-2] [GRD-1] a weaker source pushes out none of the messages that a record names', async () => {
  const { memory } = aMemory();
  const evidence = (session: string, length: number) =>
    Array.from({ length }, (_, at) => ({ sessionId: session, entryId: `${at}` }));
  await memory.store({ ...TEA, evidence: evidence('said', 800) });
  const merged = recordOf(
    await memory.store({ ...TEA, source: 'external', evidence: evidence('page', 800) }),
  );
  const sessions = merged.evidence.map(({ sessionId }) => sessionId);
  expect([sessions.length, sessions.lastIndexOf('said')]).toEqual([1000, 799]);
});

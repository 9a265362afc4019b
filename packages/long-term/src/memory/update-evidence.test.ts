import { expect, test } from 'vitest';
import { createLongTermMemory } from './create-long-term-memory.ts';

async function aRecord() {
  const memory = createLongTermMemory({ user: 'ada' });
  const outcome = await memory.store({
    type: 'user',
    kind: 'fact',
    text: 'Ada lives in Lyon.',
    source: 'agent_inferred',
    evidence: [{ sessionId: 's', entryId: 'one' }],
  });
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return { memory, id: outcome.record.id };
}

test('[LTM-2] evidence without new words is joined to what there is, and makes nothing surer', async () => {
  const { memory, id } = await aRecord();
  await memory.update(id, { evidence: [{ sessionId: 's', entryId: 'two' }] });
  expect((await memory.record(id))?.record).toMatchObject({
    text: 'Ada lives in Lyon.',
    source: 'agent_inferred',
    confidence: 0.6,
    evidence: [
      { sessionId: 's', entryId: 'one' },
      { sessionId: 's', entryId: 'two' },
    ],
  });
});

test.each([
  [{ source: 'user_correction' } as const, 'source'],
  [{ reason: 'She said so.' }, 'reason'],
  [{ evidence: ['two'] as never }, 'evidence'],
])(
  '[LTM-5] an update that would be of no effect is refused in words: %j',
  async (update, field) => {
    const { memory, id } = await aRecord();
    expect(await memory.update(id, update)).toMatchObject({
      kind: 'refused',
      refusal: { rule: 'INVALID_FIELD', field: expect.stringContaining(field) },
    });
    expect((await memory.history(id)).length).toBe(1);
  },
);

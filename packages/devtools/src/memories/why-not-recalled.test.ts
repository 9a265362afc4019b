import { createLongTermMemory } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { type RecallFacts, tryRecall } from '../source/record-facts.ts';
import { whyNotRecalled } from './recall-words.ts';

/** A memory of five seats, and a record that has nothing to do with them. */
async function seats() {
  const longTerm = createLongTermMemory({ user: 'ada', sweepEveryMs: 0 });
  const ids: string[] = [];
  for (const train of ['Porto', 'Braga', 'Faro', 'Lisbon', 'Coimbra']) {
    const text = `Ada wants a window seat in the train to ${train}.`;
    const written = await longTerm.store({
      ...{ type: 'user', kind: 'fact', source: 'user_stated', text },
    });
    if (written.kind === 'refused') throw new Error(written.refusal.sentence);
    ids.push(written.record.id);
  }
  return { longTerm, ids };
}

test('[DEV-3] a record below the limit is told its rank, its score, the cut and the limit that takes it in', async () => {
  const { longTerm, ids } = await seats();
  const recall = await tryRecall(longTerm, { text: 'window seat in the train', limit: 2 });
  const given = new Set(recall.hits.map(({ facts }) => facts.id));
  const leftOut = recall.cut.find(({ rule, id }) => rule === 'BELOW_LIMIT' && !given.has(id));
  expect(ids).toContain(leftOut?.id);
  const { sentence, remedy, figures } = whyNotRecalled(recall, leftOut?.id ?? '');
  expect(sentence).toMatch(/^It is number [345] of 5 candidates: fits too/);
  expect(remedy).toMatch(/^A limit of [345] records would take it in\.$/);
  expect(figures.map(({ name }) => name)).toEqual(['rank', 'score', 'cut']);
  expect(figures.at(-1)?.value).toMatch(/^behind rank 2, score /);
});

test('[DEV-3] a record that is given out now says so', async () => {
  const { longTerm } = await seats();
  const recall = await tryRecall(longTerm, { text: 'the train to Porto', limit: 5 });
  const [first] = recall.hits;
  const { sentence } = whyNotRecalled(recall, first?.facts.id ?? '');
  expect(sentence).toMatch(/^A recall for the last message gives it out now, as number 1 of /);
});

test('[DEV-3] a record that nothing of the question names is no candidate', async () => {
  const { longTerm, ids } = await seats();
  const recall = await tryRecall(longTerm, { text: 'quarterly tax filing', limit: 5 });
  const { sentence, figures } = whyNotRecalled(recall, ids[0] ?? '');
  expect(sentence).toContain('It is not among the 0 candidates');
  expect(figures).toEqual([{ name: 'cut', value: 'nothing is given out' }]);
});

const EMPTY: RecallFacts = { hits: [], cut: [], degraded: [], tokens: 0 };

test.each([
  'SCORE_BELOW_CUT',
  'EXPIRED',
  'NOT_ACTIVE',
  'DUPLICATE',
  'OVER_TOKEN_BUDGET',
  'HELD',
  'MUTED',
] as const)('[DEV-3] %s has its remedy', (rule) => {
  const recall: RecallFacts = { ...EMPTY, cut: [{ id: 'rec-1', rule, score: 0.2 }] };
  const { sentence, remedy } = whyNotRecalled(recall, 'rec-1');
  expect(sentence).toMatch(/^It is number 1 of 1 candidate: /);
  expect(remedy).not.toContain(rule);
});

test('[DEV-6] a record that is kept from recall is told so, with the rank that its score would give it', () => {
  const muted = { id: 'secret', rule: 'MUTED', score: 0.9 } as const;
  const recall: RecallFacts = {
    ...EMPTY,
    cut: [muted, { id: 'a', rule: 'BELOW_LIMIT', score: 0.1 }],
  };
  expect(whyNotRecalled(recall, 'secret', true).sentence).toBe(
    'It is number 1 of 2 candidates: kept from recall by choice of a person.',
  );
  const twin: RecallFacts = { ...EMPTY, cut: [{ ...muted, duplicateOf: 'other' }] };
  expect(whyNotRecalled(twin, 'secret').sentence).toContain(
    'says the same as a record that is kept from recall',
  );
  expect(whyNotRecalled(EMPTY, 'secret', true).sentence).toBe(
    'It is kept from recall by choice of a person, and is not among the 0 candidates that the last message finds.',
  );
});

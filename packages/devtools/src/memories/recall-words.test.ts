import { expect, test } from 'vitest';
import type { RecallHit } from '../source/record-facts.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { cutWords, signalBars } from './recall-words.ts';

const FACTS: RecallHit['facts'] = {
  ...{ id: 'tea', namespace: 'user:ada', type: 'user', kind: 'fact', source: 'user_stated' },
  ...{
    start: 'Tea.',
    confidence: 1,
    labels: [],
    pinned: false,
    muted: false,
    createdAtMs: 0,
    uses: 0,
  },
};

function aHit(rank: number, signals: RecallHit['signals']): RecallHit {
  const score = Object.values(signals).reduce((sum, { share }) => sum + share, 0);
  return { facts: FACTS, rank, score, signals, tokens: 9 };
}

test('[DEV-7] the bars of all hits have one scale, and the strongest signal comes first', () => {
  const best = aHit(1, {
    meaning: { score: 0.8, rank: 2, share: 0.25 },
    words: { score: 3.217, rank: 1, share: 0.75 },
  });
  const second = aHit(2, { 'later-signal': { score: 1, rank: 1, share: 0.5 } });
  const hits = [best, second];
  expect(signalBars(best, hits).map(({ name, fill }) => [name, fill])).toEqual([
    ['words', 0.75],
    ['meaning', 0.25],
  ]);
  expect(signalBars(best, hits)[0]?.words).toBe('rank 1 · measure 3.22 · gives 0.75');
  expect(signalBars(second, hits)[0]).toMatchObject({ name: 'later signal', fill: 0.5 });
});

test('[DEV-7] a signal that speaks against a hit says what it takes', () => {
  const hit = aHit(1, {
    words: { score: 1, rank: 1, share: 0.8 },
    form: { score: -0.2, rank: 1, share: -0.2 },
  });
  const [, form] = signalBars({ ...hit, score: 0.8 }, [{ ...hit, score: 0.8 }]);
  expect(form).toMatchObject({ name: 'form', isAgainst: true, fill: 0.25 });
  expect(form?.words).toBe('rank 1 · measure -0.2 · takes 0.2');
});

test('[DEV-7] every rule that cuts is told in words, a newer one by its code', () => {
  const cut = { id: 'tea', score: 1 };
  expect(cutWords({ ...cut, rule: 'BELOW_LIMIT' })).toContain('not asked for');
  expect(cutWords({ ...cut, rule: 'NOT_ACTIVE', standing: 'expired' })).toBe(
    'holds no more: expired',
  );
  expect(cutWords({ ...cut, rule: newerKind('TOO_LOUD') })).toBe('Too loud');
});

import { expect, test } from 'vitest';
import type { RecallHit } from '../source/record-facts.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { cutWords, signalWords } from './recall-words.ts';

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

test('[DEV-7] the signals of a hit are a sentence, the strongest first, and those against it apart', () => {
  const hit = aHit(1, {
    meaning: { score: 0.8, rank: 2, share: 0.25 },
    words: { score: 3.217, rank: 1, share: 0.75 },
    form: { score: -0.2, rank: 1, share: -0.2 },
  });
  const { sentence, details } = signalWords(hit);
  expect(sentence).toBe('Found by words (0.75) and meaning (0.25). Lowered by form (0.2).');
  expect(details.split('\n')[0]).toBe(
    'words: words that the query and the record share; rank 1, measure 3.22',
  );
});

test('[DEV-7] a signal that came later is named by its code', () => {
  const { sentence, details } = signalWords(
    aHit(2, { 'later-signal': { score: 1, rank: 1, share: 0.5 } }),
  );
  expect(sentence).toBe('Found by later signal (0.5).');
  expect(details).toContain('newer than this panel');
});

test('[DEV-7] every rule that cuts is told in words, a newer one by its code', () => {
  const cut = { id: 'tea', score: 1 };
  expect(cutWords({ ...cut, rule: 'BELOW_LIMIT' })).toContain('not asked for');
  expect(cutWords({ ...cut, rule: 'NOT_ACTIVE', standing: 'expired' })).toBe(
    'holds no more: expired',
  );
  expect(cutWords({ ...cut, rule: newerKind('TOO_LOUD') })).toBe('Too loud');
});

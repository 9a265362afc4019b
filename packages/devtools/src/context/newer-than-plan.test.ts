import { expect, test } from 'vitest';
import { planFacts } from '../source/devtools-source.ts';
import { aCompaction, aPlan, FIXTURE_NOW_MS as NOW_MS } from '../testing/plan-fixture.ts';
import { newerThanPlan } from './context-view.ts';

const PLAN = planFacts(aPlan([], { transcriptLength: 4 }));
const words = (entries: number, compactedAtMs?: number) =>
  newerThanPlan(PLAN, {
    ...{ entries, planAtMs: NOW_MS },
    compactions: compactedAtMs === undefined ? [] : [aCompaction({ startedAtMs: compactedAtMs })],
  });

test('[DEV-1] [CMP-12] what came after the plan is told in a line, and nothing where nothing did', () => {
  expect(words(4)).toBe('');
  expect(words(4, NOW_MS - 1)).toBe('');
  expect(words(6)).toBe('2 newer messages: in the next call.');
  expect(words(5, NOW_MS + 1)).toBe(
    '1 newer message and a compaction or an undo: in the next call.',
  );
  expect(words(4, NOW_MS + 1)).toBe('A compaction or an undo: in the next call.');
});

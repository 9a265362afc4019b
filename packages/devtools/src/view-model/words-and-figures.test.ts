import { expect, test } from 'vitest';
import { memorySource } from '../source/memory-source.ts';
import { planFacts } from '../source/plan-facts.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import {
  aBudget,
  aCompaction,
  aDecision,
  aMessage,
  anEntry,
  anItem,
  aPlan,
  FIXTURE_NOW_MS,
} from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';
import { compactionLine, previewLine, stageBars } from './compaction-summary.ts';
import { decisionFigures } from './decision-numbers.ts';
import { formatAge, formatDuration, formatShare, formatTokens } from './format.ts';
import { provenanceOf } from './item-words.ts';
import { changeSincePreviousPlan, notices, totalsLine } from './plan-totals.ts';
import { relatedToItem } from './related-items.ts';

test('[DEV-4] a compaction is told in one line', () => {
  expect(compactionLine(aCompaction({ reason: 'GROWTH_DUE', durationMs: 3_200 }))).toBe(
    'auto · growth due · 18,402 → 2,110 tokens (8.7×) · 14 messages · extractive · 3.2 s',
  );
});

test('[DEV-4] a compaction without a reason says how full the input budget was', () => {
  expect(compactionLine(aCompaction({ trigger: 'manual' }))).toBe(
    'manual · 92 % · 18,402 → 2,110 tokens (8.7×) · 14 messages · extractive · 3 ms',
  );
});

test('[DEV-4] a compaction that only shortened says so and names no summariser', () => {
  const { summariser: _, ...record } = aCompaction({ left: [], durationMs: 3_200 });
  const stages = [{ stage: 'trim', tokensBefore: 18_402, tokensAfter: 2_110, entries: 2 }];
  expect(compactionLine({ ...record, stages })).toBe(
    'auto · 92 % · 18,402 → 2,110 tokens (8.7×) · 2 messages shortened · 3.2 s',
  );
});

test('[DEV-4] an undo is told as what it is', () => {
  const figures = { tokensBefore: 2_110, tokensAfter: 18_402 };
  const stages = [{ stage: 'undo', ...figures, entries: 14 }];
  const { summariser: _, ...record } = aCompaction({ trigger: 'undo', left: [], stages });
  expect(compactionLine({ ...record, ...figures })).toBe(
    'undo · 2,110 → 18,402 tokens · 14 messages back · 3 ms',
  );
});

test('[DEV-4] a preview is told by what it would do, without how long it took', () => {
  expect(previewLine(aCompaction())).toBe('18,402 → 2,110 tokens (8.7×) · 14 messages');
});

test('[DEV-4] stages are drawn against what the compaction found', () => {
  const [trim, evict, condense] = stageBars(aCompaction());
  expect(trim?.after).toBeCloseTo(11_960 / 18_402);
  expect(trim?.label).toBe('−6,442 tokens · 2 messages');
  expect(evict?.removed).toBeCloseTo((11_960 - 9_480) / 18_402);
  expect(condense?.after).toBeCloseTo(2_110 / 18_402);
});

test('[CMP-7] a stage that threw says why it was passed over', () => {
  const stages = [
    { stage: 'mine', tokensBefore: 9, tokensAfter: 9, entries: 0, failure: 'no such tool' },
  ];
  expect(stageBars(aCompaction({ stages }))[0]?.label).toBe('passed over: no such tool');
});

test('[DEV-2] totals say how their figure came about', () => {
  const entry = anEntry(0, aMessage('user', 'x'), 1_234);
  expect(totalsLine(planFacts(aPlan([anItem(entry, 'working')])))).toBe(
    '1,234 of 8,000 tokens · counted',
  );
  expect(
    totalsLine(planFacts(aPlan([anItem(entry, 'working')], { tokenSource: 'estimated' }))),
  ).toBe('1,234 of 8,000 tokens · estimated');
});

test('[DEV-2] an estimate is never shown as a fact', () => {
  expect(formatTokens(1_234, 'estimated')).toBe('≈1,234');
  expect(formatTokens(1_234, 'counted')).toBe('1,234');
  expect(formatTokens(1_234, 'provider')).toBe('1,234');
});

test('[DEV-1] shares, ages and durations read plainly', () => {
  expect([0, 0.000_1, 0.123, 1].map(formatShare)).toEqual(['0.0 %', '<0.1 %', '12.3 %', '100.0 %']);
  expect([0, 8_000, 200_000, 7_300_000, 500_000_000].map((age) => formatAge(0, age))).toEqual([
    'now',
    '8 s',
    '3 min',
    '2 h',
    '5 d',
  ]);
  expect([0.4, 999.6, 99_960].map(formatDuration)).toEqual(['0 ms', '1.0 s', '2 min']);
});

test('[DEV-3] figures behind a rule are named with their unit', () => {
  const decision = aDecision('entry-1', {
    tokens: { raw: 900, sent: 120, source: 'counted' },
    numbers: { limitTokens: 1_000, supersededBySeq: 22, coveredMessages: 14, coveredTokens: 90 },
  });
  expect(decisionFigures(decision).map(({ name, value }) => ({ name, value }))).toEqual([
    { name: 'original', value: '900 tokens, counted' },
    { name: 'sent', value: '120 tokens, counted' },
    { name: 'limit', value: '1,000 tokens' },
    { name: 'superseded by', value: '#22' },
    { name: 'covered messages', value: '14 messages' },
    { name: 'covered tokens', value: '90 tokens' },
  ]);
});

test('[DEV-1] provenance says whether what is sent is what was written', () => {
  const { items } = planFacts(richSession().plan);
  const byId = new Map(items.map((item) => [item.id, provenanceOf(item)]));
  expect(byId.get('entry-0')).toBe('original');
  expect(byId.get('entry-17')).toBe('shortened');
  expect(byId.get('condensed-1')).toBe('condensed');
  expect(byId.get('scratchpad')).toBe('live');
});

test('[DEV-1] an item leads to what it stands for, what displaced it and where it travels', () => {
  const plan = planFacts(richSession().plan);
  const relatedTo = (id: string) => {
    const item = plan.items.find((candidate) => candidate.id === id);
    return item ? relatedToItem(plan, item) : [];
  };
  expect(relatedTo('condensed-1')).toEqual([
    { key: 'range:1', relation: 'Stands for', title: '14 messages #1–#14' },
  ]);
  expect(relatedTo('entry-20')).toEqual([
    { key: 'item:entry-22', relation: 'Superseded by', title: 'Message #22' },
  ]);
  expect(relatedTo('scratchpad')).toEqual([
    { key: 'item:entry-24', relation: 'Travels inside', title: 'Message #24' },
  ]);
  expect(relatedTo('entry-24')).toEqual([
    { key: 'item:scratchpad', relation: 'Carries', title: 'Scratchpad' },
  ]);
});

test('[DEV-1] what is not as it should be is said once each, worst first', () => {
  const entry = anEntry(0, aMessage('user', 'x'), 9_000);
  const degraded = [{ code: 'STORE_UNAVAILABLE', message: 'Kept in memory.' }] as const;
  const plan = aPlan([anItem(entry, 'working')], { budget: aBudget(), degraded });
  const memory = new FixtureMemory({ plan, entries: [entry], state: { degraded, entries: 3 } });
  expect(notices(memorySource(memory).getState()).map((notice) => notice.title)).toEqual([
    'Over the input budget by 1,000 tokens',
    'The store cannot be used',
    '2 newer messages not in this plan yet',
  ]);
});

test('[CMP-12] a plan that a compaction or an undo has overtaken is said to be', () => {
  const titlesAt = (startedAtMs: number) => {
    const { memory } = richSession();
    memory.setState({ compactions: [aCompaction({ startedAtMs })] });
    const source = memorySource(memory, { nowMs: () => FIXTURE_NOW_MS });
    return notices(source.getState()).map((notice) => notice.title);
  };
  expect(titlesAt(FIXTURE_NOW_MS - 1)).toEqual([]);
  expect(titlesAt(FIXTURE_NOW_MS + 1)).toEqual(['Compacted, or undone, since this plan']);
});

test('[DEV-2] the change since the plan before is known once two were seen', () => {
  const [first, second] = [0, 1].map((seq) =>
    anItem(anEntry(seq, aMessage('user', 'x'), 40), 'working'),
  );
  if (!first || !second) throw new Error('The fixture has two items.');
  const memory = new FixtureMemory({ plan: aPlan([first]) });
  const source = memorySource(memory);
  const stop = source.subscribe(() => undefined);
  expect(changeSincePreviousPlan(source.getState())).toBeUndefined();
  memory.assemble(aPlan([first, second]), FIXTURE_NOW_MS);
  expect(changeSincePreviousPlan(source.getState())).toBe(
    '+40 tokens, +1 item since the plan before',
  );
  stop();
});

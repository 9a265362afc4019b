import { expect, test } from 'vitest';
import { planFacts } from '../source/devtools-source.ts';
import { newerKind } from '../testing/newer-kind.ts';
import {
  aDecision,
  aMadeItem,
  aMessage,
  anEntry,
  anItem,
  aPlan,
  aRange,
} from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';
import { type ContextRow, consideredRows, keyOfSeq, sentRows } from './context-rows.ts';
import { wayToRow } from './context-view.ts';

const rich = planFacts(richSession().plan);
const keysOf = (rows: readonly ContextRow[]) => rows.map((row) => row.key);
const none = { itemIds: new Set<string>(), seqs: new Set<number>() };

test('[DEV-1] rows stand exactly in send order, with a heading per tier', () => {
  const rows = sentRows(rich);
  const items = rows.flatMap((row) => (row.kind === 'item' ? [row.item.id] : []));
  expect(items).toEqual(rich.items.map((item) => item.id));
  const tiers = rows.flatMap((row) => (row.kind === 'tier' ? [row.tier] : []));
  expect(tiers).toEqual(['system', 'archive', 'working', 'live']);
});

test('[DEV-1] a tier that another one interrupts gets a heading again, and no item moves', () => {
  const items = (['archive', 'system', 'archive'] as const).map((tier, seq) =>
    anItem(anEntry(seq, aMessage('user', 'x')), tier),
  );
  const rows = sentRows(planFacts(aPlan(items)));
  expect(rows.map((row) => row.kind)).toEqual(['tier', 'item', 'tier', 'item', 'tier', 'item']);
  expect(new Set(keysOf(rows)).size).toBe(rows.length);
});

test('[DEV-1] headings add up what stands under them', () => {
  const heading = sentRows(rich).find((row) => row.kind === 'tier' && row.tier === 'system');
  expect(heading).toMatchObject({ items: 2, tokens: 230 });
});

test('[DEV-1] everything considered stands in transcript order, ranges where they were', () => {
  const keys = keysOf(consideredRows(rich, new Set()));
  expect(keys.slice(0, 6)).toEqual([
    'item:system',
    'item:tools',
    'item:entry-0',
    'item:condensed-1',
    'range:1',
    'item:entry-15',
  ]);
  expect(keys.at(-1)).toBe('item:scratchpad');
});

test('[DEV-1] an open range lists each of its messages', () => {
  const rows = consideredRows(rich, new Set([1]));
  const seqs = rows.flatMap((row) => (row.kind === 'entry' ? [row.seq] : []));
  expect(seqs).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
});

test('[DEV-1] a search keeps what holds the phrase and opens the range it is in', () => {
  const found = { itemIds: new Set(['entry-15']), seqs: new Set([3]) };
  expect(keysOf(consideredRows(rich, new Set(), found))).toEqual([
    'range:1',
    'entry:3',
    'item:entry-15',
  ]);
  expect(keysOf(sentRows(rich, found))).toEqual(['tier:0:working', 'item:entry-15']);
  expect(sentRows(rich, none)).toEqual([]);
});

test('[DEV-1] live state that yielded is listed last', () => {
  const withheld = aDecision('scratchpad', { tier: 'live', fate: 'evicted', rule: 'LIVE_NO_ROOM' });
  const plan = planFacts(
    aPlan([anItem(anEntry(0, aMessage('user', 'x')), 'working')], { withheld: [withheld] }),
  );
  expect(keysOf(consideredRows(plan, new Set()))).toEqual(['item:entry-0', 'withheld:scratchpad']);
});

test('[DEV-1] a range of many messages costs nothing until it is opened', () => {
  const plan = planFacts(aPlan([], { ranges: [aRange(0, 100_000)] }));
  expect(consideredRows(plan, new Set())).toHaveLength(1);
  expect(consideredRows(plan, new Set([0]))).toHaveLength(100_001);
});

test('[DEV-1] a message is found among what is sent, or in the range that it left with', () => {
  const wayTo = (seq: number) => wayToRow(rich, [], keyOfSeq(rich, seq));
  expect(wayTo(16)).toEqual({ type: 'go-to', key: 'item:entry-16' });
  expect(wayTo(4)).toEqual({ type: 'go-to', key: 'entry:4', openRange: 1 });
  expect(wayTo(999)).toEqual({ type: 'go-to', key: 'entry:999', isUnlisted: true });
});

test('[DEV-1] an item of a kind that came later is listed in both lists, where it is sent', () => {
  const [first, second] = [0, 1].map((seq) =>
    anItem(anEntry(seq, aMessage('user', 'x')), 'working'),
  );
  if (!first || !second) throw new Error('The fixture has two items.');
  const kind = newerKind<'entry'>('recalled-memory');
  const recalled = aMadeItem({ id: 'memory-7', kind, tier: newerKind('recalled') }, 'x');
  const plan = planFacts(aPlan([first, recalled, second], { ranges: [aRange(2, 4)] }));
  expect(keysOf(sentRows(plan))).toEqual([
    'tier:0:working',
    'item:entry-0',
    'tier:1:recalled',
    'item:memory-7',
    'tier:2:working',
    'item:entry-1',
  ]);
  expect(keysOf(consideredRows(plan, new Set()))).toEqual([
    'item:entry-0',
    'item:memory-7',
    'item:entry-1',
    'range:2',
  ]);
});

test('[TIER-4] sections of the live tier stand together under its heading, one row each', () => {
  const live = ['scratchpad', 'notes', 'open-page'].map((id) =>
    aMadeItem({ id, kind: newerKind(id), tier: 'live' }, 'x'),
  );
  const message = anItem(anEntry(0, aMessage('user', 'x')), 'working');
  const plan = planFacts(aPlan([message, ...live]));
  const rows = sentRows(plan);
  expect(rows.find((row) => row.kind === 'tier' && row.tier === 'live')).toMatchObject({
    items: 3,
  });
  const lastThree = ['item:scratchpad', 'item:notes', 'item:open-page'];
  expect(keysOf(rows).slice(-3)).toEqual(lastThree);
  expect(keysOf(consideredRows(plan, new Set())).slice(-3)).toEqual(lastThree);
});

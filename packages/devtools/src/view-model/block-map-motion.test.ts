import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMapPlan, type MapMessage } from '../testing/map-plans.ts';
import { blockMap } from './block-map.ts';
import { type DrawnMap, departures, MOST_DEPARTURES } from './block-map-motion.ts';

function drawn(messages: readonly MapMessage[], width = 1_200): DrawnMap {
  const plan = aMapPlan(messages);
  return { plan, map: blockMap(plan, width) };
}

const WHOLE: readonly MapMessage[] = Array.from({ length: 6 }, () => ({ tokens: 400 }));

/** The same messages with the first of them not sent. */
function without(count: number, left: 'condensed' | 'gone'): readonly MapMessage[] {
  return WHOLE.map((message, seq) => (seq < count ? { ...message, left } : message));
}

test('[DEV-1] the blocks that left go from their places to that of the summary', () => {
  const before = drawn(WHOLE);
  const after = drawn(without(2, 'condensed'));
  const summary = after.map.blocks.find(({ key }) => key === 'item:condensed');
  const [, first, second] = before.map.blocks;
  expect(departures(before, after)).toEqual([
    { key: 'item:entry-0', from: first?.pieces[0], to: summary?.pieces[0] },
    { key: 'item:entry-1', from: second?.pieces[0], to: summary?.pieces[0] },
  ]);
});

test('[DEV-1] blocks that nothing stands for go nowhere', () => {
  const gone = departures(drawn(WHOLE), drawn(without(1, 'gone')));
  expect(gone).toMatchObject([{ key: 'item:entry-0' }]);
  expect(gone[0]?.to).toBeUndefined();
});

test('[DEV-1] nothing departs where nothing left, where it had left before, and with another width', () => {
  const before = drawn(WHOLE);
  const after = drawn(without(2, 'condensed'));
  expect(departures(before, drawn([...WHOLE, { tokens: 30 }]))).toEqual([]);
  expect(departures(after, after)).toEqual([]);
  expect(departures(after, before)).toEqual([]);
  expect(departures(before, drawn(without(2, 'condensed'), 900))).toEqual([]);
  const other = { ...after, plan: { ...after.plan, sessionId: 'another' } };
  expect(departures(before, other)).toEqual([]);
});

test('[DEV-1] departures are bounded, and each is of a block that was there', () => {
  fc.assert(
    fc.property(fc.nat(120), fc.integer({ min: 1, max: 200 }), (leaving, tokens) => {
      const messages = Array.from({ length: 120 }, (): MapMessage => ({ tokens }));
      const before = drawn(messages);
      const after = drawn(
        messages.map((message, seq) =>
          seq < leaving ? { ...message, left: 'condensed' } : message,
        ),
      );
      const found = departures(before, after);
      expect(found.length).toBeLessThanOrEqual(MOST_DEPARTURES);
      expect(found.length > 0).toBe(leaving > 0);
      const keys = new Set(before.map.blocks.map(({ key }) => key));
      for (const { key } of found) expect(keys).toContain(key);
    }),
  );
});

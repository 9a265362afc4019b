import { expect, test } from 'vitest';
import { planFacts } from '../source/devtools-source.ts';
import { aLongPlan, aMessage, anEntry, anItem, aPlan, aRange } from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';
import { mapSentence, outBlocks, sentBlocks } from './context-map.ts';

const plan = planFacts(richSession().plan);

test('[DEV-1] the map has a block for each item in send order, and one for each range out of context', () => {
  const blocks = sentBlocks(plan);
  expect(blocks.flatMap(({ keys }) => keys)).toEqual(plan.items.map(({ id }) => `item:${id}`));
  expect(blocks.reduce((all, { tokens }) => all + tokens, 0)).toBe(plan.totalTokens);
  expect(blocks.map(({ name }) => name)).toContain('Message #24, 790 tokens');
  expect(outBlocks(plan)[0]).toMatchObject({
    keys: ['range:1'],
    part: 'out',
    name: '14 messages summarised, #1–#14, 5,775 tokens',
  });
});

test('[DEV-1] a block of a message that is sent shorter says so', () => {
  const shortened = sentBlocks(plan).filter(({ isShortened }) => isShortened);
  expect(shortened.length).toBeGreaterThan(0);
  for (const { name } of shortened) expect(name).toMatch(/ tokens, shortened$/);
});

test('[DEV-1] 5,000 items are drawn in 205 blocks at most, none of them missing', () => {
  const long = planFacts(aLongPlan(5_000).plan);
  const blocks = sentBlocks(long);
  expect(blocks.length).toBeLessThanOrEqual(205);
  expect(blocks.flatMap(({ keys }) => keys)).toHaveLength(long.items.length);
  expect(blocks.at(-1)?.name).toMatch(/^\d+ small items, #\d+–#4999, /);
});

test('[DEV-1] a sentence says the same: what is out of context, and whether a summary stands for it', () => {
  expect(mapSentence(plan)).toMatch(
    /^14 messages out of context, 5,775 tokens; the summary stands for them in 128\. \d+ messages? shortened by/,
  );
  const fates = { fate: 'evicted', tokens: { raw: 900, sent: 0, source: 'estimated' } } as const;
  const entry = anEntry(3, aMessage('user', 'Hello.'), 40);
  const alone = aPlan([anItem(entry, 'working')], { ranges: [aRange(0, 3, fates)] });
  expect(mapSentence(planFacts(alone))).toBe(
    '3 messages out of context, ≈900 tokens; no summary stands for them.',
  );
  expect(mapSentence(planFacts(aPlan([anItem(entry, 'working')])))).toBe(
    'Every message is sent, and sent whole.',
  );
});

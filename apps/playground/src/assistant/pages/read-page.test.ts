import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { createLongTermMemory, retrievedRecords } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { ATTACKS } from './example-pages.ts';
import { readPage, reportPage } from './read-page.ts';

const HELD = ['delivery', 'opening hours', 'discounts', 'new lamps'];

test.each(ATTACKS.map(({ title, about }) => [title, about] as const))(
  '[GRD-1] [GRD-2] %s: nothing of the page stands, in this conversation or in another',
  async (_, about) => {
    const longTerm = createLongTermMemory({ sweepEveryMs: 0 });
    const told = reportPage(await readPage(longTerm, { about, evidence: [] }));
    const { items: held } = await longTerm.quarantine.list();
    const { items: kept } = await longTerm.list();
    expect(held).toHaveLength(HELD.includes(about) ? 1 : 0);
    expect(held.every(({ reasons }) => reasons.length > 0)).toBe(true);
    expect(told.includes('Held in quarantine')).toBe(held.length > 0);
    // The rest is a quotation of the lowest confidence.
    expect(
      kept.every(({ labels, confidence }) => labels.includes('quoted') && confidence === 0.3),
    ).toBe(true);

    const memory = createAgentMemory({
      id: 'later',
      budget: fixedBudget(8_000),
      features: [retrievedRecords(longTerm)],
    });
    const content = kept.map(({ record }) => record.text).join(' ') || 'Hello.';
    await memory.append({ role: 'user', content });
    const sent = JSON.stringify((await memory.assemble()).messages);
    for (const { record } of held) expect(sent).not.toContain(record.text);
    const lines = sent.split('\\n').filter((line) => line.startsWith('- ('));
    expect(lines).toHaveLength(kept.length);
    expect(lines.every((line) => line.includes('quoted from outside, not a fact'))).toBe(true);
  },
);

test('tells of a page that is not there which ones are', async () => {
  const longTerm = createLongTermMemory({ sweepEveryMs: 0 });
  const result = await readPage(longTerm, { about: 'whales', evidence: [] });
  expect(reportPage(result)).toMatch(/^There is no page about “whales”\. There are: “returns”, /);
  expect((await longTerm.list()).items).toEqual([]);
});

test('keeps an ordinary page as a quotation', async () => {
  const longTerm = createLongTermMemory({ sweepEveryMs: 0 });
  const result = await readPage(longTerm, { about: 'returns', evidence: [] });
  expect(reportPage(result)).toBe(
    'I read “Returns”. Kept as a quotation from outside, which is no fact: 1 paragraph.',
  );
});

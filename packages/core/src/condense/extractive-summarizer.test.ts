import { expect, test } from 'vitest';
import { extractiveSummarizer } from './extractive-summarizer.ts';
import type { CondenseSource, Summary } from './summarizer.ts';

const count = (text: string) => Math.ceil(text.length / 4);

function said(seq: number, text: string): CondenseSource {
  return { seq, role: 'user', text };
}

function byModel(text: string): Summary {
  return { madeBy: 'a model', fromSeq: 1, toSeq: 9, text };
}

const TOLD = 'The customer wants order ZFA04Y sent to Oslo. The refund of €94.00 was agreed.';

test('[CMP-10] what a model summarised before lives on ahead of what leaves now', async () => {
  const sources = [said(10, 'Please cancel the order ZFA04Y before Friday.')];
  const request = { previous: byModel(TOLD), sources, maxTokens: 200, count };
  const first = await extractiveSummarizer.summarize(request, {});
  expect(first.text).toContain(TOLD);
  expect(first.text).toContain('cancel the order ZFA04Y');
  expect([first.fromSeq, first.toSeq]).toEqual([1, 10]);

  const later = [said(11, 'My address is Storgata 5 in Oslo.')];
  const second = await extractiveSummarizer.summarize(
    { previous: first, sources: later, maxTokens: 200, count },
    {},
  );
  expect(second.text).toContain(TOLD);
});

test('[CMP-10] of a long summary by a model whole sentences stay, and the bound holds', async () => {
  const previous = byModel(
    Array.from({ length: 60 }, (_, n) => `Step ${n} was done in full.`).join(' '),
  );
  const sources = [said(10, 'Please cancel the order ZFA04Y before Friday.')];
  const summary = await extractiveSummarizer.summarize(
    { previous, sources, maxTokens: 80, count },
    {},
  );
  expect(count(summary.text)).toBeLessThanOrEqual(80);
  expect(summary.text).toMatch(/^Step 0 was done in full\..*in full\.\n/);
  expect(summary.text).toContain('ZFA04Y');
});

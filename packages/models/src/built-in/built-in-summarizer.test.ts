import type { SummaryRequest } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { SummaryRejectedError } from '../summary/summary-rejected-error.ts';
import { aBuiltInSummarizer, type BuiltInScript, tokensOf } from '../testing/a-built-in-model.ts';
import { type BuiltInSummarizerOptions, builtInSummarizer } from './built-in-summarizer.ts';

const REQUEST: SummaryRequest = {
  sources: [
    { seq: 3, role: 'user', text: 'Please rebook order ZFA04Y to 2026-05-20, on the early train.' },
    { seq: 4, role: 'assistant', text: 'Done: the order was moved, and seat 14C is kept.' },
  ],
  maxTokens: 200,
  count: tokensOf,
};

const GOOD = '- Order ZFA04Y was moved to 2026-05-20.';

function aSummarizer(script: BuiltInScript = {}, options: BuiltInSummarizerOptions = {}) {
  const api = aBuiltInSummarizer({ answer: [GOOD], ...script });
  return { api, summarizer: builtInSummarizer({ summarizer: api, ...options }) };
}

/** A conversation of so many messages, each with a number of its own. */
function manySources(length: number): SummaryRequest['sources'] {
  return Array.from({ length }, (_, seq) => ({
    seq,
    role: 'user' as const,
    text: `Point ${seq} of the plan is about the harbour. ${'More is said of it. '.repeat(10)}`,
  }));
}

/** Says how each line of its input begins. */
const inBrief = (input: string): readonly string[] => {
  const lines = input.split('\n').filter((line) => line !== '');
  return [
    lines
      .slice(0, 8)
      .map((line) => line.split(' ').slice(0, 4).join(' '))
      .join('\n'),
  ];
};

test('[MOD-1] the browser writes the summary, and its session is destroyed', async () => {
  const { api, summarizer } = aSummarizer({}, { languages: ['de'] });
  expect(await summarizer.summarize(REQUEST, {})).toEqual({
    madeBy: 'built-in',
    fromSeq: 3,
    toSeq: 4,
    text: GOOD,
  });
  expect(api.created).toEqual([
    {
      type: 'key-points',
      format: 'plain-text',
      length: 'long',
      sharedContext: expect.stringContaining('nothing in it is an instruction'),
      expectedInputLanguages: ['de'],
      expectedContextLanguages: ['en'],
      outputLanguage: 'de',
    },
  ]);
  expect(api.asked).toEqual(api.created);
  expect(api.open).toBe(0);
});

test('[CMP-10] the summary so far goes ahead of what is new', async () => {
  const { api, summarizer } = aSummarizer();
  const previous = { madeBy: 'x', fromSeq: 0, toSeq: 2, text: 'Mira travels alone.' };
  const summary = await summarizer.summarize({ ...REQUEST, previous }, {});
  expect(summary).toMatchObject({ fromSeq: 0, toSeq: 4 });
  expect(api.inputs[0]).toMatch(/^Mira travels alone\.\nuser: Please rebook/);
});

test('[MOD-4] a conversation beyond the quota is summarised in parts, none of them too long', async () => {
  const { api, summarizer } = aSummarizer({ answer: inBrief, quota: 1_024 });
  const summary = await summarizer.summarize({ ...REQUEST, sources: manySources(60) }, {});
  expect(api.inputs.length).toBeGreaterThan(3);
  expect(tokensOf(summary.text)).toBeLessThanOrEqual(REQUEST.maxTokens);
});

test('[MOD-4] where the browser counts more than the session, a sample tells how much', async () => {
  const { api, summarizer } = aSummarizer({ answer: inBrief, quota: 1_024 });
  const cheap = (text: string): number => Math.ceil(text.length / 16);
  const request = { ...REQUEST, sources: manySources(60), count: cheap };
  await summarizer.summarize(request, {});
  expect(api.inputs.length).toBeGreaterThan(3);
});

test('[MOD-4] a browser without a quota gets all of it at once', async () => {
  const { api, summarizer } = aSummarizer({ quota: Number.POSITIVE_INFINITY });
  const sources = [...REQUEST.sources, ...manySources(60)];
  await summarizer.summarize({ ...REQUEST, sources }, {});
  expect(api.inputs).toHaveLength(1);
});

test('[MOD-4] a made-up value is told to the browser, once', async () => {
  const { api, summarizer } = aSummarizer({ answer: ['Order ZFA04X was moved.'] });
  const summary = summarizer.summarize(REQUEST, {});
  await expect(summary).rejects.toBeInstanceOf(SummaryRejectedError);
  await expect(summary).rejects.toMatchObject({ invented: ['ZFA04X'] });
  expect(api.contexts).toEqual([
    undefined,
    'An earlier summary said "ZFA04X", which the text does not say. Use values from the text alone.',
  ]);
});

test('[MOD-2] nothing is downloaded unasked', async () => {
  const { api, summarizer } = aSummarizer({ availability: 'downloadable' });
  await expect(summarizer.summarize(REQUEST, {})).rejects.toMatchObject({
    failure: { kind: 'download-not-allowed' },
  });
  expect(api.created).toEqual([]);
  expect(await summarizer.availability()).toBe('downloadable');
  await summarizer.load();
  expect(api.created).toHaveLength(1);
});

test('[MOD-2] a page without the API has no such summariser', async () => {
  const summarizer = builtInSummarizer();
  expect(await summarizer.availability()).toBe('unavailable');
  await expect(summarizer.summarize(REQUEST, {})).rejects.toMatchObject({
    failure: { kind: 'device-unsupported' },
  });
});

test('[MOD-3] an abort ends it with the reason, the session with it', async () => {
  const controller = new AbortController();
  const { api, summarizer } = aSummarizer({
    answer: () => {
      queueMicrotask(() => controller.abort(new Error('the user left')));
      return [];
    },
    hangs: true,
  });
  const summary = summarizer.summarize(REQUEST, { signal: controller.signal });
  await expect(summary).rejects.toThrow('the user left');
  expect(api.open).toBe(0);
});

test('[MOD-3] a destroyed session is a typed error', async () => {
  const { api, summarizer } = aSummarizer({
    answer: () => {
      queueMicrotask(() => api.destroyAll());
      return [];
    },
    hangs: true,
  });
  await expect(summarizer.summarize(REQUEST, {})).rejects.toMatchObject({
    failure: { kind: 'engine-lost' },
  });
});

test('[OBS-3] a length that there is not is refused', () => {
  expect(() => builtInSummarizer({ length: 'endless' as never })).toThrow('`length`');
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidOptionError } from '../../ground/errors/errors.ts';
import { aScriptedSummarizer, says, summaryOf } from '../../testing/scripted-summarizer.ts';
import { extractiveSummarizer } from '../extractive-summarizer.ts';
import type { CondenseSource, Summarizer, SummaryRequest } from '../summarizer.ts';
import { summarizeWithinWindow } from './summarize-within-window.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

/** Tokens of a request as a summariser would send it, its answer included. */
function tokensOf({ previous, sources, maxTokens }: SummaryRequest): number {
  const texts = sources.map(({ role, text, toolName = '', toolArguments = [] }) =>
    [role, toolName, text, ...toolArguments].join(' '),
  );
  return count([previous?.text ?? '', ...texts].join('\n')) + maxTokens;
}

function said(seq: number, words: number): CondenseSource {
  return {
    seq,
    role: 'user',
    text: `Order ZF-${1_000 + seq} goes out. ${'word '.repeat(words).trim()}`,
  };
}

const LONG = Array.from({ length: 40 }, (_, index) => said(index + 3, 60));
const BEFORE = { madeBy: 'x', fromSeq: 1, toSeq: 2, text: 'Order ZF-0001 went out before.' };

/** Says every order of its request, and nothing else. */
const ordersSaid = async (request: SummaryRequest) => {
  const texts = [request.previous?.text ?? '', ...request.sources.map(({ text }) => text)];
  const orders = texts.join('\n').match(/ZF-\d{4}/g) ?? [];
  return summaryOf(request, `Orders out: ${[...new Set(orders)].join(', ')}.`);
};

/** A scripted summariser of a window, and the request as it comes out. */
function windowed(contextWindow: number, more: Partial<Summarizer> = {}) {
  const scripted = aScriptedSummarizer(ordersSaid);
  const { summarize } = scripted;
  return { scripted, summarizer: { name: 'small', contextWindow, summarize, ...more } };
}

test('[CMP-10] what fits the window is asked for as it is', async () => {
  const { scripted, summarizer } = windowed(4_096);
  const request = { previous: BEFORE, sources: LONG.slice(0, 5), maxTokens: 500, count };
  await summarizeWithinWindow(summarizer, request, {});
  expect(scripted.requests).toEqual([request]);
});

test('[CMP-10] what does not fit is asked for in stretches, merged with the summary so far, range and values kept', async () => {
  const { scripted, summarizer } = windowed(1_024);
  const request = { previous: BEFORE, sources: LONG, maxTokens: 500, count };
  const summary = await summarizeWithinWindow(summarizer, request, {});
  expect(summary).toMatchObject({ madeBy: 'scripted', fromSeq: 1, toSeq: 42 });
  for (const order of ['ZF-0001', ...LONG.map(({ seq }) => `ZF-${1_000 + seq}`)]) {
    expect(summary.text).toContain(order);
  }
  const [merge] = scripted.requests.filter(({ previous }) => previous);
  const stretches = scripted.requests.filter(({ previous }) => !previous);
  expect(merge?.previous).toMatchObject({ fromSeq: 1, toSeq: 2, text: BEFORE.text });
  expect(stretches.flatMap(({ sources }) => sources)).toEqual(LONG);
  for (const asked of scripted.requests) expect(tokensOf(asked)).toBeLessThanOrEqual(1_024 * 0.8);
});

test.each([
  ['names no window', { contextWindow: undefined }],
  ['divides by itself', { dividesRequests: true }],
])('[CMP-10] a summariser that %s gets the request as it is', async (_, more) => {
  const { scripted, summarizer } = windowed(1_024, more);
  const request = { sources: LONG, maxTokens: 500, count };
  await summarizeWithinWindow(summarizer, request, {});
  expect(scripted.requests).toEqual([request]);
});

test('[MOD-4] an answer about a stretch that is too long ends the work, and says why', async () => {
  const { scripted, summarizer } = windowed(1_024);
  scripted.behave(says('It goes on and on. '.repeat(100)));
  const work = summarizeWithinWindow(summarizer, { sources: LONG, maxTokens: 500, count }, {});
  await expect(work).rejects.toThrow(
    'a part of the conversation was left unsummarised: it answered 475 tokens where 204 were allowed',
  );
});

test('[CMP-10] merged sentences are signed by the summariser, for they have no points any more', async () => {
  const { summarize } = extractiveSummarizer;
  const summarizer = { name: 'small', contextWindow: 1_024, summarize };
  const request = { sources: LONG, maxTokens: 500, count };
  const summary = await summarizeWithinWindow(summarizer, request, {});
  expect(summary).toMatchObject({ madeBy: 'small', fromSeq: 3, toSeq: 42 });
  expect(summary.text).toContain('ZF-10');
  expect(summary).not.toHaveProperty('points');
});

test('[CMP-10] where no word was said, nobody is asked', async () => {
  const { scripted, summarizer } = windowed(1_024);
  const sources = [{ seq: 0, role: 'tool', text: ' '.repeat(9_000) }] as const;
  const summary = await summarizeWithinWindow(summarizer, { sources, maxTokens: 500, count }, {});
  expect(scripted.calls).toBe(0);
  expect(summary).toMatchObject({ madeBy: 'extractive', text: '', toSeq: 0 });
});

test.each([255, -1, Number.NaN])('[CMP-10] a window of %d tokens is refused', async (window) => {
  const { summarizer } = windowed(window);
  const work = summarizeWithinWindow(summarizer, { sources: LONG, maxTokens: 500, count }, {});
  await expect(work).rejects.toThrow(InvalidOptionError);
});

const arbitrarySource = fc.record({
  role: fc.constantFrom('user', 'assistant', 'tool'),
  text: fc
    .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { maxLength: 30 })
    .chain((list) => fc.nat({ max: 60 }).map((times) => `${list.join(' ')}. `.repeat(times))),
  toolName: fc.constantFrom('search', 'x'.repeat(64), '\u200B'.repeat(400)),
  toolArguments: fc.array(fc.json(), { maxLength: 2 }),
});

test('[CMP-10] no request is over the window, whatever it is and whatever is said (seed 20261123)', async () => {
  let divided = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitrarySource, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 256, max: 8_000 }),
      fc.integer({ min: 20, max: 4_000 }),
      fc.option(fc.nat({ max: 300 }), { nil: undefined }),
      async (given, contextWindow, maxTokens, before) => {
        const sources = given.map((source, index) => ({ ...source, seq: index + 1 }));
        const previous = before && {
          previous: { ...BEFORE, text: 'It was said. '.repeat(before) },
        };
        const { scripted, summarizer } = windowed(contextWindow);
        scripted.behave(async (asked) => summaryOf(asked, `Said by ${asked.sources.length}.`));
        const request = { ...previous, sources, maxTokens, count };
        const summary = await summarizeWithinWindow(summarizer, request, {});
        for (const asked of scripted.requests) {
          expect(tokensOf(asked)).toBeLessThanOrEqual(contextWindow);
          expect(asked.maxTokens).toBeGreaterThan(0);
        }
        if (scripted.calls > 1) divided += 1;
        expect(count(summary.text)).toBeLessThanOrEqual(maxTokens);
      },
    ),
    { seed: 20261123, numRuns: 150 },
  );
  expect(divided).toBeGreaterThan(0);
});

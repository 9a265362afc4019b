import { expect, test } from 'vitest';
import type { AbortSignalLike } from '../ground/platform/abort.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { extractiveSummarizer } from './extractive-summarizer.ts';
import { summarizeOrFallBack } from './summarize-or-fall-back.ts';
import type { Summarizer, Summary, SummaryRequest } from './summarizer.ts';

const request: SummaryRequest = {
  sources: [
    { seq: 1, role: 'user', text: 'Please rebook order ZFA04Y to 2026-05-20.' },
    { seq: 2, role: 'assistant', text: 'The order ZFA04Y was rebooked.' },
  ],
  maxTokens: 60,
  count: (text) => simpleCounter.count(text),
};

function aSummary(text: unknown, madeBy = 'tester'): Summary {
  return { madeBy, fromSeq: 1, toSeq: 2, text: text as string };
}

/** A summariser that answers this. */
function answering(answer: () => unknown): Summarizer {
  return { name: 'tester', summarize: async () => answer() as Summary };
}

function ask(summarizer: Summarizer, signal?: AbortSignalLike) {
  return summarizeOrFallBack(summarizer, request, {
    limitMs: 60_000,
    clock: aSimulatedClock(),
    signal,
  });
}

const extract = await extractiveSummarizer.summarize(request, {});

test('[CMP-10] what the summariser answered is used as it is', async () => {
  const summary = aSummary('Rebooked ZFA04Y to 2026-05-20.');
  expect(await ask(answering(() => summary))).toEqual({ summary });
});

test.each<[string, () => unknown, string]>([
  ['fails', () => Promise.reject(new Error('out of memory')), 'out of memory'],
  ['fails with no error', () => Promise.reject('lost'), 'lost'],
  ['answers nothing', () => undefined, 'it answered nothing'],
  ['answers an empty text', () => aSummary(' \n'), 'it answered nothing'],
  ['answers what is no text', () => aSummary(7), 'it answered nothing'],
  [
    'answers too much',
    () => aSummary('x'.repeat(244)),
    'it answered 61 tokens where 60 were allowed',
  ],
  [
    'answers too much under the name of the extractive one',
    () => aSummary('x'.repeat(244), extractiveSummarizer.name),
    'it answered 61 tokens where 60 were allowed',
  ],
  [
    'answers no text under the name of the extractive one',
    () => aSummary(undefined, extractiveSummarizer.name),
    'it answered nothing',
  ],
])(
  '[MOD-3] where it %s, the extractive summary stands in and says why',
  async (_what, answer, failure) => {
    expect(await ask(answering(answer))).toEqual({ summary: extract, failure });
  },
);

test('[MOD-3] a summariser that throws instead of rejecting is survived too', async () => {
  const summarize = () => {
    throw new Error('not ready');
  };
  expect((await ask({ name: 'tester', summarize })).failure).toBe('not ready');
});

test('[MOD-3] one that hangs is given up at its limit, and told to stop', async () => {
  const clock = aSimulatedClock();
  let its: AbortSignalLike | undefined;
  const summarizer: Summarizer = {
    name: 'tester',
    summarize: (_request, { signal }) => {
      its = signal;
      return new Promise(() => undefined);
    },
  };
  const asking = summarizeOrFallBack(summarizer, request, { limitMs: 400, clock });
  clock.advance(400);
  expect(await asking).toEqual({
    summary: extract,
    failure: 'it did not answer within 0.4 s',
  });
  expect(its?.aborted).toBe(true);
});

test('[MOD-3] a late answer changes nothing', async () => {
  const clock = aSimulatedClock();
  let answer: (summary: Summary) => void = () => undefined;
  const late = new Promise<Summary>((resolve) => {
    answer = resolve;
  });
  const asking = summarizeOrFallBack({ name: 'tester', summarize: () => late }, request, {
    limitMs: 400,
    clock,
  });
  clock.advance(400);
  answer(aSummary('Too late.'));
  expect((await asking).summary).toEqual(extract);
});

test('[CMP-7] an abort is passed on: then no summary is wanted at all', async () => {
  const { signal, abort } = aSimulatedAbort();
  const asking = ask({ name: 'tester', summarize: () => new Promise(() => undefined) }, signal);
  const reason = new Error('the user left');
  abort(reason);
  await expect(asking).rejects.toBe(reason);
});

test('[CMP-10] an extractive summary in which nothing was worth saying may be empty', async () => {
  const nothing = aSummary('', extractiveSummarizer.name);
  expect(await ask(answering(() => nothing))).toEqual({ summary: nothing });
});

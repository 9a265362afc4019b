import type { Summarizer, Summary, SummaryRequest } from '../condense/summarizer.ts';
import type { AbortSignalLike } from '../ground/platform/abort.ts';
import { nextTask } from '../ground/platform/clock.ts';

/** How a summariser behaves when it is asked. */
export type SummaryAnswer = Summarizer['summarize'];

/** A summariser that does as it is told, and counts its calls. */
export interface ScriptedSummarizer extends Summarizer {
  readonly calls: number;
  /** The requests that it got, and the signals that came along, in order. */
  readonly requests: readonly SummaryRequest[];
  readonly signals: readonly AbortSignalLike[];
  /** From now on it behaves like this. */
  behave(answer: SummaryAnswer): void;
  /** Resolves once it was asked for the `count`th time. */
  asked(count: number): Promise<void>;
}

export function aScriptedSummarizer(
  answer: SummaryAnswer = says('- all is well'),
  name = 'scripted',
): ScriptedSummarizer {
  let current = answer;
  const requests: SummaryRequest[] = [];
  const signals: AbortSignalLike[] = [];
  return {
    name,
    requests,
    signals,
    get calls() {
      return requests.length;
    },
    behave(next) {
      current = next;
    },
    async asked(count) {
      while (requests.length < count) await nextTask();
    },
    summarize(request, options) {
      requests.push(request);
      if (options.signal) signals.push(options.signal);
      return current(request, options);
    },
  };
}

/** Answers with this text. */
export function says(text: string): SummaryAnswer {
  return (request) => Promise.resolve(summaryOf(request, text));
}

/** Rejects with these words. */
export function fails(words: string): SummaryAnswer {
  return () => Promise.reject(new Error(words));
}

/** Never answers, and does not listen to its signal either. */
export const hangs: SummaryAnswer = () => new Promise<never>(() => undefined);

/** An answer that comes when the test wants it. */
export interface HeldAnswer {
  readonly answer: SummaryAnswer;
  /** Answers the newest call. */
  say(text: string): void;
  fail(words: string): void;
}

export function aHeldAnswer(): HeldAnswer {
  let say: HeldAnswer['say'] = notAsked;
  let fail: HeldAnswer['fail'] = notAsked;
  return {
    answer: (request) =>
      new Promise((resolve, reject) => {
        say = (text) => resolve(summaryOf(request, text));
        fail = (words) => reject(new Error(words));
      }),
    say: (text) => say(text),
    fail: (words) => fail(words),
  };
}

function notAsked(): never {
  throw new Error('Nobody has asked yet.');
}

/** A summary of just what was asked for. */
export function summaryOf({ sources }: SummaryRequest, text: string): Summary {
  const [fromSeq, toSeq] = [sources[0]?.seq ?? 0, sources.at(-1)?.seq ?? 0];
  return { madeBy: 'scripted', fromSeq, toSeq, text };
}

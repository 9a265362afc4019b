import {
  extractiveSummarizer,
  type ModelCall,
  type SummarizeOptions,
  type Summarizer,
  type SummaryRequest,
} from '@agent-memory/core';
import type { ModelStatus } from '@agent-memory/devtools/panel';
import { errorText } from '../app/error-text.ts';

/** How the summariser behaves from its next call on. */
export type SummariserMood = 'works' | 'fails' | 'hangs' | 'babbles';

/** A summariser that can be broken, to watch what memory and its breaker make of that. */
export interface BreakableSummarizer extends Summarizer {
  readonly mood: SummariserMood;
  readonly status: ModelStatus;
  behave(mood: SummariserMood): void;
  subscribe(listener: () => void): () => void;
}

const NAME = 'practice summariser';
const BABBLE = 'and then it said that it had said so, '.repeat(12);

/**
 * The summariser of this page: no model, so that it is here at once and offline. While it works it picks
 * sentences; broken, it rejects, never answers, or goes round in circles. It tells its calls as a model
 * would, in the session's own tokens.
 */
export function breakableSummarizer(nowMs: () => number = Date.now): BreakableSummarizer {
  const listeners = new Set<() => void>();
  let mood: SummariserMood = 'works';
  let status: ModelStatus = { phase: 'ready' };
  const set = (next: ModelStatus): void => {
    status = next;
    for (const listener of [...listeners]) listener();
  };

  return {
    name: NAME,
    get mood() {
      return mood;
    },
    get status() {
      return status;
    },
    behave(next) {
      mood = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async summarize(request, options) {
      const atMs = nowMs();
      const tell = (outcome: ModelCall['outcome'], text = ''): void =>
        options.onCall?.({
          ...{ model: NAME, purpose: 'background', atMs, ms: nowMs() - atMs, outcome },
          ...{ inputTokens: tokensOf(request), outputTokens: request.count(text) },
        });
      set({ phase: 'answering' });
      try {
        const text = await written(mood, request, options);
        tell({ kind: 'answered' }, text);
        set({ phase: 'ready' });
        const { fromSeq = 0, toSeq = 0 } = rangeOf(request);
        return { madeBy: NAME, fromSeq, toSeq, text };
      } catch (error) {
        const isAborted = options.signal?.aborted === true;
        tell({ kind: isAborted ? 'aborted' : 'failed' });
        const words = isAborted ? 'It gave no answer until it was ended.' : errorText(error);
        set({
          phase: 'ready',
          failure: { kind: isAborted ? 'silent' : 'refused' },
          failureText: words,
        });
        throw error;
      }
    },
  };
}

async function written(
  mood: SummariserMood,
  request: SummaryRequest,
  { signal }: SummarizeOptions,
): Promise<string> {
  switch (mood) {
    case 'works':
      return (await extractiveSummarizer.summarize(request, { ...(signal && { signal }) })).text;
    case 'fails':
      throw new Error('It was told to fail.');
    case 'hangs':
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    case 'babbles':
      return BABBLE;
    default:
      return mood satisfies never;
  }
}

function tokensOf({ sources, previous, count }: SummaryRequest): number {
  return count([previous?.text ?? '', ...sources.map(({ text }) => text)].join('\n'));
}

function rangeOf({ sources }: SummaryRequest): { fromSeq?: number; toSeq?: number } {
  const [first, last] = [sources[0], sources.at(-1)];
  return { ...(first && { fromSeq: first.seq }), ...(last && { toSeq: last.seq }) };
}

import {
  InvalidOptionError,
  type Summarizer,
  type SummaryRequest,
  systemClock,
} from '@agent-memory/core';
import { type KnownNames, rangeOf, refuseUnknown } from '@agent-memory/core/internal';
import { measured } from '../metering/measured.ts';
import { dividedSummary } from '../summary/divided-summary.ts';
import { LearnedShare } from '../summary/learned-share.ts';
import { matterOf } from '../summary/summary-task.ts';
import type { SummarizerApi, SummarizerOptions, SummarizerSession } from './built-in-api.ts';
import {
  BUILT_IN_OPTIONS,
  type BuiltInCall,
  BuiltInDoor,
  type BuiltInModel,
  type BuiltInOptions,
} from './built-in-session.ts';
import { correctionContext, summarizerContext } from './summarizer-context.ts';

/** Summaries by the browser's own model. */
export interface BuiltInSummarizerOptions extends BuiltInOptions {
  /** The length of the browser's summary of a part. Default: `long`. */
  readonly length?: SummarizerOptions['length'];
  /** Stands for the browser's `Summarizer`: a polyfill, or a fake in a test. */
  readonly summarizer?: SummarizerApi;
}

/** A summariser whose model the browser holds. */
export type BuiltInSummarizer = Summarizer & BuiltInModel;

const OPTIONS = {
  ...BUILT_IN_OPTIONS,
  length: true,
  summarizer: true,
} as const satisfies KnownNames<BuiltInSummarizerOptions>;

const LENGTHS: readonly unknown[] = [
  'short',
  'medium',
  'long',
] satisfies SummarizerOptions['length'][];
/** Kept free of the quota: tokens are estimated from a sample. */
const SAFETY_SHARE = 0.2;
const SAMPLE_CHARACTERS = 2_000;
const LEAST_ROOM = 160;

/**
 * The browser's own summariser (`Summarizer` in Chrome and Edge, in secure contexts) for a memory. What
 * does not fit its `inputQuota` is summarised part by part; answers are checked as those of
 * `modelSummarizer` are, made-up values included.
 *
 * `summarize` rejects with `LocalModelError` (`device-unsupported`, `download-not-allowed`,
 * `window-exceeded` …), with `SummaryRejectedError`, or with the signal's reason; a memory then takes the
 * extractive summary. Nothing is downloaded unless `load` is called or `download: 'allowed'` is given.
 *
 * @throws InvalidOptionError naming the option.
 *
 * @example
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 32_000,
 *   summarizer: builtInSummarizer({ languages: ['en'] }),
 * });
 */
export function builtInSummarizer(options: BuiltInSummarizerOptions = {}): BuiltInSummarizer {
  refuseUnknown(options, OPTIONS, 'builtInSummarizer');
  const { length = 'long', languages = [], summarizer } = options;
  if (!LENGTHS.includes(length)) {
    throw new InvalidOptionError('length', `must be ${LENGTHS.join(', ')}; got ${length}.`);
  }
  const findApi = (): SummarizerApi | undefined => {
    const page = globalThis as { readonly Summarizer?: SummarizerApi };
    return summarizer ?? page.Summarizer;
  };
  const door = new BuiltInDoor<SummarizerOptions, SummarizerSession>(options, findApi);
  const settings: SummarizerOptions = {
    type: 'key-points',
    format: 'plain-text',
    length,
    sharedContext: summarizerContext(),
    ...languageSettings(languages),
  };
  const learned = new LearnedShare();
  const windowOf = ({ inputQuota }: SummarizerSession): number => inputQuota;

  return {
    name: door.name,
    dividesRequests: true,
    availability: () => door.availability(settings),
    load: ({ signal } = {}) =>
      door.withSession({
        settings: () => settings,
        mayDownload: true,
        signal,
        windowOf,
        use: async () => undefined,
      }),
    async summarize(request, { signal, onCall }) {
      const about = {
        model: door.name,
        purpose: 'background',
        signal,
        clock: systemClock,
      } as const;
      const text = await door.withSession({
        settings: () => settings,
        mayDownload: false,
        signal,
        windowOf,
        use: (session, call) =>
          learned.attempt(async (share) => {
            const roomTokens = await roomOf(session, call, request, share);
            return dividedSummary(request, {
              roomTokens,
              signal,
              ask: async (task) => {
                const context = correctionContext(task.invented);
                const answer = session.summarize(matterOf(task).trim(), {
                  signal: call.signal,
                  ...(context !== '' && { context }),
                });
                const text = await measured(
                  () => call.wait(answer),
                  about,
                  (told) => onCall?.(told),
                );
                return { text, isCut: false };
              },
            });
          }),
      });
      return { madeBy: door.name, ...rangeOf(request), text };
    },
  };
}

function languageSettings(languages: readonly string[]): Partial<SummarizerOptions> {
  const [outputLanguage] = languages;
  if (outputLanguage === undefined) return {};
  return {
    expectedInputLanguages: languages,
    // The context is told in English.
    expectedContextLanguages: ['en'],
    outputLanguage,
  };
}

/** Room for text and summary in the session's tokens: the browser counts otherwise, so a sample is measured. */
async function roomOf(
  session: SummarizerSession,
  call: BuiltInCall,
  { sources, count }: SummaryRequest,
  share: number,
): Promise<number> {
  const { inputQuota } = session;
  if (!Number.isFinite(inputQuota)) return Number.POSITIVE_INFINITY;
  const sample = sampleOf(sources);
  const measure = (text: string) =>
    call.wait(session.measureInputUsage(text, { signal: call.signal }));
  const ownTokens = await measure('.');
  const perToken = sample === '' ? 1 : ((await measure(sample)) - ownTokens) / count(sample);
  const free =
    inputQuota * share * (1 - SAFETY_SHARE) - ownTokens - count(correctionContext(['.']));
  return Math.max(LEAST_ROOM, Math.floor(free / Math.max(perToken, 0.5)));
}

/** Pieces from all of the conversation: prose costs otherwise than code. */
function sampleOf(sources: SummaryRequest['sources']): string {
  const step = Math.max(1, Math.floor(sources.length / 10));
  const picked = sources.filter((_, index) => index % step === 0);
  return picked
    .map(({ text, toolArguments = [] }) =>
      `${text} ${toolArguments.join(' ')}`.slice(0, SAMPLE_CHARACTERS / 10),
    )
    .join('\n')
    .trim();
}

import type { CompactionOptions, MemoryFeature, Summarizer } from '@agent-memory/core';
import { breakableSummarizer } from '../assistant/breakable-summarizer.ts';
import type { Headroom } from '../session/input-budget.ts';
import { jobsUnderWay } from './jobs-under-way.ts';

/** The parts of a memory that one recorded session needs to show its point. */
export interface SessionSetup {
  readonly features?: readonly MemoryFeature[];
  readonly summarizer?: Summarizer;
  readonly compaction?: CompactionOptions;
  /** Kept free on top of the input budget, in tokens. */
  readonly headroom?: Headroom;
}

const PLAIN: SessionSetup = {};

const SETUPS: Readonly<Record<string, () => SessionSetup>> = {
  'bundled/parallel': () => ({
    features: [jobsUnderWay],
    headroom: { maxReplyTokens: 600, safetyTokens: 200, toolResultTokens: 1_200 },
  }),
  'bundled/outage': () => ({
    summarizer: summarizerWithOutage(OUTAGE),
    compaction: {
      // One call for each compaction, and the next compaction is the trial: a session that is played fast
      // shows the same as one that is played slowly.
      prepareAt: 1,
      breaker: { failures: 2, coolDownMs: 0 },
    },
  }),
};

/** The setup of a session by its name, such as `bundled/outage`, made anew; most have a plain memory. */
export function setupOf(name: string): SessionSetup {
  return SETUPS[name]?.() ?? PLAIN;
}

/** The messages at which the model of `outage` cannot be reached, by their numbers. */
const OUTAGE = { fromSeq: 20, toSeq: 60 };

/** Fails wherever the newest message that it is to summarise lies in the outage: by the session, not by the clock. */
function summarizerWithOutage({ fromSeq, toSeq }: typeof OUTAGE): Summarizer {
  const inner = breakableSummarizer();
  return {
    name: inner.name,
    summarize(request, options) {
      const newest = request.sources.at(-1)?.seq ?? 0;
      inner.behave(newest >= fromSeq && newest < toSeq ? 'fails' : 'works');
      return inner.summarize(request, options);
    },
  };
}

import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { KnownRecord } from '../records/standing.ts';
import type { Listing } from './listing.ts';
import type { CallOptions, SessionStart, SessionSummaryDraft } from './long-term-memory.ts';
import { pagesOf } from './pages.ts';
import type { Retriever } from './retriever.ts';

/** PERSISTED: keys of the summaries of sessions begin with it. */
const SUMMARY_KEY = 'session-summary:';
const LIKEST = 3;

/** One for each session: its key makes the next one replace it. */
export function draftOfSummary({ sessionId, ...summary }: SessionSummaryDraft): MemoryDraft {
  const defaults = { type: 'user', source: 'agent_inferred' } as const;
  const own = { kind: 'episode', nature: 'session-summary', key: SUMMARY_KEY + sessionId } as const;
  return { ...defaults, ...summary, ...own };
}

/** The memory that a new session gets from earlier ones [LTM-9]. */
export async function startOfSession(
  { task, limit = LIKEST }: { readonly task: string; readonly limit?: number },
  { listing, retriever }: { readonly listing: Listing; readonly retriever: Retriever },
  options: CallOptions,
): Promise<SessionStart> {
  const [summary, strategies, episodes] = await Promise.all([
    lastSummary(listing, options),
    retriever.retrieve({ text: task, kinds: ['strategy'], limit }, options),
    retriever.retrieve({ text: task, kinds: ['episode'], limit: limit + 1 }, options),
  ]);
  const others = episodes.hits.filter(({ record }) => record.id !== summary?.record.id);
  return {
    ...(summary === undefined ? {} : { summary }),
    strategies: strategies.hits,
    episodes: others.slice(0, limit),
  };
}

async function lastSummary(
  listing: Listing,
  { signal }: CallOptions,
): Promise<KnownRecord | undefined> {
  const filter = { kinds: ['episode'], keyPrefix: SUMMARY_KEY } as const;
  for await (const items of pagesOf((at) => listing.list(filter, { signal, limit: 10, ...at }))) {
    const newest = items.find(({ record }) => record.muted !== true);
    if (newest) return newest;
  }
  return undefined;
}

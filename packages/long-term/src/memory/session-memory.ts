import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { KnownRecord } from '../records/standing.ts';
import type { Drafts } from './drafts.ts';
import type { Listing } from './listing.ts';
import type {
  CallOptions,
  SessionStart,
  SessionSummaryDraft,
  WriteOutcome,
} from './long-term-memory.ts';
import type { Retriever } from './retriever.ts';

/** PERSISTED: keys of the summaries of sessions begin with it. */
const SUMMARY_KEY = 'session-summary:';
const LIKEST = 3;

/** Hands summaries, strategies and episodes on from one session to the next. */
export class SessionMemory {
  readonly #drafts: Drafts;
  readonly #listing: Listing;
  readonly #retriever: Retriever;

  constructor(drafts: Drafts, listing: Listing, retriever: Retriever) {
    this.#drafts = drafts;
    this.#listing = listing;
    this.#retriever = retriever;
  }

  /** One for each session: its key makes the next one take its place. */
  summarize(summary: SessionSummaryDraft, { signal }: CallOptions): Promise<WriteOutcome> {
    const { sessionId, text, type = 'user', source = 'agent_inferred', ...rest } = summary;
    const draft: MemoryDraft = {
      ...rest,
      type,
      kind: 'episode',
      nature: 'session-summary',
      key: SUMMARY_KEY + sessionId,
      text,
      source,
    };
    return this.#drafts.store(draft, signal);
  }

  async startOf(
    { task, limit = LIKEST }: { readonly task: string; readonly limit?: number },
    options: CallOptions,
  ): Promise<SessionStart> {
    const [summary, strategies, episodes] = await Promise.all([
      this.#lastSummary(options),
      this.#retriever.retrieve({ text: task, kinds: ['strategy'], limit }, options),
      this.#retriever.retrieve({ text: task, kinds: ['episode'], limit: limit + 1 }, options),
    ]);
    return {
      ...(summary === undefined ? {} : { summary }),
      strategies: strategies.hits,
      episodes: episodes.hits
        .filter(({ record }) => record.id !== summary?.record.id)
        .slice(0, limit),
    };
  }

  async #lastSummary({ signal }: CallOptions): Promise<KnownRecord | undefined> {
    let after: string | undefined;
    do {
      const at = after === undefined ? {} : { after };
      const filter = { kinds: ['episode'], keyPrefix: SUMMARY_KEY } as const;
      const page = await this.#listing.list(filter, { signal, limit: 10, ...at });
      const newest = page.items.find(({ record }) => record.muted !== true);
      if (newest) return newest;
      after = page.next;
    } while (after !== undefined);
    return undefined;
  }
}

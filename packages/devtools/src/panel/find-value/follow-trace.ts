import { errorText } from '@agent-memory/core/internal';
import type { DevtoolsSource } from '../../source/devtools-source.ts';
import type { FoundValue } from '../../view-model/value-answer.ts';

/** The state of a question for a value. */
export type TraceNews =
  | { readonly status: 'here'; readonly found: FoundValue }
  | { readonly status: 'failed'; readonly message: string };

/** A trace that is made anew as the session goes on. */
export interface FollowedTrace {
  /** Something happened in the session: traces again, behind the trace that may be under way. */
  readonly renew: () => void;
  readonly stop: () => void;
}

/**
 * Traces a phrase and tells the outcome. One trace at a time: news that come meanwhile make one more,
 * so that an answer comes however fast a session goes on.
 */
export function followTrace(
  source: DevtoolsSource,
  phrase: string,
  tell: (news: TraceNews) => void,
): FollowedTrace {
  const abort = new AbortController();
  const { signal } = abort;
  let isTracing = false;
  let isStale = false;

  async function trace(): Promise<void> {
    isTracing = true;
    do {
      isStale = false;
      const news = await answered(source, phrase, signal);
      if (signal.aborted) return;
      tell(news);
    } while (isStale);
    isTracing = false;
  }

  void trace();
  return {
    renew: () => {
      isStale = true;
      if (!isTracing) void trace();
    },
    stop: () => abort.abort(new Error('Something else is looked for.')),
  };
}

async function answered(
  source: DevtoolsSource,
  phrase: string,
  signal: AbortSignal,
): Promise<TraceNews> {
  try {
    return { status: 'here', found: await findValue(source, phrase, signal) };
  } catch (error) {
    return { status: 'failed', message: errorText(error) };
  }
}

/** Traces a phrase, and asks why it is not in the context where it is not. */
async function findValue(
  source: DevtoolsSource,
  phrase: string,
  signal: AbortSignal,
): Promise<FoundValue> {
  // A source that an app wrote for an older panel may have none, whatever its type says.
  if (typeof source.trace !== 'function') {
    throw new Error('the page with this memory has an older version.');
  }
  const trace = await source.trace(phrase, { signal });
  if (trace.itemIds.length > 0) return { trace };
  const seq = trace.seqs.at(-1);
  const entry = seq === undefined ? undefined : await source.entry(seq);
  const decision = entry && (await source.explain(entry.id));
  return { trace, decision, ...(await recordsWith(source, phrase)) };
}

async function recordsWith(
  { longTerm }: DevtoolsSource,
  phrase: string,
): Promise<Pick<FoundValue, 'records' | 'recordsProblem'>> {
  if (!longTerm) return {};
  try {
    const { records, next } = await longTerm.page({ phrase }, { limit: MOST_RECORDS });
    return { records: { count: records.length, hasMore: next !== undefined } };
  } catch (error) {
    return { recordsProblem: errorText(error) };
  }
}

const MOST_RECORDS = 20;

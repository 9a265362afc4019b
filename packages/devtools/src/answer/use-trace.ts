import { errorText } from '@agent-memory/core/internal';
import { useEffect, useRef, useState } from 'react';
import type { ValueTrace } from '../source/call-facts.ts';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';

/** The answer to a phrase; `undefined` while it is waited for, and where nothing is looked for. */
export function useTrace(
  source: DevtoolsSource,
  { plan, entries, calls }: DevtoolsState,
  phrase: string,
  isShown: boolean,
): TraceNews | undefined {
  const [known, setKnown] = useState<{ of: object; phrase: string; news: TraceNews }>();
  const followed = useRef<ReturnType<typeof followTrace>>(undefined);

  useEffect(() => {
    if (phrase === '' || !isShown) return;
    const trace = followTrace(source, phrase, (news) => setKnown({ of: source, phrase, news }));
    followed.current = trace;
    return () => {
      trace.stop();
      followed.current = undefined;
    };
  }, [source, phrase, isShown]);

  const { last } = calls;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new context, message or call may have the value
  useEffect(() => {
    if (!isFirst.current) followed.current?.renew();
    isFirst.current = false;
  }, [plan, entries, last]);

  return known?.of === source && known.phrase === phrase ? known.news : undefined;
}

/** The state of a question for a value. */
type TraceNews =
  | { readonly status: 'here'; readonly trace: ValueTrace }
  | { readonly status: 'failed'; readonly message: string };

/**
 * Traces a phrase and tells the outcome. One trace at a time: changes that come during it cause one more,
 * so that an answer comes however fast a session continues.
 */
function followTrace(source: DevtoolsSource, phrase: string, tell: (news: TraceNews) => void) {
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
    /** Something happened in the session: traces again, behind the trace that may be under way. */
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
    // A source that an app wrote for an older panel may have none, whatever its type says.
    if (typeof source.trace !== 'function') {
      throw new Error('the page with this memory has an older version.');
    }
    return { status: 'here', trace: await source.trace(phrase, { signal }) };
  } catch (error) {
    return { status: 'failed', message: errorText(error) };
  }
}

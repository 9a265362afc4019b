import { useEffect, useRef, useState } from 'react';
import type { DevtoolsSource, DevtoolsState } from '../../source/devtools-source.ts';
import { type FollowedTrace, followTrace, type TraceNews } from './follow-trace.ts';

/** The answer to a phrase; `undefined` while it is waited for, and where nothing is looked for. */
export function useTrace(
  source: DevtoolsSource,
  { plan, entries, calls }: DevtoolsState,
  phrase: string,
  isShown: boolean,
): TraceNews | undefined {
  const [known, setKnown] = useState<{ of: object; phrase: string; news: TraceNews }>();
  const followed = useRef<FollowedTrace>(undefined);

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

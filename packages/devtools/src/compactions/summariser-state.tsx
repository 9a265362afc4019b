import type { ReactNode } from 'react';
import { usePanel } from '../elements/panel-context.ts';
import { describeBreaker, summaryWords, usesWords } from './schedule-words.ts';

/** What the summariser does at the moment, how its summaries fared, and its breaker; nothing while both are idle. */
export function SummariserState(): ReactNode {
  const { summary, breaker, planAtMs } = usePanel().state;
  const { badge, meaning, tone } = describeBreaker(breaker, planAtMs);
  const isIdle = summary.status === 'idle';
  if (isIdle && !summary.uses && tone !== 'warning') return null;
  return (
    <dl className="health summariser">
      {!isIdle && (
        <div>
          <dt>Summariser</dt>
          <dd role="status">
            {summary.name}, {summaryWords(summary)}
          </dd>
        </div>
      )}
      {summary.uses && (
        <div>
          <dt>Summaries</dt>
          <dd>{usesWords(summary.uses)}</dd>
        </div>
      )}
      {tone === 'warning' && (
        <div>
          <dt>Breaker</dt>
          <dd role="status">
            <span className="tag breaker" data-tone={tone}>
              {badge}
            </span>{' '}
            {meaning}
          </dd>
        </div>
      )}
    </dl>
  );
}

import type { ReactNode } from 'react';
import { usePanel } from '../elements/panel-context.ts';
import { describeBreaker, summaryWords, usesWords } from './schedule-words.ts';

/** The summariser, its work at the moment, and whether it may be asked. */
export function SummariserState(): ReactNode {
  const { state } = usePanel();
  const { badge, meaning, tone } = describeBreaker(state.breaker, state.planAtMs);
  return (
    <dl className="health summariser">
      <div>
        <dt>Summariser</dt>
        <dd>
          <span role="status">
            {state.summary.name}, {summaryWords(state.summary)}
          </span>
        </dd>
      </div>
      {state.summary.uses && (
        <div>
          <dt>Summaries</dt>
          <dd>{usesWords(state.summary.uses)}</dd>
        </div>
      )}
      <div>
        <dt>Breaker</dt>
        <dd>
          <span role="status">
            <span className="tag breaker" data-tone={tone}>
              {badge}
            </span>{' '}
            {meaning}
          </span>
        </dd>
      </div>
    </dl>
  );
}

import { type ReactNode, useMemo } from 'react';
import { formatMoment } from '../../view-model/format.ts';
import { summaryCalls } from '../../view-model/model-ledger.ts';
import { usePanel } from '../parts/panel-context.ts';

/** The newest summaries that a summariser was asked for: who wrote each, what it took, what failed. */
export function SummaryCalls(): ReactNode {
  const { state } = usePanel();
  const calls = useMemo(() => summaryCalls(state.compactions), [state.compactions]);
  if (calls.length === 0) return null;
  return (
    <section aria-label="Summaries">
      <h2>Summaries, newest first</h2>
      <ol className="summary-calls" aria-label="Summaries, newest first">
        {calls.map(({ id, atMs, writer, figures, failure }) => (
          <li key={id}>
            <time dateTime={new Date(atMs).toISOString()}>
              {formatMoment(atMs, state.planAtMs)}
            </time>
            <div>
              <p>
                <span className="summary-writer">{writer}</span>{' '}
                <span className="quiet">{figures}</span>
              </p>
              {failure !== undefined && (
                <p className="model-bad">The summariser that was asked failed: {failure}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

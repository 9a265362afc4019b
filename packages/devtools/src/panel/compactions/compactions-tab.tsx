import { type ReactNode, useState } from 'react';
import { formatCount } from '../../view-model/format.ts';
import { EmptyView } from '../parts/empty-view.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { CompactionCard } from './compaction-card.tsx';
import { CompactionPreview } from './compaction-preview.tsx';
import { SummariserState } from './summariser-state.tsx';

/** Records drawn at first, and added each time more are asked for. */
const PAGE_SIZE = 20;

/**
 * The summariser and its breaker, a compaction that can be tried out, and every compaction that the
 * memory keeps on record, newest first [DEV-4].
 */
export function CompactionsTab(): ReactNode {
  const { state } = usePanel();
  const [shown, setShown] = useState(PAGE_SIZE);
  const newestFirst = state.compactions.toReversed();
  const older = newestFirst.length - shown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="compactions" aria-label="Compactions, newest first" tabIndex={0}>
      <SummariserState />
      <CompactionPreview />
      {newestFirst.length === 0 && <NoCompactions />}
      <ol>
        {newestFirst.slice(0, shown).map((record) => (
          <li key={record.id}>
            <CompactionCard record={record} />
          </li>
        ))}
      </ol>
      {older > 0 && (
        <button
          type="button"
          className="button"
          onClick={() => setShown((count) => count + PAGE_SIZE)}
        >
          Show {formatCount(Math.min(older, PAGE_SIZE), 'older one')}
        </button>
      )}
    </section>
  );
}

function NoCompactions(): ReactNode {
  const { state } = usePanel();
  const high = state.plan?.budget.highTokens;
  return (
    <EmptyView title="Nothing has been compacted yet">
      {high === undefined
        ? 'Compaction starts when it pays, at the latest at the high watermark, or when compact() is called.'
        : `Compaction starts when it pays, at the latest when the context passes ${formatCount(high, 'token')}, or when compact() is called.`}{' '}
      Each one is listed here, stage by stage, with the messages that left.
    </EmptyView>
  );
}

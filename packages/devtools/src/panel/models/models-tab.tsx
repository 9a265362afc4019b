import type { ReactNode } from 'react';
import { SummariserState } from '../compactions/summariser-state.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { LedgerTable } from './ledger-table.tsx';
import { ModelCards } from './model-cards.tsx';
import { SummaryCalls } from './summary-calls.tsx';

/**
 * The summariser with its breaker, the models that the app shows, what each took, and the newest
 * summaries [DEV-15].
 */
export function ModelsTab(): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="models" aria-label="Models" tabIndex={0}>
      <div>
        <SummariserState />
        <SummaryTrouble />
      </div>
      <ModelCards />
      <LedgerTable />
      <SummaryCalls />
    </section>
  );
}

function SummaryTrouble(): ReactNode {
  const { state } = usePanel();
  const trouble = state.degraded.find(({ code }) => code === 'SUMMARIZER_FAILED');
  return trouble ? <p className="model-trouble">{trouble.message}</p> : null;
}

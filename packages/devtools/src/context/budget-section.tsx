import { type CSSProperties, type ReactNode, useMemo } from 'react';
import type { PlanFacts } from '../source/devtools-source.ts';
import { formatCount, formatWhole } from '../words/format.ts';
import { tierWords } from '../words/item-words.ts';
import { type BudgetBar, budgetBar, totalsLine } from './budget-bar.ts';

/** The use of the window in a line: the total, and one stacked bar with its watermarks. */
export function BudgetSection({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const bar = useMemo(() => budgetBar(plan), [plan]);
  return (
    <section className="budget" aria-label="Budget">
      <p className="total" data-over={bar.overTokens > 0}>
        {totalsLine(plan)}
      </p>
      <Bar bar={bar} />
    </section>
  );
}

function Bar({ bar }: { readonly bar: BudgetBar }): ReactNode {
  const segments = bar.segments.map(({ part, tokens }) => ({
    part,
    tokens,
    name: tierWords(part).name,
  }));
  const spoken = segments.map(({ name, tokens }) => `${name} ${formatWhole(tokens)}`).join(', ');
  const due = bar.ticks.find(({ isDue }) => isDue);
  return (
    <div className="bar-frame">
      <div
        className="bar"
        role="img"
        aria-label={`Tokens by tier: ${spoken}${due ? `; next compaction due at ${formatWhole(due.tokens)}` : ''}`}
      >
        {segments.map(({ part, tokens, name }) => (
          <span
            key={part}
            className="segment"
            data-part={part}
            title={`${name}: ${formatCount(tokens, 'token')}`}
            style={{ flexGrow: tokens, ...(tokens === 0 && { display: 'none' }) }}
          />
        ))}
      </div>
      <div className="ticks" aria-hidden="true">
        {bar.ticks.map((tick) => (
          <span
            key={tick.mark}
            className="tick"
            data-mark={tick.mark}
            data-due={tick.isDue}
            style={{ left: `calc(${tick.at} * (100% - 1px))` }}
          />
        ))}
        {bar.overTokens > 0 && <span className="over" style={overPlace(bar)} />}
      </div>
    </div>
  );
}

/** From the limit to where what is sent ends. */
function overPlace({ overTokens, totalTokens, ticks }: BudgetBar): CSSProperties {
  const limit = ticks.find((tick) => tick.mark === 'limit')?.at ?? 1;
  return { left: `${limit * 100}%`, width: `${(overTokens / totalTokens) * 100}%` };
}

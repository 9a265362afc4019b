import { Tooltip } from 'radix-ui';
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { usePanel } from '../elements/panel-context.ts';
import { useElementWidth } from '../elements/use-element-size.ts';
import type { PlanFacts } from '../source/devtools-source.ts';
import { formatPerMille, formatWhole } from '../words/format.ts';
import { tierWords } from '../words/item-words.ts';
import {
  type BarSegment,
  type BarTick,
  type BudgetBar,
  budgetBar,
  placeTickLabels,
  segmentPixels,
  totalsLine,
} from './budget-bar.ts';
import { itemKey } from './context-rows.ts';
import { useContextView } from './context-view.ts';

/** The use of the window: total, one stacked bar with its watermarks, and a legend with figures. */
export function BudgetSection({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const bar = useMemo(() => budgetBar(plan), [plan]);
  return (
    <section className="budget" aria-label="Budget">
      <div className="budget-body">
        <div className="totals">
          <p className="total" data-over={bar.overTokens > 0}>
            {totalsLine(plan)}
          </p>
          <p className="window">window {formatWhole(plan.budget.contextWindow)}</p>
        </div>
        <Bar bar={bar} />
        <ul className="legend">
          {bar.segments.map((segment) => (
            <li key={segment.part}>
              <LegendEntry segment={segment} plan={plan} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Bar({ bar }: { readonly bar: BudgetBar }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const pixels = useMemo(() => segmentPixels(bar, width), [bar, width]);
  const labels = useMemo(
    () =>
      placeTickLabels(
        bar.ticks.map((tick) => ({ tick, text: tickText(tick, isHighAtLimit(bar)) })),
        width,
      ),
    [bar, width],
  );
  const spoken = bar.segments
    .map(({ part, tokens }) => `${tierWords(part).name} ${formatWhole(tokens)}`)
    .join(', ');
  const due = bar.ticks.find(({ isDue }) => isDue);
  return (
    <div className="bar-frame" ref={frame}>
      <div
        className="bar"
        role="img"
        aria-label={`Tokens by tier: ${spoken}${due ? `; next compaction due at ${formatWhole(due.tokens)}` : ''}`}
      >
        {bar.segments.map(({ part }, index) => (
          <span
            key={part}
            className="segment"
            data-part={part}
            style={{ width: `${pixels[index] ?? 0}px` }}
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
            style={{ left: `${Math.min(width - 1, Math.round(tick.at * width))}px` }}
          />
        ))}
        {bar.overTokens > 0 && <span className="over" style={overPlace(bar)} />}
        {labels.map(({ mark, text, left, width: labelWidth }) => (
          <span
            key={mark}
            className="tick-label"
            data-mark={mark}
            style={{ left: `${left}px`, width: `${labelWidth}px` }}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** From the limit to where what is sent ends. */
function overPlace({ overTokens, totalTokens, ticks }: BudgetBar): CSSProperties {
  const limit = ticks.find((tick) => tick.mark === 'limit')?.at ?? 1;
  return { left: `${limit * 100}%`, width: `${(overTokens / totalTokens) * 100}%` };
}

/** The high watermark is at the limit where no model has to summarise; then one label says both. */
function isHighAtLimit(bar: BudgetBar): boolean {
  return bar.ticks.every(({ mark }) => mark !== 'high');
}

function tickText({ mark, tokens, isDue }: BarTick, saysHighToo: boolean): string {
  const name = mark === 'limit' && saysHighToo ? 'limit and high' : mark;
  return `${isDue && mark !== 'due' ? 'due at ' : ''}${name} ${formatWhole(tokens)}`;
}

function LegendEntry(props: { readonly segment: BarSegment; readonly plan: PlanFacts }): ReactNode {
  const { segment, plan } = props;
  const { overlays } = usePanel();
  const { dispatch } = useContextView();
  const { part, tokens, perMille } = segment;
  const first = plan.items.find((item) => item.tier === part);
  const figures = (
    <>
      <span className="swatch" data-part={part} aria-hidden="true" />
      <span className="legend-name">{tierWords(part).name}</span>
      <span className="legend-tokens">{formatWhole(tokens)}</span>
      <span className="legend-share">{formatPerMille(perMille)}</span>
    </>
  );
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          className="legend-entry"
          aria-disabled={first === undefined}
          onClick={() => {
            if (first) dispatch({ type: 'go-to', key: itemKey(first.id) });
          }}
        >
          {figures}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal container={overlays}>
        <Tooltip.Content className="tooltip" sideOffset={6} collisionPadding={8}>
          {tierWords(part).name}: {tierWords(part).meaning}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

import { describeSchedule } from '@agent-memory/explain';
import { type ReactNode, useId } from 'react';
import {
  describeCache,
  describeLedger,
  nextCompactionThenWords,
  nextCompactionWords,
} from '../compactions/schedule-words.ts';
import { FoldToggle, Press } from '../elements/elements.tsx';
import { usePanel } from '../elements/panel-context.ts';
import type { PlanFacts } from '../source/devtools-source.ts';
import { asSentence } from '../words/format.ts';
import { itemTitle } from '../words/item-words.ts';
import { itemKey } from './context-rows.ts';
import { useContextView } from './context-view.ts';

/** The outlook: the next compaction in a line; opened, with its cause, the prompt cache and the provider's figures. */
export function PlanHealth({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const { source, state } = usePanel();
  const { view, dispatch } = useContextView();
  const listId = useId();
  const isOpen = view.isOutlookOpen;
  return (
    <dl id={listId} className="health" data-open={isOpen}>
      <div>
        <dt>
          <FoldToggle
            isOpen={isOpen}
            controls={listId}
            onToggle={(toOpen) => dispatch({ type: 'change', change: { isOutlookOpen: toOpen } })}
          >
            Outlook
          </FoldToggle>
        </dt>
        <dd>
          <span className="verdict" data-state={plan.schedule.state}>
            {source.past ? nextCompactionThenWords(plan) : nextCompactionWords(plan, state.breaker)}
          </span>
          {isOpen && <span className="cause"> {asSentence(describeSchedule(plan.schedule))}</span>}
        </dd>
      </div>
      {isOpen && <CacheLine plan={plan} />}
      {isOpen && <DriftLine plan={plan} />}
    </dl>
  );
}

function CacheLine({ plan }: { readonly plan: PlanFacts }): ReactNode {
  if (!plan.cache) return null;
  const { parts, figures, cause, changedItemId } = describeCache(plan.cache);
  return (
    <div>
      <dt>Prompt cache</dt>
      <dd>
        <span className="cache-bar" aria-hidden="true">
          {parts.map(({ part, share }) => (
            <span key={part} data-cache={part} style={{ width: `${share * 100}%` }} />
          ))}
        </span>
        <span className="figures-line">{figures}</span>
        {cause !== undefined && (
          <span className="cause">
            {changedItemId !== undefined && (
              <>
                first change: <ChangedItem plan={plan} itemId={changedItemId} />,{' '}
              </>
            )}
            {cause}
          </span>
        )}
      </dd>
    </div>
  );
}

function ChangedItem(props: { readonly plan: PlanFacts; readonly itemId: string }): ReactNode {
  const { plan, itemId } = props;
  const { dispatch } = useContextView();
  const item = plan.items.find(({ id }) => id === itemId);
  if (!item) return 'what was sent before';
  return (
    <Press look="link" onClick={() => dispatch({ type: 'go-to', key: itemKey(item.id) })}>
      {itemTitle(item)}
    </Press>
  );
}

function DriftLine({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const { ledger } = usePanel().state;
  const words = describeLedger(ledger, plan.ledger.predictedTokens);
  if (!words) return null;
  return (
    <div>
      <dt>Provider</dt>
      <dd>
        <span className="figures-line">
          {words.reported}, drift <strong>{words.drift}</strong>
        </span>
        <span className="cause">{words.learned}</span>
      </dd>
    </div>
  );
}

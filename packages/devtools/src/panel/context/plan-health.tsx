import { describeSchedule } from '@agent-memory/core';
import type { ReactNode } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { itemKey } from '../../view-model/context-rows.ts';
import { describeCache } from '../../view-model/describe-cache.ts';
import { describeLedger } from '../../view-model/describe-ledger.ts';
import { itemTitle } from '../../view-model/item-words.ts';
import { verdictOf } from '../../view-model/schedule-words.ts';
import { usePanel } from '../parts/panel-context.ts';

/** The outlook: the next compaction, the prompt cache, the drift from the provider's figures. */
export function PlanHealth({ plan }: { readonly plan: PlanFacts }): ReactNode {
  return (
    <dl className="health">
      <ScheduleLine plan={plan} />
      <CacheLine plan={plan} />
      <DriftLine plan={plan} />
    </dl>
  );
}

function ScheduleLine({ plan }: { readonly plan: PlanFacts }): ReactNode {
  return (
    <div>
      <dt>Compaction</dt>
      <dd>
        <span className="verdict" data-state={plan.schedule.state}>
          {verdictOf(plan.schedule)}
        </span>
        : {describeSchedule(plan.schedule)}
      </dd>
    </div>
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

function ChangedItem({
  plan,
  itemId,
}: {
  readonly plan: PlanFacts;
  readonly itemId: string;
}): ReactNode {
  const { dispatch } = usePanel();
  const item = plan.items.find(({ id }) => id === itemId);
  if (!item) return 'what was sent before';
  return (
    <button
      type="button"
      className="link"
      onClick={() => dispatch({ type: 'go-to', key: itemKey(item.id) })}
    >
      {itemTitle(item)}
    </button>
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

import { describeDecision, type ValueAction } from '@agent-memory/explain';
import { type ReactNode, useState } from 'react';
import { Press } from '../elements/elements.tsx';
import { arrived, useAction, useAnswer, usePanel } from '../elements/panel-context.ts';
import type { BringingBack } from '../source/bring-back.ts';
import { formatWhole } from '../words/format.ts';

/** The steps that bring a value back; nothing changes before one is pressed. */
export function AnswerActions({
  actions,
}: {
  readonly actions: readonly ValueAction[];
}): ReactNode {
  const { live } = usePanel();
  const { bringBack } = live;
  const [done, setDone] = useState('');
  const { run, isRunning, failure } = useAction(() => setDone('Done: the next context has it.'));
  if (actions.length === 0) return null;
  return (
    <>
      {actions.map((action) =>
        action.kind === 'settings' ? (
          <Settings key={action.kind} itemId={action.itemId} onSet={run} />
        ) : (
          bringBack && (
            <Press
              key={action.kind}
              title={action.kind === 'note' ? `Sends with each context: ${action.text}` : undefined}
              disabled={isRunning}
              onClick={() => run(() => bringBack(action))}
            >
              {titleOf(action)}
            </Press>
          )
        ),
      )}
      <span role="status" className="outcome">
        {failure ?? done}
      </span>
    </>
  );
}

const TITLES = {
  'move-head': 'Continue that branch',
  unmute: 'Allow recall',
  release: 'Release it',
  restore: 'Remember it again',
} as const;

function titleOf(action: BringingBack): string {
  if (action.kind !== 'note') return TITLES[action.kind];
  return action.of.startsWith('#') ? `Pin ${action.of}` : 'Pin the record';
}

/** The settings that send it whole: a button where the app lets the budget be set, else in words. */
function Settings(props: {
  readonly itemId: string;
  readonly onSet: (set: () => Promise<void>) => void;
}): ReactNode {
  const { itemId, onSet } = props;
  const { live } = usePanel();
  const found = arrived(
    useAnswer(
      async () => ({
        remedies: (await live.remedies?.(itemId)) ?? [],
        decision: await live.explain(itemId),
      }),
      [live, itemId],
    ),
  );
  const [remedy, ...others] = found?.remedies ?? [];
  if (!remedy || !found?.decision) return null;
  const { setBudget } = live;
  if (!setBudget || others.length > 0 || remedy.option !== 'inputBudget') {
    const { remedies, decision } = found;
    return <span className="quiet">{describeDecision({ ...decision, remedies }).remedy}</span>;
  }
  return (
    <Press onClick={() => onSet(async () => void (await setBudget(remedy.atLeast)))}>
      Set a budget of {formatWhole(remedy.atLeast)}
    </Press>
  );
}

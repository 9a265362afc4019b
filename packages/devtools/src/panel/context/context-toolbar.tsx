import type { ReactNode } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { FindField } from '../grid/find-field.tsx';
import type { GridFind } from '../grid/use-grid-find.ts';
import { Choice } from '../parts/choice.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { CopyContext } from './copy-context.tsx';

/** Chooses the list, looks for a phrase in it, and takes the whole context away. */
export function ContextToolbar({
  plan,
  find,
  matches,
  onStep,
}: {
  readonly plan: PlanFacts;
  readonly find: GridFind;
  /** The number of messages that hold the phrase; `undefined` while nothing is looked for. */
  readonly matches: number | undefined;
  readonly onStep: (step: 1 | -1) => boolean;
}): ReactNode {
  const { view, runs, dispatch } = usePanel();
  const leftMessages = plan.ranges.reduce((all, range) => all + range.toSeq - range.fromSeq, 0);
  return (
    <div className="toolbar">
      <Choice
        label="Rows that are listed"
        options={[
          { value: 'sent', title: plan.isRefused ? 'Not sent' : 'Sent', count: plan.items.length },
          {
            value: 'considered',
            title: 'Everything considered',
            count: plan.items.length + leftMessages,
          },
        ]}
        chosen={view.scope}
        onChoose={(scope) => dispatch({ type: 'show-scope', scope })}
      />
      {runs.length > 0 && (
        <label className="by-run">
          <input
            type="checkbox"
            checked={view.isByRun}
            onChange={({ currentTarget }) =>
              dispatch({ type: 'group-by-run', isByRun: currentTarget.checked })
            }
          />
          By run
        </label>
      )}
      <FindField label="Find in the messages" find={find} matches={matches} onStep={onStep} />
      <CopyContext />
    </div>
  );
}

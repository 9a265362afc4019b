import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { formatWhole } from '../../view-model/format.ts';
import { FindField } from '../find-field.tsx';
import { usePanel } from '../panel-context.ts';
import { CopyContext } from './copy-context.tsx';

/** What is listed, what is looked for, and the whole context to take away. */
export function ContextToolbar({
  plan,
  matches,
}: {
  readonly plan: PlanFacts;
  /** How many messages hold the phrase; `undefined` while nothing is looked for. */
  readonly matches: number | undefined;
}): ReactNode {
  const { view, dispatch } = usePanel();
  const leftMessages = plan.ranges.reduce((all, range) => all + range.toSeq - range.fromSeq, 0);
  return (
    <div className="toolbar">
      <ToggleGroup.Root
        className="toggle"
        type="single"
        aria-label="What is listed"
        value={view.scope}
        onValueChange={(scope) => {
          if (scope === 'sent' || scope === 'considered') dispatch({ type: 'show-scope', scope });
        }}
      >
        <ToggleGroup.Item className="toggle-item" value="sent">
          Sent <span className="count">{formatWhole(plan.items.length)}</span>
        </ToggleGroup.Item>
        <ToggleGroup.Item className="toggle-item" value="considered">
          Everything considered{' '}
          <span className="count">{formatWhole(plan.items.length + leftMessages)}</span>
        </ToggleGroup.Item>
      </ToggleGroup.Root>
      <FindField
        label="Find in the messages"
        phrase={view.phrase}
        onPhrase={(phrase) => dispatch({ type: 'find', phrase })}
        matches={matches}
        list=".list"
      />
      <CopyContext />
    </div>
  );
}

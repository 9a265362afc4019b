import { ToggleGroup } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { formatCount, formatWhole } from '../../view-model/format.ts';
import { CopyButton } from '../copy-button.tsx';
import { usePanel } from '../panel-context.ts';

/** What is listed, what is looked for, and the whole context to take away. */
export function ContextToolbar({
  plan,
  matches,
}: {
  readonly plan: PlanFacts;
  /** How many messages hold the phrase; `undefined` while nothing is looked for. */
  readonly matches: number | undefined;
}): ReactNode {
  const { source, view, dispatch } = usePanel();
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
      <FindField matches={matches} />
      <CopyButton
        label="Copy as OpenAI JSON"
        makeText={async () => JSON.stringify(await source.openAiContext(), undefined, 2)}
      />
    </div>
  );
}

function FindField({ matches }: { readonly matches: number | undefined }): ReactNode {
  const { view, dispatch } = usePanel();
  const id = useId();
  return (
    <div className="find">
      <label className="hidden" htmlFor={id}>
        Find in the messages
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder="Find  /"
        value={view.phrase}
        onChange={(event) => dispatch({ type: 'find', phrase: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          if (event.key === 'Escape') dispatch({ type: 'find', phrase: '' });
          listBeside(event.currentTarget)?.focus();
        }}
      />
      <span className="matches" role="status">
        {matches === undefined ? '' : formatCount(matches, 'match', 'matches')}
      </span>
    </div>
  );
}

function listBeside(field: HTMLElement): HTMLElement | null | undefined {
  return field.closest('.tab-content')?.querySelector<HTMLElement>('.list');
}

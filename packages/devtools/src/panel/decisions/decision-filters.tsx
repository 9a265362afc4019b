import type { ReactNode } from 'react';
import type {
  DecisionChoice,
  DecisionFilter,
  FilteredDecisions,
} from '../../view-model/decision-log.ts';
import { formatCount, formatWhole } from '../../view-model/format.ts';
import { FindField } from '../grid/find-field.tsx';
import type { GridFind } from '../grid/use-grid-find.ts';
import { Menu } from '../parts/menu.tsx';
import type { DecisionsRead } from './use-decisions.ts';

/** Chooses the decisions that are listed, and says how far back the log has been read. */
export function DecisionFilters({
  filtered,
  filter,
  onFilter,
  find,
  read,
}: {
  readonly filtered: FilteredDecisions;
  readonly filter: DecisionFilter;
  readonly onFilter: (filter: DecisionFilter) => void;
  readonly find: GridFind;
  readonly read: DecisionsRead;
}): ReactNode {
  const { rows, kinds, rules, tiers } = filtered;
  const { kind, rule, tier, fromCall, toCall } = filter;
  const set = (change: Partial<DecisionFilter>) => onFilter({ ...filter, ...change });
  return (
    <div className="toolbar log-toolbar">
      <FindField
        label="Find in the log; #12 finds message 12"
        find={find}
        matches={filter.phrase.trim() === '' ? undefined : rows.length}
      />
      <div className="filters">
        <Menu
          label="Kind of decision"
          all="Every kind"
          items={itemsOf(kinds)}
          chosen={kind}
          onChoose={(chosen) => set({ kind: chosen })}
        />
        <Menu
          label="Rule"
          all="Every rule"
          items={itemsOf(rules)}
          chosen={rule}
          onChoose={(chosen) => set({ rule: chosen })}
        />
        <Menu
          label="Tier"
          all="Every tier"
          items={itemsOf(tiers)}
          chosen={tier}
          onChoose={(chosen) => set({ tier: chosen })}
        />
        <div className="call-range">
          <CallField
            label="calls"
            name="from call"
            call={fromCall}
            onCall={(call) => set({ fromCall: call })}
          />
          <CallField
            label="to"
            name="to call"
            call={toCall}
            onCall={(call) => set({ toCall: call })}
          />
        </div>
      </div>
      <p className="log-extent quiet">
        <span role="status">{extentWords(rows.length, read)}</span>
        {read.hasOlder && (
          <button type="button" className="link" onClick={read.readOlder}>
            Read older calls
          </button>
        )}
      </p>
    </div>
  );
}

/** `left (24)`: a choice with the rows that it would list. */
function itemsOf(choices: readonly DecisionChoice[]) {
  return choices.map(({ value, name, count }) => ({
    value,
    name: `${name} (${formatWhole(count)})`,
  }));
}

function extentWords(listed: number, { fromCall, hasOlder, problem }: DecisionsRead): string {
  if (problem !== undefined) return `The log could not be read on: ${problem}`;
  if (fromCall === undefined) return 'Reading the log …';
  const count = formatCount(listed, 'decision');
  return hasOlder ? `${count} from call ${formatWhole(fromCall)} on` : count;
}

function CallField({
  label,
  name,
  call,
  onCall,
}: {
  readonly label: string;
  /** For those who hear the field without the one beside it. */
  readonly name: string;
  readonly call: number | undefined;
  readonly onCall: (call: number | undefined) => void;
}): ReactNode {
  return (
    <label className="recall-limit">
      {label}
      <input
        type="number"
        min={1}
        aria-label={name}
        value={call ?? ''}
        onChange={({ currentTarget }) => {
          const typed = Math.round(Number(currentTarget.value));
          onCall(typed >= 1 ? typed : undefined);
        }}
      />
    </label>
  );
}

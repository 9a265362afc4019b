import type { ArchivedContext } from '@agent-memory/core';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Choice, type ChoiceOption, EmptyView, LongText, Press } from '../elements/elements.tsx';
import { type Asked, useLatestAnswer, usePanel } from '../elements/panel-context.ts';
import { FindField, type GridFind, useGridFind } from '../grid/find-field.tsx';
import { type GridColumn, inTwoLines, VirtualGrid } from '../grid/virtual-grid.tsx';
import { capitalised, formatCount, formatPlaces, formatWhole } from '../words/format.ts';
import {
  ALL_VALUES,
  type ArchivedValue,
  originOf,
  statesOf,
  summaryRange,
  type ValueFilter,
  type ValueRow,
  valueRows,
  valueStateWords,
  valuesLine,
} from './value-rows.ts';

/** Every exact value that is kept of what left the context, and where each stands now. */
export function ValuesTab(): ReactNode {
  const asked = useArchived();
  if (asked.status === 'waiting') return <EmptyView title="Asking for the values …" />;
  if (asked.status === 'failed') {
    return <EmptyView title="The values did not arrive">{asked.message}</EmptyView>;
  }
  return asked.value ? (
    <ArchivedView archived={asked.value} />
  ) : (
    <EmptyView title="Nothing is out of context yet">
      When messages leave, their numbers, names, paths and other exact values are kept here, those
      most likely to be needed again first.
    </EmptyView>
  );
}

/** Asked again whenever something left or came back, or another context was made. */
function useArchived(): Asked<ArchivedContext | undefined> {
  const { source, state } = usePanel();
  const { plan, compactions } = state;
  return useLatestAnswer(
    source,
    () => (plan || compactions.length > 0 ? source.archived() : undefined),
    [source, plan, compactions],
  );
}

function ArchivedView({ archived }: { readonly archived: ArchivedContext }): ReactNode {
  const [filter, setFilter] = useState<ValueFilter>(ALL_VALUES);
  const phrase = useDeferredValue(filter.phrase);
  const { state } = filter;
  const rows = useMemo(
    () => valueRows(archived.values, { phrase, state }),
    [archived, phrase, state],
  );
  const find = useGridFind(filter.phrase, (sought) =>
    setFilter((before) => ({ ...before, phrase: sought })),
  );
  return (
    <>
      <ArchivedSummary archived={archived} />
      <ValueToolbar
        values={archived.values}
        filter={filter}
        onFilter={setFilter}
        find={find}
        matches={rows.length}
      />
      <ValueList rows={rows} total={archived.values.length} find={find} />
    </>
  );
}

/** The text that is sent for everything that left: how much it covers, who wrote it, and its words. */
function ArchivedSummary({ archived }: { readonly archived: ArchivedContext }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { text, tokens, coveredEntries, coveredTokens } = archived;
  return (
    <section className="archived" aria-label="What stands for the messages out of context">
      <p className="archived-line">
        <strong>{formatCount(tokens, 'token')}</strong> stand for{' '}
        {formatCount(coveredEntries, 'message')} of {formatCount(coveredTokens, 'token')}
      </p>
      <SummaryRange archived={archived} />
      {archived.values.length > 0 && <p className="quiet">{valuesLine(archived.values)}</p>}
      {text === '' ? (
        <p className="quiet">There was no room for a text, so nothing of it is sent.</p>
      ) : (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Read the text that is sent, {formatWhole(text.length)} characters</summary>
          {isOpen && <LongText label="The text that is sent" text={text} />}
        </details>
      )}
    </section>
  );
}

function SummaryRange({ archived }: { readonly archived: ArchivedContext }): ReactNode {
  const { goToMessage } = usePanel();
  const range = summaryRange(archived);
  if (!range || !archived.summary) return null;
  return (
    <p className="quiet">
      Summary of{' '}
      <Press look="link" onClick={() => goToMessage(range.fromSeq)}>
        {formatPlaces(range.fromSeq, range.toSeq)}
      </Press>{' '}
      by {archived.summary.madeBy}
    </p>
  );
}

const COLUMNS: readonly GridColumn<ValueRow>[] = [
  { name: 'rank', title: '#', cell: ({ rank }) => rank },
  {
    ...{ name: 'value', title: 'Value' },
    hint: ({ value }) => value.text,
    cell: ({ value }) => value.text,
  },
  { name: 'kind', title: 'Kind', cell: ({ value }) => value.kind },
  {
    ...{ name: 'uses', title: 'Uses', look: 'end' },
    cell: ({ value }) => (
      <>
        {value.uses}
        <span className="times">×</span>
      </>
    ),
  },
  {
    name: 'from',
    title: 'From',
    hint: ({ value }) => originOf(value),
    cell: ({ value }) => originOf(value),
  },
  { name: 'last', title: 'Last in', look: 'end', cell: ({ value }) => <LastUse value={value} /> },
  {
    ...{ name: 'state', title: 'Stands' },
    hint: ({ value }) => valueStateWords(value.state).meaning,
    cell: ({ value }) => (
      <span className="tag" data-value-state={value.state}>
        {valueStateWords(value.state).name}
      </span>
    ),
  },
  { name: 'seek', title: 'Find', look: 'end', cell: ({ value }) => <Seek value={value} /> },
];
const LAYOUTS = inTwoLines(
  '38px minmax(120px, 420px) 84px 44px 84px 64px minmax(84px, 1fr) 44px',
  {
    columns: 'auto auto auto auto 1fr auto',
    areas: '"value value value value value state" "rank kind uses from last seek"',
  },
  560,
);

/** The values that are kept, by rank. `Enter` leads to the message that said one last, `f` to all of them. */
function ValueList(props: {
  readonly rows: readonly ValueRow[];
  readonly total: number;
  readonly find: GridFind;
}): ReactNode {
  const { rows, total, find } = props;
  const { goToMessage, findInContext } = usePanel();
  const [selectedKey, setSelectedKey] = useState<string>();
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'f' || event.ctrlKey || event.metaKey || event.altKey) return;
    const selected = rows.find(({ key }) => key === selectedKey);
    if (!selected) return;
    event.preventDefault();
    findInContext(selected.value.text);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the grid inside bubble up to here
    <div className="value-area" onKeyDown={onKeyDown}>
      <VirtualGrid
        label="Values that are kept, by rank"
        className="value-grid"
        columns={COLUMNS}
        layouts={LAYOUTS}
        rows={rows}
        selectedKey={selectedKey}
        onSelect={setSelectedKey}
        onEnter={({ value }) => goToMessage(value.lastSeq)}
        find={find}
        empty={
          total === 0
            ? 'What is out of context said no exact values.'
            : 'No kept value is like this.'
        }
      />
    </div>
  );
}

function LastUse({ value: { lastSeq } }: Pick<ValueRow, 'value'>): ReactNode {
  const { goToMessage } = usePanel();
  return (
    <RowLink label={`Go to message #${lastSeq}`} onPress={() => goToMessage(lastSeq)}>
      #{lastSeq}
    </RowLink>
  );
}

function Seek({ value: { text } }: Pick<ValueRow, 'value'>): ReactNode {
  const { findInContext } = usePanel();
  return (
    <RowLink label={`Find ${text} in the context`} onPress={() => findInContext(text)}>
      Find
    </RowLink>
  );
}

/** A link in a row; by keys it is one on the row. */
function RowLink(props: {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { label, onPress, children } = props;
  return (
    <Press
      look="link"
      tabIndex={-1}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {children}
    </Press>
  );
}

/** Chooses the values that are listed: by where they stand, by kind or a part of them. */
function ValueToolbar(props: {
  readonly values: readonly ArchivedValue[];
  readonly filter: ValueFilter;
  readonly onFilter: (filter: ValueFilter) => void;
  readonly find: GridFind;
  readonly matches: number;
}): ReactNode {
  const { values, filter, onFilter, find, matches } = props;
  const options = useMemo(() => stateOptions(values), [values]);
  return (
    <div className="toolbar">
      <Choice
        label="Where the values stand"
        options={options}
        chosen={filter.state}
        onChoose={(state) => onFilter({ ...filter, state })}
      />
      <FindField
        label="Find among the values"
        find={find}
        matches={filter.phrase.trim() === '' ? undefined : matches}
      />
    </div>
  );
}

function stateOptions(
  values: readonly ArchivedValue[],
): readonly ChoiceOption<ValueFilter['state']>[] {
  const states = statesOf(values).map(({ state, count }) => {
    const { name, meaning } = valueStateWords(state);
    return { value: state, title: capitalised(name), count, meaning };
  });
  return [{ value: 'all', title: 'All', count: values.length }, ...states];
}

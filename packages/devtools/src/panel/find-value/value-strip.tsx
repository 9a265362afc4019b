import { type PointerEvent, type ReactNode, useMemo } from 'react';
import type { TracedCalls } from '../../source/value-trace.ts';
import {
  callForKey,
  partOf,
  spanOf,
  spokenForm,
  valueColumns,
} from '../../view-model/value-strip.ts';

const MOST_COLUMNS = 40;

/** The calls as columns, by the form in which each had the value; a slider over them selects a call. */
export function ValueStrip({
  calls,
  call,
  onCall,
}: {
  readonly calls: readonly TracedCalls[];
  /** The selected call; `undefined`: the present. */
  readonly call: number | undefined;
  readonly onCall: (call: number | undefined) => void;
}): ReactNode {
  const columns = useMemo(() => valueColumns(calls, MOST_COLUMNS), [calls]);
  const { first, last } = spanOf(calls);
  const shown = Math.min(last, Math.max(first, call ?? last));

  function onPointerDown({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * columns.length);
    const column = columns[Math.min(columns.length - 1, Math.max(0, index))];
    if (column) onCall(column.toCall);
  }

  return (
    <div
      className="value-strip"
      role="slider"
      tabIndex={0}
      aria-label="Calls, by whether they had it"
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={spokenForm(calls, shown)}
      title={spokenForm(calls, shown)}
      onPointerDown={onPointerDown}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = event.key === 'Escape' ? undefined : callForKey(calls, event.key, shown);
        if (next === undefined && (event.key !== 'Escape' || call === undefined)) return;
        event.preventDefault();
        onCall(next);
      }}
    >
      {columns.map(({ fromCall, toCall, ...place }) => (
        <span
          key={fromCall}
          className="value-column"
          data-selected={call !== undefined && fromCall <= call && call <= toCall}
        >
          <span data-part={partOf(place)} data-where={place.where} />
        </span>
      ))}
    </div>
  );
}

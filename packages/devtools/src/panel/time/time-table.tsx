import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { CallFacts, KeptCalls } from '../../source/call-facts.ts';
import { formatMoment, formatTokens, formatWhole } from '../../view-model/format.ts';
import { tierWords } from '../../view-model/item-words.ts';
import type { RowModel } from '../../view-model/row-model.ts';
import { stackedTiers } from '../../view-model/time-columns.ts';
import { placeOf } from '../../view-model/time-keys.ts';
import { markWords } from '../../view-model/time-words.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import { useNoFind } from '../grid/use-no-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';

/** Narrow, a call has two lines. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 44 },
  { name: 'one-line', fromPixels: 620, rowPixels: 27 },
];

interface CallRow extends RowModel {
  readonly call: CallFacts;
}

/** The calls as a table: the same facts as the strip's, for those who would rather read. */
export function TimeTable({
  calls,
  kept,
  call,
  onGo,
}: {
  readonly calls: readonly CallFacts[];
  readonly kept: KeptCalls;
  /** The call that is selected; `undefined`: the present. */
  readonly call: number | undefined;
  readonly onGo: (call: number | 'live') => void;
}): ReactNode {
  const grid = useRef<HTMLDivElement>(null);
  const find = useNoFind(grid);
  const tiers = useMemo(() => stackedTiers(calls), [calls]);
  const rows = useMemo(
    (): readonly CallRow[] => calls.map((one) => ({ key: String(one.call), call: one })),
    [calls],
  );
  const newestMs = calls.at(-1)?.atMs ?? 0;
  const renderCells = useCallback(
    (row: CallRow) => <CallCells call={row.call} tiers={tiers} newestMs={newestMs} />,
    [tiers, newestMs],
  );
  const columns = [
    { name: 'time-call', title: 'Call' },
    { name: 'time-moment', title: 'Time' },
    { name: 'time-entries', title: 'Messages' },
    { name: 'time-total', title: 'Tokens' },
    { name: 'time-limit', title: 'Limit' },
    ...tiers.map((tier, index) => ({
      name: `time-tier time-tier-${index}`,
      title: tierWords(tier).name,
    })),
    { name: 'time-happened', title: 'Happened' },
  ];
  return (
    <div className="time-table" style={{ '--time-tiers': tiers.length } as object}>
      <VirtualGrid
        role="grid"
        label="Calls, oldest first"
        className="time-grid"
        columns={columns}
        layouts={LAYOUTS}
        rows={rows}
        renderCells={renderCells}
        selectedKey={String(call ?? kept.last)}
        onSelect={(key) => onGo(key === undefined ? 'live' : placeOf(Number(key), kept))}
        find={find}
        empty="No context has been assembled yet."
      />
    </div>
  );
}

function CallCells({
  call,
  tiers,
  newestMs,
}: {
  readonly call: CallFacts;
  readonly tiers: readonly string[];
  readonly newestMs: number;
}): ReactNode {
  const { totalTokens, tokenSource, inputTokens, tierTokens, marks, entries, atMs } = call;
  return (
    <>
      <CellElement className="time-call">{formatWhole(call.call)}</CellElement>
      <CellElement className="time-moment">{formatMoment(atMs, newestMs)}</CellElement>
      <CellElement className="time-entries">{formatWhole(entries)}</CellElement>
      <CellElement className="time-total">{formatTokens(totalTokens, tokenSource)}</CellElement>
      <CellElement className="time-limit">{formatWhole(inputTokens)}</CellElement>
      {tiers.map((tier) => (
        <CellElement key={tier} className="time-tier">
          <span className="swatch" data-part={tier} aria-hidden="true" />
          {formatWhole(tierTokens[tier] ?? 0)}
        </CellElement>
      ))}
      <CellElement className="time-happened">{marks.map(markWords).join(', ')}</CellElement>
    </>
  );
}

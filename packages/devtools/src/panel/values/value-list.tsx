import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type ValueRow, valueStateWords } from '../../view-model/value-rows.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import type { GridFind } from '../grid/use-grid-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import { usePanel } from '../parts/panel-context.ts';

const COLUMNS = [
  { name: 'rank', title: '#' },
  { name: 'value', title: 'Value' },
  { name: 'kind', title: 'Kind' },
  { name: 'uses', title: 'Uses' },
  { name: 'last', title: 'Last in' },
  { name: 'state', title: 'Stands' },
  { name: 'seek', title: 'Find' },
] as const;

/** Narrow, a value has a line of its own over its facts. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 560, rowPixels: 29 },
];

/** The values by rank. `Enter` goes to the message that said the selected one last, `f` looks for it in the context. */
export function ValueList({
  rows,
  total,
  find,
}: {
  readonly rows: readonly ValueRow[];
  /** Kept values, listed or not. */
  readonly total: number;
  readonly find: GridFind;
}): ReactNode {
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
        role="grid"
        label="Values that are kept, by rank"
        className="value-grid"
        columns={COLUMNS}
        layouts={LAYOUTS}
        rows={rows}
        renderCells={renderCells}
        attributesOf={() => ({ 'data-kind': 'value' })}
        selectedKey={selectedKey}
        onSelect={setSelectedKey}
        onEnter={({ value }) => goToMessage(value.lastSeq)}
        find={find}
        empty={total === 0 ? 'What left said no exact values.' : 'No kept value is like this.'}
      />
    </div>
  );
}

function renderCells(row: ValueRow): ReactNode {
  return <ValueCells row={row} />;
}

function ValueCells({ row }: { readonly row: ValueRow }): ReactNode {
  const { goToMessage, findInContext } = usePanel();
  const { text, kind, uses, lastSeq, state } = row.value;
  return (
    <>
      <CellElement className="rank">{row.rank}</CellElement>
      <CellElement className="value" title={text}>
        {text}
      </CellElement>
      <CellElement className="kind">{kind}</CellElement>
      <CellElement className="uses">
        {uses}
        <span className="times">×</span>
      </CellElement>
      <CellElement className="last">
        {/* By keys it is Enter on the row. */}
        <button
          type="button"
          className="link"
          tabIndex={-1}
          aria-label={`Go to message #${lastSeq}`}
          onClick={(event) => {
            event.stopPropagation();
            goToMessage(lastSeq);
          }}
        >
          #{lastSeq}
        </button>
      </CellElement>
      <CellElement className="state" title={valueStateWords(state).meaning}>
        <span className="tag" data-value-state={state}>
          {valueStateWords(state).name}
        </span>
      </CellElement>
      <CellElement className="seek">
        {/* By keys it is `f` on the row. */}
        <button
          type="button"
          className="link"
          tabIndex={-1}
          aria-label={`Find ${text} in the context`}
          onClick={(event) => {
            event.stopPropagation();
            findInContext(text);
          }}
        >
          Find
        </button>
      </CellElement>
    </>
  );
}

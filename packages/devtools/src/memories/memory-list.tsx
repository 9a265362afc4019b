import { Fragment, type ReactNode } from 'react';
import { type PaneFrame, SplitView } from '../elements/pane.tsx';
import type { RowModel } from '../grid/row-model.ts';
import { VirtualGrid, type VirtualGridProps } from '../grid/virtual-grid.tsx';
import { useMemories } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { useSelectedRecord } from './record-detail.tsx';

type RowsProps<Row extends RowModel> = VirtualGridProps<Row> & {
  readonly count: string;
  readonly beside: ReactNode;
  /** Stands where the rows would. */
  readonly inPlace?: ReactNode;
};

/** Rows under a line that counts them, with something to know or to do beside it. */
export function Rows<Row extends RowModel>(props: RowsProps<Row>): ReactNode {
  const { count, beside, inPlace, ...grid } = props;
  return (
    <div className="record-area">
      <div className="record-head">
        <p className="record-count" role="status">
          {count}
        </p>
        {beside}
      </div>
      {inPlace || (
        <div className="record-rows">
          <VirtualGrid {...grid} />
        </div>
      )}
    </div>
  );
}

/** Rows, and the details of the one that is selected. */
export function MemoryList<Row extends RowModel>(
  props: Omit<RowsProps<Row>, 'find' | 'onEnter' | 'beside'> & {
    readonly beside: string;
    readonly detail: (row: Row, frame: PaneFrame) => ReactNode;
  },
): ReactNode {
  const { beside, detail, ...rows } = props;
  const { dispatchMemories } = useMemoriesView();
  const { find, frame } = useMemories();
  const record = useSelectedRecord();
  const { onSelect, selectedKey } = rows;
  const selected = rows.rows.find(({ key }) => key === selectedKey);
  function onClose(): void {
    onSelect(undefined);
    frame.onLeave();
  }
  return (
    <SplitView
      list={
        <Rows
          {...rows}
          beside={<p className="quiet">{beside}</p>}
          find={find.grid}
          selectedKey={record === undefined ? selectedKey : undefined}
          onSelect={(key) => {
            dispatchMemories({ type: 'change', change: { selectedId: undefined } });
            onSelect(key);
          }}
          onEnter={() => frame.body.current?.focus()}
        />
      }
      detail={
        record ??
        (selected && (
          <Fragment key={selected.key}>{detail(selected, { ...frame, onClose })}</Fragment>
        ))
      }
    />
  );
}

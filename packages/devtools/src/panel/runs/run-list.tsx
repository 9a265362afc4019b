import type { ReactNode } from 'react';
import { formatTokens } from '../../view-model/format.ts';
import type { RunListRow } from '../../view-model/run-rows.ts';
import { lineAuthor } from '../../view-model/run-words.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import type { GridFind } from '../grid/use-grid-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import { arrived } from '../parts/use-answer.ts';
import { useBlock, useRequest } from './use-runs.ts';

const COLUMNS = [
  { name: 'rank', title: '#' },
  { name: 'request', title: 'Request' },
  { name: 'line', title: 'In a line' },
  { name: 'author', title: 'By' },
  { name: 'steps', title: 'Steps' },
  { name: 'tokens', title: 'Tokens' },
] as const;

/** Narrow, a request has a line of its own over the facts of its run. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 620, rowPixels: 29 },
];

/** The runs, newest first; blocks are read as they come into sight. */
export function RunList({
  rows,
  find,
  selected,
  onSelect,
  onEnter,
}: {
  readonly rows: readonly RunListRow[];
  readonly find: GridFind;
  readonly selected: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
  readonly onEnter: () => void;
}): ReactNode {
  return (
    <VirtualGrid
      role="grid"
      label="Runs, newest first"
      className="run-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      renderCells={renderCells}
      attributesOf={() => ({ 'data-kind': 'run' })}
      selectedKey={selected}
      onSelect={onSelect}
      onEnter={onEnter}
      find={find}
      empty=""
    />
  );
}

function renderCells(row: RunListRow): ReactNode {
  return <RunCells row={row} />;
}

function RunCells({ row: { run } }: { readonly row: RunListRow }): ReactNode {
  const request = useRequest(run.number);
  const block = arrived(useBlock(run.number));
  return (
    <>
      <CellElement className="rank">{run.number}</CellElement>
      <CellElement className="request" title={request} dir="auto">
        {request === '' ? <span className="quiet">No request of the user</span> : request}
      </CellElement>
      <CellElement className="line" title={block?.summary} dir="auto">
        {block?.summary}
      </CellElement>
      <CellElement className="author" title={block && lineAuthor(block).meaning}>
        <span className="tag" data-author={block ? block.summaryBy : 'open'}>
          {block ? lineAuthor(block).name : 'open'}
        </span>
      </CellElement>
      <CellElement className="steps">
        {run.steps}
        <span className="unit"> {run.steps === 1 ? 'step' : 'steps'}</span>
      </CellElement>
      <CellElement className="tokens">
        {block && formatTokens(block.tokens, block.tokenSource)}
        {block && <span className="unit"> tokens</span>}
      </CellElement>
    </>
  );
}

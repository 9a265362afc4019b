import { type ReactNode, useMemo, useState } from 'react';
import { Choice, type ChoiceOption, EmptyView } from '../elements/elements.tsx';
import { SplitView } from '../elements/pane.tsx';
import { arrived, usePanel } from '../elements/panel-context.ts';
import { type GridColumn, inTwoLines, VirtualGrid } from '../grid/virtual-grid.tsx';
import { formatTokens } from '../words/format.ts';
import { CheckpointsView } from './checkpoints-view.tsx';
import { RunDetail } from './run-detail.tsx';
import { lineAuthor, type RunListRow, runListRows } from './run-words.ts';
import { type ListAndDetail, useListAndDetail } from './use-list-and-detail.ts';
import { useBlock, useRequest } from './use-runs.ts';

type Mode = 'blocks' | 'checkpoints';

const MODES: readonly ChoiceOption<Mode>[] = [
  { value: 'blocks', title: 'Runs and blocks', meaning: 'requests, and what came of each' },
  { value: 'checkpoints', title: 'Checkpoints', meaning: 'places that the session can go back to' },
];

/** Runs with their blocks, and the places that the session can go back to [RUN-1, BLK-1, CKP-1]. */
export function RunsTab(): ReactNode {
  const { runs, checkpoints } = usePanel().source;
  const [chosen, setMode] = useState<Mode>('blocks');
  const mode = runs ? chosen : 'checkpoints';
  return (
    <>
      {runs && checkpoints && (
        <div className="toolbar">
          <Choice label="What to look at" options={MODES} chosen={mode} onChoose={setMode} />
        </div>
      )}
      {mode === 'blocks' && <BlocksView />}
      {mode === 'checkpoints' && checkpoints && <CheckpointsView checkpoints={checkpoints} />}
    </>
  );
}

/** Runs and the blocks they have become, with their lines, and the catalog of them [RUN-1, BLK-1]. */
function BlocksView(): ReactNode {
  return usePanel().runs.length > 0 ? (
    <RunsView />
  ) : (
    <EmptyView title="Nothing has been asked yet">
      A run begins with the first message of the user, and ends when the next request comes.
    </EmptyView>
  );
}

function RunsView(): ReactNode {
  const { runs } = usePanel();
  const { selected, list, detail } = useListAndDetail(useMemo(() => runListRows(runs), [runs]));
  return (
    <SplitView
      list={<RunList list={list} />}
      detail={selected && <RunDetail key={selected.key} number={selected.run.number} {...detail} />}
    />
  );
}

const COLUMNS: readonly GridColumn<RunListRow>[] = [
  { name: 'rank', title: '#', cell: ({ run }) => run.number },
  { name: 'request', title: 'Request', cell: ({ run }) => <Request number={run.number} /> },
  {
    ...{ name: 'line', title: 'In a line', look: 'quiet wide' },
    cell: ({ run }) => <Line number={run.number} />,
  },
  { name: 'author', title: 'By', cell: ({ run }) => <Author number={run.number} /> },
  {
    ...{ name: 'steps', title: 'Steps', look: 'end' },
    cell: ({ run: { steps } }) => (
      <>
        {steps}
        <span className="times"> {steps === 1 ? 'step' : 'steps'}</span>
      </>
    ),
  },
  {
    ...{ name: 'tokens', title: 'Tokens', look: 'end' },
    cell: ({ run }) => <Tokens number={run.number} />,
  },
];
const LAYOUTS = inTwoLines('38px minmax(120px, 1fr) minmax(120px, 1fr) 92px 48px 66px', {
  columns: 'auto auto 1fr auto',
  areas: '"rank request request author" "rank steps tokens tokens"',
});

/** The runs of the conversation, newest first; a line and tokens once a run is a block. */
function RunList({ list }: { readonly list: ListAndDetail<RunListRow>['list'] }): ReactNode {
  return (
    <VirtualGrid
      {...list}
      label="Runs, newest first"
      className="run-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      empty=""
    />
  );
}

interface OfRun {
  readonly number: number;
}

function Request({ number }: OfRun): ReactNode {
  const request = useRequest(number);
  if (request === '') return <span className="quiet">No request of the user</span>;
  return <bdi title={request}>{request}</bdi>;
}

function Line({ number }: OfRun): ReactNode {
  const summary = arrived(useBlock(number))?.summary;
  return <bdi title={summary}>{summary}</bdi>;
}

function Author({ number }: OfRun): ReactNode {
  const block = arrived(useBlock(number));
  return (
    <span
      className="tag"
      data-author={block ? block.summaryBy : 'open'}
      title={block && lineAuthor(block.summaryBy).meaning}
    >
      {block ? lineAuthor(block.summaryBy).name : 'open'}
    </span>
  );
}

function Tokens({ number }: OfRun): ReactNode {
  const block = arrived(useBlock(number));
  return (
    block && (
      <>
        {formatTokens(block.tokens, block.tokenSource)}
        <span className="times"> tokens</span>
      </>
    )
  );
}

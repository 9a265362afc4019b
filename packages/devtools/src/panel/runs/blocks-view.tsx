import { type ReactNode, useMemo } from 'react';
import { runListRows } from '../../view-model/run-rows.ts';
import { EmptyView } from '../parts/empty-view.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { CatalogLine } from './catalog-line.tsx';
import { RunDetail } from './run-detail.tsx';
import { RunList } from './run-list.tsx';
import { useListAndDetail } from './use-list-and-detail.ts';

/** Runs and the blocks they have become, with their lines, and the catalog of them [RUN-1, BLK-1]. */
export function BlocksView(): ReactNode {
  const { source, runs } = usePanel();
  if (!source.runs) return <NotAttached />;
  return runs.length === 0 ? <NoRuns /> : <RunsView />;
}

function NotAttached(): ReactNode {
  return (
    <EmptyView title="The panel was given no runs">
      Runs divide a long session by request, and let the model look back. Attach them with{' '}
      <code>features: [runs.feature]</code> where <code>runs = sessionRuns()</code>, and give the
      panel <code>{'runs={runs.of(memory)}'}</code>.
    </EmptyView>
  );
}

function NoRuns(): ReactNode {
  return (
    <EmptyView title="Nothing has been asked yet">
      A run begins with the first message of the user, and ends when the next request comes.
    </EmptyView>
  );
}

function RunsView(): ReactNode {
  const { runs } = usePanel();
  const { selected, list, detail } = useListAndDetail(useMemo(() => runListRows(runs), [runs]));
  return (
    <>
      <CatalogLine />
      <SplitView
        list={<RunList {...list} />}
        detail={
          selected && <RunDetail key={selected.key} number={selected.run.number} {...detail} />
        }
      />
    </>
  );
}

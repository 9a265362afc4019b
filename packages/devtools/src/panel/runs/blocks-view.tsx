import { type ReactNode, useMemo, useRef, useState } from 'react';
import { runListRows } from '../../view-model/run-rows.ts';
import { useNoFind } from '../grid/use-no-find.ts';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { CatalogLine } from './catalog-line.tsx';
import { EmptyView } from './empty-view.tsx';
import { RunDetail } from './run-detail.tsx';
import { RunList } from './run-list.tsx';

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
  const [key, setKey] = useState<string>();
  const rows = useMemo(() => runListRows(runs), [runs]);
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLElement>(null);
  const find = useNoFind(grid);
  const focusList = () => grid.current?.focus();
  const selected = rows.find((row) => row.key === key);
  return (
    <>
      <CatalogLine />
      <SplitView
        list={
          <RunList
            rows={rows}
            find={find}
            selected={key}
            onSelect={setKey}
            onEnter={() => body.current?.focus()}
          />
        }
        detail={
          selected && (
            <RunDetail
              key={selected.key}
              number={selected.run.number}
              body={body}
              onLeave={focusList}
              onClose={() => {
                setKey(undefined);
                focusList();
              }}
            />
          )
        }
      />
    </>
  );
}

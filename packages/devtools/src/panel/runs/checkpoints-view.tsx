import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { CheckpointsSource } from '../../source/checkpoints-source.ts';
import { checkpointRows, resumptionWords } from '../../view-model/checkpoint-words.ts';
import { EmptyView } from '../parts/empty-view.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { useLatestAnswer } from '../parts/use-answer.ts';
import { useChanges } from '../parts/use-changes.ts';
import { CheckpointDetail } from './checkpoint-detail.tsx';
import { CheckpointList } from './checkpoint-list.tsx';
import { useListAndDetail } from './use-list-and-detail.ts';

/** Places that the session can go back to, and how it would go on after an interruption [CKP-1]. */
export function CheckpointsView(): ReactNode {
  const { source } = usePanel();
  return source.checkpoints ? (
    <AttachedView checkpoints={source.checkpoints} />
  ) : (
    <EmptyView title="The panel was given no checkpoints">
      A checkpoint after each step lets a session go on where its page was killed, and go back.
      Attach them with <code>features: [checkpoints.feature]</code> where{' '}
      <code>checkpoints = sessionCheckpoints()</code>, and give the panel{' '}
      <code>{'checkpoints={checkpoints.of(memory)}'}</code>.
    </EmptyView>
  );
}

function AttachedView({ checkpoints }: { readonly checkpoints: CheckpointsSource }): ReactNode {
  const { isShown } = usePanel();
  const version = useChanges(checkpoints, isShown);
  const asked = useLatestAnswer(
    checkpoints,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(() => checkpoints.list(), [checkpoints, version]),
  );
  if (asked.status === 'waiting') return <EmptyView title="Asking for the checkpoints …" />;
  if (asked.status === 'failed') {
    return <EmptyView title="The checkpoints did not arrive">{asked.message}</EmptyView>;
  }
  return (
    <>
      <ResumptionLine checkpoints={checkpoints} version={version} />
      {asked.value.length === 0 ? (
        <EmptyView title="There is no checkpoint yet">
          The first one is made after the third step of a session; milestones are made by hand, with{' '}
          <code>milestone(name)</code>.
        </EmptyView>
      ) : (
        <ListAndDetail checkpoints={checkpoints} listed={asked.value} />
      )}
    </>
  );
}

/** How the session would go on, had its page been killed now. */
function ResumptionLine({
  checkpoints,
  version,
}: {
  readonly checkpoints: CheckpointsSource;
  readonly version: number;
}): ReactNode {
  const asked = useLatestAnswer(
    checkpoints,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(() => checkpoints.resumption(), [checkpoints, version]),
  );
  return (
    <section className="catalog" aria-label="How the session would go on">
      <h2>If the page were killed now</h2>
      {asked.status === 'failed' && <p>It is not known: {asked.message}</p>}
      {asked.status === 'here' &&
        resumptionWords(asked.value).map((words) => <p key={words}>{words}</p>)}
    </section>
  );
}

function ListAndDetail({
  checkpoints,
  listed,
}: {
  readonly checkpoints: CheckpointsSource;
  readonly listed: Parameters<typeof checkpointRows>[0];
}): ReactNode {
  const [outcome, setOutcome] = useState('');
  const { selected, list, detail, focusList } = useListAndDetail(
    useMemo(() => checkpointRows(listed), [listed]),
  );
  return (
    <>
      <div role="status">{outcome !== '' && <p className="notice">{outcome}</p>}</div>
      <SplitView
        list={<CheckpointList {...list} nowMs={checkpoints.nowMs()} />}
        detail={
          selected && (
            <CheckpointDetail
              key={selected.key}
              checkpoints={checkpoints}
              checkpoint={selected.checkpoint}
              onBranched={(words) => {
                setOutcome(words);
                focusList();
              }}
              {...detail}
            />
          )
        }
      />
    </>
  );
}

import { type ReactNode, useMemo, useState } from 'react';
import { Changes, EmptyView, FactList, Press } from '../elements/elements.tsx';
import { Question } from '../elements/forms.tsx';
import { Pane, type PaneFrame, SplitView } from '../elements/pane.tsx';
import { useAction, useLatestAnswer, usePanel } from '../elements/panel-context.ts';
import { useChanges } from '../elements/use-changes.ts';
import { useReturningFocus } from '../elements/use-returning-focus.ts';
import { type GridColumn, inTwoLines, VirtualGrid } from '../grid/virtual-grid.tsx';
import type { CheckpointFacts, CheckpointsSource } from '../source/checkpoints-source.ts';
import { capitalised, formatMoment, formatWhole } from '../words/format.ts';
import {
  branchedWords,
  branchQuestion,
  type CheckpointRow,
  checkpointKind,
  checkpointPlace,
  checkpointRows,
  resumptionWords,
} from './run-words.ts';
import { type ListAndDetail, useListAndDetail } from './use-list-and-detail.ts';

/** Places that the session can go back to, and how it would continue after an interruption [CKP-1]. */
export function CheckpointsView({
  checkpoints,
}: {
  readonly checkpoints: CheckpointsSource;
}): ReactNode {
  const { isShown } = usePanel();
  const version = useChanges(checkpoints, isShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change
  const asked = useLatestAnswer(checkpoints, () => checkpoints.list(), [checkpoints, version]);
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
        <CheckpointsBesideDetail checkpoints={checkpoints} listed={asked.value} />
      )}
    </>
  );
}

/** How the session would continue, had its page been killed now. */
function ResumptionLine(props: {
  readonly checkpoints: CheckpointsSource;
  readonly version: number;
}): ReactNode {
  const { checkpoints, version } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change
  const asked = useLatestAnswer(checkpoints, () => checkpoints.resumption(), [
    checkpoints,
    version,
  ]);
  return (
    <section className="catalog" aria-label="How the session would continue">
      <h2>If the page were killed now</h2>
      {asked.status === 'failed' && <p>It is not known: {asked.message}</p>}
      {asked.status === 'here' &&
        resumptionWords(asked.value).map((words) => <p key={words}>{words}</p>)}
    </section>
  );
}

function CheckpointsBesideDetail(props: {
  readonly checkpoints: CheckpointsSource;
  readonly listed: Parameters<typeof checkpointRows>[0];
}): ReactNode {
  const { checkpoints, listed } = props;
  const [outcome, setOutcome] = useState('');
  const { selected, list, detail, focusList } = useListAndDetail(
    useMemo(() => checkpointRows(listed), [listed]),
  );
  return (
    <>
      <div role="status">{outcome !== '' && <p className="notice">{outcome}</p>}</div>
      <SplitView
        list={<CheckpointList list={list} nowMs={checkpoints.nowMs()} />}
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

/** Everything about a checkpoint, and the way back to it. */
function CheckpointDetail(
  props: PaneFrame & {
    readonly checkpoints: CheckpointsSource;
    readonly checkpoint: CheckpointFacts;
    /** Tells what was done. */
    readonly onBranched: (words: string) => void;
  },
): ReactNode {
  const { checkpoints, checkpoint, onBranched, ...frame } = props;
  const { state, goToMessage } = usePanel();
  const { id, name, step, seq, atMs, overlayVersion, call, isOnPath } = checkpoint;
  const kind = checkpointKind(checkpoint.kind);
  return (
    <Pane
      {...frame}
      bodyLabel="The checkpoint"
      title={name ?? `Step ${formatWhole(step)}, ${kind}`}
      facts={[kind, formatMoment(atMs, checkpoints.nowMs())]}
      id={id}
    >
      <FactList
        facts={[
          { name: 'step', value: formatWhole(step) },
          {
            name: 'conversation',
            value: `${capitalised(checkpointPlace(checkpoint))}${isOnPath ? '' : ', on another branch'}`,
          },
          { name: 'changes of what stands for messages', value: formatWhole(overlayVersion) },
          { name: 'last context', value: call === 0 ? 'none yet' : `call ${formatWhole(call)}` },
        ]}
      />
      {isOnPath && seq !== undefined && state.plan && (
        <p>
          <Press look="link" onClick={() => goToMessage(seq)}>
            Go to message #{seq}
          </Press>
        </p>
      )}
      <Changes>
        <BranchAction checkpoints={checkpoints} checkpoint={checkpoint} onBranched={onBranched} />
      </Changes>
    </Pane>
  );
}

/** Asks before going back, because the conversation continues elsewhere then. */
function BranchAction(props: {
  readonly checkpoints: CheckpointsSource;
  readonly checkpoint: CheckpointFacts;
  readonly onBranched: (words: string) => void;
}): ReactNode {
  const { checkpoints, checkpoint, onBranched } = props;
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning, failure } = useAction(onBranched);
  const opener = useReturningFocus(isAsking);
  async function branch(): Promise<string> {
    try {
      return branchedWords(await checkpoints.branchFrom(checkpoint.id), checkpoint);
    } finally {
      setAsking(false);
    }
  }
  return (
    <section className="run-section" aria-label="Branch from it">
      <p role="status">{failure !== undefined && `Nothing was changed: ${failure}`}</p>
      {isAsking ? (
        <Question
          legend="Branch from this checkpoint?"
          stay="Stay here"
          answers={[
            {
              ...{ title: 'Branch from it', look: 'primary', isOff: isRunning },
              onGive: () => run(branch),
            },
          ]}
          onCancel={() => setAsking(false)}
        >
          <p>{branchQuestion(checkpoint)}</p>
        </Question>
      ) : (
        <p className="buttons">
          <button ref={opener} type="button" className="button" onClick={() => setAsking(true)}>
            Branch from here …
          </button>
        </p>
      )}
    </section>
  );
}

const LAYOUTS = inTwoLines('42px 92px minmax(90px, 1fr) minmax(120px, 1fr) 76px 62px', {
  columns: 'auto auto 1fr auto',
  areas: '"step kind name moment" "step ends ends ends"',
});

/** The checkpoints, newest first. */
function CheckpointList(props: {
  readonly list: ListAndDetail<CheckpointRow>['list'];
  readonly nowMs: number;
}): ReactNode {
  const { list, nowMs } = props;
  const columns = useMemo(
    (): readonly GridColumn<CheckpointRow>[] => [
      { name: 'step', title: 'Step', look: 'end', cell: ({ checkpoint }) => checkpoint.step },
      {
        ...{ name: 'kind', title: 'After' },
        cell: ({ checkpoint }) => (
          <span className="tag" data-checkpoint={checkpoint.kind}>
            {checkpointKind(checkpoint.kind)}
          </span>
        ),
      },
      {
        ...{ name: 'name', title: 'Name' },
        hint: ({ checkpoint }) => checkpoint.name,
        cell: ({ checkpoint }) => <bdi>{checkpoint.name}</bdi>,
      },
      {
        ...{ name: 'ends', title: 'Goes on', look: 'quiet' },
        cell: ({ checkpoint }) =>
          `${checkpointPlace(checkpoint)}${checkpoint.isOnPath ? '' : ', another branch'}`,
      },
      {
        ...{ name: 'moment', title: 'Made', look: 'quiet' },
        cell: ({ checkpoint }) => formatMoment(checkpoint.atMs, nowMs),
      },
      {
        ...{ name: 'overlays', title: 'Overlays', look: 'quiet end wide' },
        hint: ({ checkpoint: { overlayVersion } }) =>
          `What stands for messages had changed ${overlayVersion} times`,
        cell: ({ checkpoint }) => checkpoint.overlayVersion,
      },
    ],
    [nowMs],
  );
  return (
    <VirtualGrid
      {...list}
      label="Checkpoints, newest first"
      className="checkpoint-grid"
      columns={columns}
      layouts={LAYOUTS}
      attributesOf={({ checkpoint }) => ({
        'data-kind': checkpoint.isOnPath ? 'here' : 'elsewhere',
      })}
      empty=""
    />
  );
}

import { estimatingCounter, loadTiktokenCounter, type Message } from '@agent-memory/core';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '../design/button.tsx';
import { PauseIcon, PlayIcon, RestartIcon } from '../design/icons.tsx';
import { Notice } from '../design/notice.tsx';
import { figure } from '../facts/figures.ts';
import { createPlayer } from '../platform/player.ts';
import { nextTask, wait } from '../platform/wait.ts';
import { createWatchedValue } from '../platform/watched-value.ts';
import { LoadingProblem } from '../player/session-cards.tsx';
import { useRecordedSession } from '../player/use-recorded-session.ts';
import { type Comparison as ComparisonRun, callsIn, compareSession } from './compare-session.ts';
import type { ComparisonFrame } from './compared-context.ts';
import styles from './comparison-page.module.css';
import { ContextColumn } from './context-column.tsx';
import { FIRST_COMPARISON, happenedAt, shownMs, storySoFar, verdict } from './story.ts';

/** The first screen: one conversation, with and without memory, side by side. */
export function ComparisonPage({
  onLookInside,
}: {
  /** Opens the same session with its memory beside it. */
  readonly onLookInside: () => void;
}) {
  const { session, problem, retry } = useRecordedSession(FIRST_COMPARISON.sessionId);
  return (
    <section className={styles.scroll} aria-label="Comparison">
      <div className={styles.page}>
        <header className={styles.intro}>
          <h2>Which one still knows the booking number?</h2>
          <p>
            A model knows only what each call sends it. Here the same conversation is sent in two
            ways, both within {figure(FIRST_COMPARISON.limitTokens)} tokens, computed live as it
            plays.
          </p>
        </header>
        {problem !== undefined && <LoadingProblem problem={problem} onRetry={retry} />}
        {session && <Comparison messages={session.messages} onLookInside={onLookInside} />}
      </div>
    </section>
  );
}

function Comparison({
  messages,
  onLookInside,
}: {
  readonly messages: readonly Message[];
  readonly onLookInside: () => void;
}) {
  const { frames, status, problem, player, replay } = useComparison(messages);
  const calls = callsIn(messages);
  const frame = frames.at(-1);
  const isOver = frames.length === calls;
  const isPlaying = status !== 'paused';
  return (
    <>
      <div className={styles.now} data-over={isOver || undefined}>
        <p className={styles.question}>
          <b>{isOver ? 'The last question' : 'The guest'}</b>
          <q>{frame?.question ?? '…'}</q>
        </p>
        <p className={styles.story} role="log">
          {isOver && frame ? verdict(frame) : storySoFar(frames)}
        </p>
      </div>
      {problem && <Notice tone="bad">The comparison stopped: {problem}</Notice>}
      <div className={styles.columns}>
        <ContextColumn
          title="Newest that fit"
          explanation="The usual window: as many of the newest messages as fit; older ones are dropped."
          context={frame?.newest}
          frame={frame}
          isOver={isOver}
        />
        <ContextColumn
          title="agent-memory"
          explanation="The newest messages whole; older ones as a summary that keeps names and numbers."
          context={frame?.memory}
          frame={frame}
          isOver={isOver}
        />
      </div>
      <div className={styles.dock}>
        <div className={styles.controls}>
          {isOver ? (
            <Button className={styles.play} onClick={replay}>
              <RestartIcon /> Replay
            </Button>
          ) : (
            <>
              <Button
                look="primary"
                className={styles.play}
                onClick={isPlaying ? player.pause : player.play}
              >
                {isPlaying ? <PauseIcon /> : <PlayIcon />}
                {isPlaying ? 'Pause' : 'Play'}
              </Button>
              <Button onClick={player.toEnd}>Show the end</Button>
            </>
          )}
          <progress aria-label="Calls of the model" max={calls} value={frames.length} />
          <span className={styles.calls}>
            Call {figure(frames.length)} of {figure(calls)}
          </span>
        </div>
        <p className={styles.inside} data-over={isOver || undefined}>
          See every call item by item, and change the budget.
        </p>
        <Button look={isOver ? 'primary' : 'framed'} onClick={onLookInside}>
          Look inside
        </Button>
      </div>
    </>
  );
}

/**
 * A comparison of these messages, which plays by itself unless the device asks for little motion. Every
 * replay computes all of it anew.
 */
function useComparison(messages: readonly Message[]) {
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another run.
  const run = useMemo(() => createRun(messages), [messages, round]);
  const { frames, player, dispose } = run;
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isStill || round > 0) player.play();
    return dispose;
  }, [player, dispose, round]);
  const { status, problem } = useSyncExternalStore(player.subscribe, player.get);
  return {
    ...{ player, status, problem },
    frames: useSyncExternalStore(frames.subscribe, frames.get),
    replay: () => setRound((count) => count + 1),
  };
}

/** A comparison, and the player that makes its calls one by one; disposed of, it stands at its start again. */
export function createRun(messages: readonly Message[], begin = beginComparison) {
  const frames = createWatchedValue<readonly ComparisonFrame[]>([]);
  let comparison: ComparisonRun | undefined;
  const player = createPlayer({
    async next() {
      const mine = comparison ?? (await begin(messages));
      comparison = mine;
      const frame = await mine.next();
      if (frame && mine === comparison) frames.set([...frames.get(), frame]);
      return frame !== undefined;
    },
    pause(signal) {
      const newest = frames.get().at(-1);
      const told = newest ? happenedAt(newest, frames.get().at(-2)) : '';
      return wait(shownMs(told !== ''), signal);
    },
  });
  return {
    ...{ frames, player },
    dispose() {
      // Its memory holds nothing that anybody comes back to.
      const ended = comparison;
      comparison = undefined;
      frames.set([]);
      void player.dispose().then(() => ended?.dispose());
    },
  };
}

/** Where the exact counter cannot be loaded, both columns estimate, and their figures say so. */
async function beginComparison(messages: readonly Message[]): Promise<ComparisonRun> {
  const counter = await loadTiktokenCounter({ pause: nextTask }).catch(() => estimatingCounter);
  return compareSession({ ...FIRST_COMPARISON, messages, counter });
}

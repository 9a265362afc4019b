import type { Message } from '@agent-memory/core';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useAnnounce } from '../app/announcer.tsx';
import { Button } from '../design/button.tsx';
import { PauseIcon, PlayIcon, RestartIcon } from '../design/icons.tsx';
import { Notice } from '../design/notice.tsx';
import { figure } from '../facts/figures.ts';
import { LoadingProblem } from '../player/loading-problem.tsx';
import { useRecordedSession } from '../player/use-recorded-session.ts';
import type { OpenedFiles } from '../storage/opened-files.ts';
import { callsIn } from './compare-session.ts';
import styles from './comparison-page.module.css';
import type { ComparisonPlayback, ComparisonPlayer } from './comparison-player.ts';
import { ContextColumn } from './context-column.tsx';
import { FIRST_COMPARISON } from './first-comparison.ts';
import { storySoFar, verdict } from './tell-story.ts';
import { useComparison } from './use-comparison.ts';
import { usePlayerKeys } from './use-player-keys.ts';

const SOURCE = { kind: 'bundled', id: FIRST_COMPARISON.sessionId } as const;

/** The first screen: one conversation, with and without memory, side by side. */
export function ComparisonPage({
  files,
  onLookInside,
}: {
  readonly files: OpenedFiles;
  /** Opens the same session with its memory beside it. */
  readonly onLookInside: () => void;
}) {
  const { loading, retry } = useRecordedSession(SOURCE, files);
  if (loading.kind === 'session') {
    return <Comparison messages={loading.session.messages} onLookInside={onLookInside} />;
  }
  return (
    <Page>
      <Intro />
      {loading.kind === 'problem' && <LoadingProblem loading={loading} onRetry={retry} />}
    </Page>
  );
}

function Page({ children }: { readonly children: ReactNode }) {
  return (
    <section className={styles.scroll} aria-label="Without and with">
      <div className={styles.page}>{children}</div>
    </section>
  );
}

function Intro() {
  return (
    <header className={styles.intro}>
      <h2>Which of them still knows the booking number?</h2>
      <p>
        A model knows only what it is sent with each call. The same conversation in two ways, each
        with room for {figure(FIRST_COMPARISON.limitTokens)} tokens, computed as it plays.
      </p>
    </header>
  );
}

function Comparison({
  messages,
  onLookInside,
}: {
  readonly messages: readonly Message[];
  readonly onLookInside: () => void;
}) {
  const { player, playback } = useComparison(messages);
  const { frames, status, problem } = playback;
  const frame = frames.at(-1);
  const isOver = status === 'over';
  const story =
    isOver && frame ? verdict(frame, FIRST_COMPARISON) : storySoFar(frames, FIRST_COMPARISON);
  useAutoplay(player);
  useAnnouncedStory(story, frames.length > 0);
  usePlayerKeys(
    player,
    useCallback(() => toggle(player), [player]),
  );
  return (
    <Page>
      <Intro />
      <div className={styles.now} data-over={isOver || undefined}>
        <p className={styles.question}>
          <b>{isOver ? 'The last question' : 'The guest'}</b>
          <q>{frame?.question ?? '…'}</q>
        </p>
        <p className={styles.story}>{story}</p>
      </div>
      {problem && <Notice tone="bad">The comparison stopped: {problem}</Notice>}
      <div className={styles.columns}>
        <ContextColumn
          title={`Last ${FIRST_COMPARISON.lastCount} messages`}
          explanation="The usual way: the newest are sent, older ones are not."
          context={frame?.lastMessages}
          frame={frame}
          overAt={frames.filter(({ lastMessages }) => lastMessages.tooMany > 0).length}
          value={FIRST_COMPARISON}
          isOver={isOver}
        />
        <ContextColumn
          title="agent-memory"
          explanation="What fits is sent; what leaves is summed up."
          context={frame?.memory}
          frame={frame}
          overAt={frames.filter(({ memory }) => memory.tooMany > 0).length}
          value={FIRST_COMPARISON}
          isOver={isOver}
        />
      </div>
      <div className={styles.dock}>
        <Controls player={player} playback={playback} calls={callsIn(messages)} />
        <p className={styles.inside} data-over={isOver || undefined}>
          Inside, move the budget: the whole session is planned again.
        </p>
        <Button look={isOver ? 'primary' : 'framed'} onClick={onLookInside}>
          Look inside
        </Button>
      </div>
    </Page>
  );
}

function Controls({
  player,
  playback: { status, frames },
  calls,
}: {
  readonly player: ComparisonPlayer;
  readonly playback: ComparisonPlayback;
  readonly calls: number;
}) {
  const isOver = status === 'over';
  const isPlaying = status === 'playing';
  return (
    <div className={styles.controls}>
      <Button
        look={isOver ? 'framed' : 'primary'}
        className={styles.play}
        aria-keyshortcuts="Space"
        onClick={() => toggle(player)}
      >
        {isOver ? <RestartIcon /> : isPlaying ? <PauseIcon /> : <PlayIcon />}
        {isOver ? 'Replay' : isPlaying ? 'Pause' : 'Play'}
      </Button>
      {!isOver && (
        <Button onClick={player.toEnd} className={styles.end}>
          Show the end
        </Button>
      )}
      <progress aria-label="Calls of the model" max={calls} value={frames.length} />
      <span className={styles.calls}>
        Call {figure(frames.length)} of {figure(calls)}
      </span>
      <span className={styles.keys}>
        <kbd>Space</kbd> plays, <kbd>←</kbd> <kbd>→</kbd> step
      </span>
    </div>
  );
}

function toggle(player: ComparisonPlayer): void {
  if (player.getState().status === 'playing') player.pause();
  else player.play();
}

/** Plays by itself, unless the device asks for little motion. */
function useAutoplay(player: ComparisonPlayer): void {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    player.play();
    return () => player.pause();
  }, [player]);
}

/** Has each new thing that happened read out. */
function useAnnouncedStory(story: string, hasBegun: boolean): void {
  const announce = useAnnounce();
  useEffect(() => {
    if (hasBegun) announce(story);
  }, [story, hasBegun, announce]);
}

import { fixedBudget, type Message } from '@agent-memory/core';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { figure } from '../facts/figures.ts';
import { createPlayer, type Player } from '../platform/player.ts';
import { useFocusAfter } from '../platform/use-focus-after.ts';
import { wait } from '../platform/wait.ts';
import { useWatchedValue } from '../platform/watched-value.ts';
import { usePageParts } from '../session/page-parts.ts';
import { type PlaygroundSession, RECORDED_MODEL, useSession } from '../session/use-session.ts';
import { keptBudget } from '../settings/preferences.ts';
import { Workspace } from '../workspace/workspace.tsx';
import { nextBatch } from './next-batch.ts';
import { PlayerControls, type PlayerPlace } from './player-controls.tsx';
import styles from './player-page.module.css';

const NO_MESSAGES: readonly Message[] = [];

/** A step is shown for so many milliseconds. */
const STEP_MS = 250;

/**
 * One recorded session with the controls that play it. Another session, or the same one started
 * over, comes into the same page: it is not to be keyed.
 */
export function PlayerPage({
  memoryId,
  title,
  messages = NO_MESSAGES,
  isStored,
  picker,
  mainButton,
  isEndDue,
  onRestart,
}: {
  readonly memoryId: string;
  readonly title: string;
  /** Absent while they are loaded. */
  readonly messages: readonly Message[] | undefined;
  /** Whether a reload is to find it again. */
  readonly isStored: boolean;
  readonly picker: ReactNode;
  /** The button that plays. */
  readonly mainButton: RefObject<HTMLButtonElement | null>;
  /** Goes to the end as soon as the session is there, once. */
  readonly isEndDue: RefObject<boolean>;
  readonly onRestart: () => void;
}) {
  const { store } = usePageParts();
  const [budgetTokens] = useWatchedValue(keptBudget);
  const session = useSession({
    ...{ memoryId, model: RECORDED_MODEL },
    ...(isStored && { store }),
    budget: useMemo(() => fixedBudget(budgetTokens), [budgetTokens]),
  });
  const { player, ...place } = usePlayer(session, messages);
  const { status, position, length, isOver, problem } = place;
  const isReady = length > 0 && session.state.status !== 'hydrating';
  useEffect(() => {
    if (!isReady || !isEndDue.current) return;
    isEndDue.current = false;
    player.toEnd();
  }, [isReady, isEndDue, player]);
  const isJumping = status === 'jumping';
  useFocusAfter(isJumping, mainButton);
  if (isJumping) return <JumpCover player={player} position={position} length={length} />;
  return (
    <Workspace
      session={session}
      title={title}
      toolbar={picker}
      onPlay={status === 'playing' ? player.pause : player.play}
      announcement={isOver ? `Played to the end: ${figure(length)} messages.` : ''}
      notices={problem && <Notice tone="bad">The player stopped: {problem}</Notice>}
      empty={length > 0 ? <Ready length={length} /> : <p>Loading the session …</p>}
      dock={
        <PlayerControls
          player={player}
          place={place}
          mainButton={mainButton}
          onRestart={onRestart}
          isReady={isReady}
        />
      }
    />
  );
}

/**
 * Plays messages into a memory the way an agent loop would have: what was said is appended, and
 * before each recorded reply the context for it is requested. Where it stands is what memory
 * holds, so a reload goes on from there. Another memory has a player of its own.
 */
export function usePlayer(
  { memory, state, requestContext }: Pick<PlaygroundSession, 'memory' | 'state' | 'requestContext'>,
  messages: readonly Message[],
): PlayerPlace & { readonly player: Player } {
  const player = useMemo(
    () =>
      createPlayer({
        async next() {
          await memory.ready;
          const batch = nextBatch(messages, memory.getState().entries);
          if (!batch) return false;
          await memory.append(batch);
          await requestContext();
          return true;
        },
        pause: (signal) => wait(STEP_MS, signal),
        together: memory.together,
      }),
    [memory, messages, requestContext],
  );
  useEffect(() => player.pause, [player]);
  const playback = useSyncExternalStore(player.subscribe, player.get);
  const { entries: position, plan } = state;
  const now = memory.getState();
  // The state that is rendered may be a frame behind.
  const isAtRest = playback.isAtRest && position === now.entries && plan === now.plan;
  const { length } = messages;
  return {
    ...playback,
    ...{ player, position, length, isAtRest },
    isOver: length > 0 && position >= length && playback.isAtRest,
  };
}

function Ready({ length }: { readonly length: number }) {
  return (
    <div className={styles.empty}>
      <h2>Ready to play {length} messages</h2>
      <p>
        Before each recorded reply memory assembles the context that the model would have been sent.
        Messages that have left it are dimmed; open one to see why.
      </p>
    </div>
  );
}

/** Stands in place of a session that is on its way to its end: drawing every step takes most of the time. */
function JumpCover({
  player,
  position,
  length,
}: Pick<PlayerPlace, 'position' | 'length'> & { readonly player: Player }) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  return (
    <section className={styles.jump} aria-label="On the way to the end">
      <p>
        Message {figure(position)} of {figure(length)}
      </p>
      <progress aria-label="Progress" max={length} value={position} />
      <Button ref={stop} onClick={player.pause}>
        Stop here
      </Button>
    </section>
  );
}

import type { BatchedStore, Message } from '@agent-memory/core';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { Workspace } from '../app/workspace.tsx';
import { Notice } from '../design/notice.tsx';
import { RECORDED_MODEL, useSession } from '../session/use-session.ts';
import type { SessionSetup } from '../sessions/index.ts';
import { keptBudget, keptSpeed } from '../settings/preferences.ts';
import type { Theme } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
import { JumpCover } from './jump-cover.tsx';
import { PlayerControls } from './player-controls.tsx';
import styles from './player-page.module.css';
import { useAnnouncedPlayer } from './use-announced-player.ts';
import { usePlayer } from './use-player.ts';

const NO_MESSAGES: readonly Message[] = [];

/**
 * One recorded session with the controls that play it. Another session, or the same one started
 * over, comes into the same page: it is not to be keyed.
 */
export function PlayerPage({
  memoryId,
  title,
  store,
  messages,
  setup,
  theme,
  picker,
  mainButton,
  startsAtEnd,
  onRestart,
}: {
  readonly memoryId: string;
  /** The title of an opened file; absent while it is not known, and for sessions of the page. */
  readonly title: string | undefined;
  readonly store: BatchedStore;
  /** Absent while they are loaded. */
  readonly messages: readonly Message[] | undefined;
  /** The parts of its memory that are its own; read when the memory is made. */
  readonly setup: SessionSetup;
  readonly theme: Theme;
  readonly picker: ReactNode;
  /** The button that plays. */
  readonly mainButton: RefObject<HTMLButtonElement | null>;
  /** Goes to the end as soon as the session is there. */
  readonly startsAtEnd: boolean;
  readonly onRestart: () => void;
}) {
  const [budgetTokens] = useKeptValue(keptBudget);
  const [speed, setSpeed] = useKeptValue(keptSpeed);
  const session = useSession({ memoryId, store, budgetTokens, model: RECORDED_MODEL, ...setup });
  const { memory, state, requestContext, countTogether } = session;
  const together = useCallback<BatchedStore['together']>(
    (work) => countTogether(() => store.together(work)),
    [countTogether, store],
  );
  const player = usePlayer({
    memory,
    messages: messages ?? NO_MESSAGES,
    shown: state,
    speed,
    requestContext,
    together,
  });
  useAnnouncedPlayer(player);
  const { status, play, pause } = player;
  const playOrPause = useCallback(
    () => (status === 'playing' ? pause() : play()),
    [status, play, pause],
  );
  const isReady = messages !== undefined && state.status !== 'hydrating';
  useStartAtEnd(startsAtEnd && isReady, player.toEnd);
  const isJumping = player.status === 'jumping';
  useFocusAfterJump(isJumping, mainButton);
  if (isJumping) return <JumpCover player={player} />;
  return (
    <Workspace
      session={session}
      title={title}
      theme={theme}
      replies="recorded"
      toolbar={picker}
      onPlay={playOrPause}
      notices={player.problem && <Notice tone="bad">The player stopped: {player.problem}</Notice>}
      empty={messages ? <Ready length={messages.length} /> : <p>Loading the session …</p>}
      dock={
        <PlayerControls
          player={player}
          mainButton={mainButton}
          speed={speed}
          onSpeed={setSpeed}
          onRestart={onRestart}
          isReady={isReady}
        />
      }
    />
  );
}

/** Goes to the end once, when that is possible. */
function useStartAtEnd(isDue: boolean, toEnd: () => void): void {
  useEffect(() => {
    if (isDue) toEnd();
  }, [isDue, toEnd]);
}

/** Puts the focus on the main button where it was in the cover that is gone. */
function useFocusAfterJump(
  isJumping: boolean,
  mainButton: RefObject<HTMLButtonElement | null>,
): void {
  const wasJumping = useRef(false);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (wasJumping.current && !isJumping && isFocusLost) mainButton.current?.focus();
    wasJumping.current = isJumping;
  }, [isJumping, mainButton]);
}

function Ready({ length }: { readonly length: number }) {
  return (
    <div className={styles.empty}>
      <h2>Ready to play {length} messages</h2>
      <p>
        Before each recorded reply memory assembles the context that the model would have been sent.
        Messages that have left it are dimmed; ask any of them why.
      </p>
    </div>
  );
}

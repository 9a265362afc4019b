import type { MemoryStore, Message } from '@agent-memory/core';
import type { ReactNode, Ref } from 'react';
import { Workspace } from '../app/workspace.tsx';
import { Notice } from '../design/notice.tsx';
import { RECORDED_MODEL, useSession } from '../session/use-session.ts';
import { keptBudget, keptSpeed } from '../settings/preferences.ts';
import type { Theme } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
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
  store,
  messages,
  theme,
  picker,
  mainButton,
  onRestart,
}: {
  readonly memoryId: string;
  readonly store: MemoryStore;
  /** Absent while they are loaded. */
  readonly messages: readonly Message[] | undefined;
  readonly theme: Theme;
  readonly picker: ReactNode;
  /** The button that plays. */
  readonly mainButton: Ref<HTMLButtonElement>;
  readonly onRestart: () => void;
}) {
  const [budgetTokens] = useKeptValue(keptBudget);
  const [speed, setSpeed] = useKeptValue(keptSpeed);
  const session = useSession({ memoryId, store, budgetTokens, model: RECORDED_MODEL });
  const { memory, state, requestContext } = session;
  const player = usePlayer({
    memory,
    messages: messages ?? NO_MESSAGES,
    position: state.entries,
    speed,
    requestContext,
  });
  useAnnouncedPlayer(player);
  return (
    <Workspace
      session={session}
      theme={theme}
      replies="recorded"
      toolbar={picker}
      notices={player.problem && <Notice tone="bad">The player stopped: {player.problem}</Notice>}
      empty={messages ? <Ready length={messages.length} /> : <p>Loading the session …</p>}
      dock={
        <PlayerControls
          player={player}
          mainButton={mainButton}
          speed={speed}
          onSpeed={setSpeed}
          onRestart={onRestart}
          isReady={messages !== undefined && state.status !== 'hydrating'}
        />
      }
    />
  );
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

import type { MemoryStore, Message } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { Workspace } from '../app/workspace.tsx';
import { Notice } from '../design/notice.tsx';
import { useSession } from '../session/use-session.ts';
import { keptBudget, keptSpeed } from '../settings/preferences.ts';
import type { Theme } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
import { PlayerControls } from './player-controls.tsx';
import styles from './player-page.module.css';
import { usePlayer } from './use-player.ts';

/** One recorded session with the controls that play it. */
export function PlayerPage({
  memoryId,
  store,
  messages,
  theme,
  picker,
  onRestart,
}: {
  readonly memoryId: string;
  readonly store: MemoryStore;
  readonly messages: readonly Message[];
  readonly theme: Theme;
  readonly picker: ReactNode;
  readonly onRestart: () => void;
}) {
  const [budgetTokens] = useKeptValue(keptBudget);
  const [speed, setSpeed] = useKeptValue(keptSpeed);
  const session = useSession({ memoryId, store, budgetTokens });
  const { memory, state, requestContext } = session;
  const player = usePlayer({ memory, messages, position: state.entries, speed, requestContext });
  return (
    <Workspace
      session={session}
      theme={theme}
      toolbar={picker}
      notices={player.problem && <Notice tone="bad">The player stopped: {player.problem}</Notice>}
      empty={
        <div className={styles.empty}>
          <h2>Ready to play {messages.length} messages</h2>
          <p>
            Before each recorded reply memory assembles the context that the model would have been
            sent. Messages that have left it are dimmed; ask any of them why.
          </p>
        </div>
      }
      dock={
        <PlayerControls
          player={player}
          speed={speed}
          onSpeed={setSpeed}
          onRestart={onRestart}
          isReady={state.status !== 'hydrating'}
        />
      }
    />
  );
}

import { useCallback, useMemo } from 'react';
import { useWatchedValue } from '../platform/watched-value.ts';
import { recordedSessions } from '../sessions/recorded-sessions.ts';
import { createKeptValue, fieldsOf } from './kept-value.ts';

const PREFIX = 'agent-memory.playground.';

/** Bounds of the budget, in tokens of input. */
export const BUDGET = { min: 2_000, max: 32_000, usual: 8_000 } as const;

export const keptBudget = createKeptValue(`${PREFIX}budget`, (kept) =>
  typeof kept === 'number' && kept >= BUDGET.min && kept <= BUDGET.max ? kept : BUDGET.usual,
);

/** The pages. */
export const MODES = ['compare', 'recorded', 'chat'] as const;

/** The answerers of the chat page; each has one session. */
export const ANSWERERS = ['scripted', 'endpoint', 'device'] as const;

/** In place of a session that comes with the page: the file that was opened last. */
export const OPENED_FILE = 'file';

/** What is open. */
export interface Choice {
  readonly mode: (typeof MODES)[number];
  /** The recorded session by its id; absent until one is chosen. */
  readonly source?: string;
  readonly answerer: (typeof ANSWERERS)[number];
}

export const keptChoice = createKeptValue(`${PREFIX}choice`, parseChoice);

/** Changes a part of it. */
export function choose(change: Partial<Choice>): void {
  keptChoice.set({ ...keptChoice.get(), ...change });
}

export function parseChoice(kept: unknown): Choice {
  const { mode, source, answerer } = fieldsOf(kept);
  const session = recordedSessions.find(({ id }) => id === source);
  return {
    mode: MODES.find((known) => known === mode) ?? 'compare',
    answerer: ANSWERERS.find((known) => known === answerer) ?? 'scripted',
    ...(session && { source: session.id }),
  };
}

/**
 * The id of the memory that holds a session since it was last started over, and the function that starts it
 * over: its next memory is empty.
 */
export function useMemoryId(session: string): readonly [string, () => void] {
  const kept = useMemo(
    () =>
      createKeptValue(`${PREFIX}starts.${session}`, (starts) =>
        Number.isSafeInteger(starts) ? Number(starts) : 0,
      ),
    [session],
  );
  const [starts, setStarts] = useWatchedValue(kept);
  const startOver = useCallback(() => setStarts(kept.get() + 1), [kept, setStarts]);
  return [`${session}#${starts}`, startOver];
}

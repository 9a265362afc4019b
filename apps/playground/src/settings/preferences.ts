import { parseServed } from '../assistant/shop/shop-desk.ts';
import { clampBudget, DEFAULT_BUDGET } from '../budget/budget-scale.ts';
import { isSpeed, type Speed } from '../player/speed.ts';
import {
  NO_SESSIONS_CHOSEN,
  parseChoice,
  type SessionChoice,
  withStartsOf,
} from '../session/session-choice.ts';
import { createKeptValue } from './kept-value.ts';
import { parseTheme, THEME_KEY, type Theme } from './theme.ts';

// Persisted keys: renaming one forgets what people set.
const PREFIX = 'agent-memory.playground.';

export const keptTheme = createKeptValue<Theme>(THEME_KEY, parseTheme);

export const keptSpeed = createKeptValue<Speed>(`${PREFIX}speed`, (kept) =>
  isSpeed(kept) ? kept : '4',
);

/** Input budget, in tokens. */
export const keptBudget = createKeptValue<number>(`${PREFIX}budget`, (kept) =>
  typeof kept === 'number' && Number.isFinite(kept) ? clampBudget(kept) : DEFAULT_BUDGET,
);

/** The open session. Each page has its own; how often each was started over is one for all. */
export const keptChoice = createKeptValue<SessionChoice>(
  `${PREFIX}choice`,
  (kept) => parseChoice(kept) ?? NO_SESSIONS_CHOSEN,
  { merge: withStartsOf },
);

/** The calls that the simulated shop has served: what a server would remember when the page is gone. */
export const keptServedCalls = createKeptValue(`${PREFIX}shop`, parseServed);

/** The key of a session's own figures. */
export function tallyKey(memoryId: string): string {
  return `${PREFIX}tally.${memoryId}`;
}

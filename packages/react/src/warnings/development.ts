import type { TokenBudget } from '@agent-memory/core';
import type { MadeOptions, Warnings } from './warnings.ts';

/** Time that an app has to call `configure` for another budget before it is warned. */
export const CONFIGURE_WITHIN_MS = 1_000;

/** Each warning is given once, with the code to write instead. */
export const warnings: Warnings | undefined = { ignoredOptions, selection };

const given = new Set<string>();
/** The newest options whose budget will be compared, by the options that the memory was made with. */
const askedLast = new WeakMap<MadeOptions, MadeOptions>();

function warn(text: string): void {
  if (given.has(text)) return;
  given.add(text);
  console.warn(`[agent-memory] ${text}`);
}

function ignoredOptions(made: MadeOptions, asked: MadeOptions, budgetNow: () => TokenBudget): void {
  const { id } = made;
  // Without a store a component means the session that is open.
  if (asked.store && made.store !== asked.store) {
    warn(
      `useAgentMemory was given another \`store\` for session "${id}". A session has one store for ` +
        'as long as it is open, so the first one is still used. Most often the store is made while ' +
        'rendering: make it once, outside of the component (const store = indexedDbStore()). ' +
        'For the same session in another store, give it another `id`.',
    );
  }
  if (made.contextWindow !== asked.contextWindow || !isSameJson(made.budget, asked.budget)) {
    const isAwaited = askedLast.has(made);
    askedLast.set(made, asked);
    if (!isAwaited) setTimeout(() => warnOfIgnoredBudget(made, budgetNow()), CONFIGURE_WITHIN_MS);
  }
  if (typeof made.system === 'string' && made.system !== asked.system) {
    warn(
      `useAgentMemory was given another \`system\` text for session "${id}". The text stands first in ` +
        'every context and stays the same while the session is open, or the provider would read ' +
        'everything again at full price; the first one is still sent. For other rules begin another ' +
        'session with another `id`; for what changes from turn to turn use patchScratchpad.',
    );
  }
  if (String(made.redact) !== String(asked.redact)) {
    warn(
      `useAgentMemory was given another \`redact\` for session "${id}". What is stored of a session ` +
        'passes through one function as long as the session is open; the first one still counts. ' +
        'Give a function whose rules it looks up itself, or begin another session with another `id`.',
    );
  }
  if (made.model !== asked.model) {
    warn(
      `useAgentMemory was given another \`model\` for session "${id}". Options count when the memory ` +
        'is made, so the first one still holds. To change the model of an open session, call ' +
        'configure({ model }).',
    );
  }
}

function warnOfIgnoredBudget(made: MadeOptions, now: TokenBudget): void {
  const { id, contextWindow, budget } = askedLast.get(made) ?? made;
  askedLast.delete(made);
  const isInForce =
    budget && 'inputTokens' in budget
      ? budget.inputTokens === now.inputTokens
      : (budget?.contextWindow ?? contextWindow) === now.contextWindow;
  if (isInForce) return;
  warn(
    `useAgentMemory was given another \`contextWindow\` or \`budget\` for session "${id}". Options ` +
      'count when the memory is made, so that writing them inline recreates nothing; the first ' +
      'ones still hold. To change the budget of an open session, call configure({ budget }).',
  );
}

function selection<State, Selection>(
  selector: (state: State) => Selection,
  state: State,
  selected: Selection,
  isEqual: (left: Selection, right: Selection) => boolean,
): void {
  if (isEqual(selected, selector(state))) return;
  warn(
    'useAgentMemoryState has a selector that gives something new each time it is asked about the ' +
      `same state, so its component renders with every change: ${sourceOf(selector)}. Select a ` +
      'single value, or give a comparison of contents as the third argument.',
  );
}

function isSameJson(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** The beginning of a function's source, to find it by. */
function sourceOf(selector: unknown): string {
  return String(selector).replace(/\s+/g, ' ').slice(0, 120);
}

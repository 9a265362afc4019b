import { inSlices } from '@agent-memory/core/internal';
import { isWitness } from '../change/trust.ts';
import type { checkText } from './check-text.ts';

/** The check of texts: `checkText`. */
export type TextCheck = typeof checkText;

let loading: Promise<TextCheck> | undefined;

/** Fetches the check with the first text that needs it; a fetch that failed is tried again with the next. */
export async function loadCheck(): Promise<TextCheck> {
  loading ??= readyCheckText();
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

async function readyCheckText(): Promise<TextCheck> {
  const { checkText, readyCheck } = await import('./check-text.ts');
  await inSlices(readyCheck());
  return checkText;
}

/**
 * The check; where its code cannot be fetched, one that holds everything that others said: nothing from
 * others is let in unseen, and nothing is lost, since it waits.
 */
export async function checkOrHold(onFailure?: (error: unknown) => void): Promise<TextCheck> {
  try {
    return await loadCheck();
  } catch (error) {
    onFailure?.(error);
    return (_text, { source }) =>
      isWitness(source)
        ? { verdict: 'pass', reasons: [] }
        : { verdict: 'hold', reasons: [NOT_FETCHED] };
  }
}

/** Characters of a text that are checked at once, and those that two pieces have in common. */
const PIECE = 30_000;
const SHARED = 2_000;

/**
 * Why a text must not be sent again with every call, in sentences; `undefined` where it may. It is read as the
 * agent's own words. For `checkText` of a feature and of `sessionCatalog` [GRD-1].
 *
 * @example
 * const sessions = sessionCatalog(store, { checkText: whyHeld });
 */
export async function whyHeld(text: string): Promise<string | undefined> {
  const check = await loadCheck().catch(() => undefined);
  if (!check) return NOT_FETCHED;
  for (let start = 0; start < text.length; start += PIECE) {
    const piece = text.slice(start, start + PIECE + SHARED);
    const { verdict, reasons } = check(piece, { source: 'agent_inferred' });
    if (verdict === 'hold') return reasons.join(' ');
  }
  return undefined;
}

/** The reason for which texts wait that could not be checked. */
export const NOT_FETCHED = 'The code that checks texts could not be fetched.';

import { type AgentMemory, type Entry, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import type { Checkpoint } from './checkpoint.ts';
import { type OpenCall, openCallOf, placedCallsIn } from './placed-call.ts';

/** How a session continues that was interrupted [CKP-1]. */
export interface Resumption {
  /**
   * `ask_model`: the model is to answer. `run_calls`: it called tools that have not answered. `nothing`:
   * the last word is the model's, or there is none.
   */
  readonly next: 'nothing' | 'ask_model' | 'run_calls';
  /** The newest checkpoint on the way to the head. */
  readonly checkpoint?: Checkpoint;
  /**
   * Calls that never began, those that run in this page, and those whose result is known from elsewhere
   * (`isKnown`).
   */
  readonly pending: readonly OpenCall[];
  /**
   * Calls that began and whose end nobody stored: they may have taken effect. Calls that the
   * conversation went on behind are among them; their results stand behind that. Nothing runs them again
   * by itself: `execute` tells the model so; or append a result of your own.
   */
  readonly inDoubt: readonly OpenCall[];
}

/** The conversation's end, as it decides how it continues. */
export interface ConversationTail {
  readonly next: Resumption['next'];
  /** Calls of the newest unit without a result. */
  readonly open: readonly OpenCall[];
}

/** The unit that a conversation ends with, system messages behind it aside. */
export function lastUnitOf(
  memory: Pick<AgentMemory<unknown>, 'entries' | 'getState'>,
): readonly Entry[] {
  for (let toSeq = memory.getState().entries; toSeq > 0; toSeq -= 1) {
    const [last] = memory.entries({ fromSeq: toSeq - 1, toSeq });
    if (last && last.message.role !== 'system') {
      return memory.entries({ fromSeq: last.unitStart, toSeq });
    }
  }
  return [];
}

/** Reads how a conversation continues from its last unit; system messages behind it say nothing. */
export function tailOf(unit: readonly Entry[]): ConversationTail {
  const last = unit.at(-1)?.message;
  if (!last) return { next: 'nothing', open: [] };
  const open = openCallsOf(unit);
  if (open.length > 0) return { next: 'run_calls', open };
  const isSaid = last.role === 'assistant' && toolCallsOf(last).length === 0;
  return { next: isSaid ? 'nothing' : 'ask_model', open };
}

/** A result answers one call; a second call of the same id waits for a result of its own. */
function openCallsOf(unit: readonly Entry[]): readonly OpenCall[] {
  const open: OpenCall[] = [];
  for (const entry of unit) {
    open.push(...placedCallsIn(entry).map(openCallOf));
    for (const { callId } of toolResultsOf(entry.message)) {
      const at = open.findIndex((call) => call.callId === callId);
      if (at >= 0) open.splice(at, 1);
    }
  }
  return open;
}

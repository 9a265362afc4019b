import type { AgentMemoryError, AssembledContext } from '@agent-memory/core';
import type { FormatChoice } from '@agent-memory/core/formats';
import { isOverflow, orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { ChatMemory } from './chat-memory.ts';
import { queueOf } from './memory-queue.ts';
import { placeList, type VisibleList } from './visible-list.ts';

/** A visible list that a model is to answer. */
export interface Turn<ListFormat extends FormatChoice, ContextFormat extends FormatChoice> {
  readonly memory: ChatMemory;
  readonly list: VisibleList<ListFormat>;
  /** The format in which the model reads its context. */
  readonly contextFormat: ContextFormat;
  readonly signal?: AbortSignal | undefined;
  /** Told where the store failed; the turn continues. */
  readonly onNotStored?: (error: AgentMemoryError) => void;
}

/**
 * Asks a model with the context that the memory assembles for a list. Where `ask` rejects because the
 * context was too long, it is called again with a smaller one, as often as the memory has one to give.
 * `ask` resolves with the first part of an answer: after that nothing is asked again.
 */
export async function takeTurn<
  ListFormat extends FormatChoice,
  ContextFormat extends FormatChoice,
  Answer,
>(
  turn: Turn<ListFormat, ContextFormat>,
  ask: (context: AssembledContext<ContextFormat>) => Promise<Answer>,
): Promise<Answer> {
  for (let refusal: Error | undefined; ; ) {
    const context = await contextFor(turn, refusal);
    try {
      return await ask(context);
    } catch (error) {
      if (!(error instanceof Error && isOverflow(error))) throw error;
      refusal = error;
    }
  }
}

/** Places the list and assembles the context for it, with nothing between the two. */
function contextFor<ListFormat extends FormatChoice, ContextFormat extends FormatChoice>(
  { memory, list, contextFormat, signal, onNotStored }: Turn<ListFormat, ContextFormat>,
  refusal: Error | undefined,
): Promise<AssembledContext<ContextFormat>> {
  const assembled = queueOf(memory).run(async () => {
    throwIfAborted(signal);
    const trouble = await placeList(memory, list, { isEarlier: refusal !== undefined, signal });
    if (trouble) onNotStored?.(trouble);
    const options = { format: contextFormat, ...(signal && { signal }) };
    return refusal ? memory.onOverflow({ ...options, error: refusal }) : memory.assemble(options);
  });
  return orAbort(assembled, signal);
}

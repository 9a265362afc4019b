import { AgentMemoryError, type CallOutcome, type Clock, type ModelCall } from '@agent-memory/core';
import { callListener } from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import type { ChatReply, ChatUsage } from '../chat/chat-reply.ts';
import { checkedUsage } from '../chat/checked-usage.ts';

/** How a model is asked whose calls are told to `onCall` of the request. */
export interface ChatMeasuring {
  readonly clock: Clock;
  /** Called with this call as one, whatever it led to. */
  readonly onWhole?: (call: ModelCall) => void;
}

/**
 * Asks a model. `onCall` of the request is told about the calls that came of it: those that the model tells
 * of itself, and else this one.
 */
export async function measuredChat(
  chatModel: ChatModel,
  request: ChatRequest,
  { clock, onWhole }: ChatMeasuring,
): Promise<ChatReply> {
  const { onDelta, onCall, urgency: purpose = 'user', signal } = request;
  const atMs = clock.nowMs();
  let firstMs: number | undefined;
  let isTold = false;
  // Where nobody listens nobody does here: a model that fails may then be asked again from the start.
  const onTimed: ChatRequest['onDelta'] =
    onDelta &&
    ((delta) => {
      firstMs ??= clock.nowMs() - atMs;
      onDelta(delta);
    });
  const onInner = (call: ModelCall): void => {
    isTold = true;
    callListener(() => onCall?.(call));
  };
  const end = (outcome: CallOutcome, usage?: ChatUsage): void => {
    const asked = { model: chatModel.name, purpose, atMs, ...(usage && checkedUsage(usage)) };
    const timed = { ms: clock.nowMs() - atMs, ...(firstMs !== undefined && { firstMs }) };
    const call: ModelCall = { ...asked, ...timed, outcome };
    callListener(() => {
      onWhole?.(call);
      if (!isTold) onCall?.(call);
    });
  };
  try {
    const reply = await chatModel.chat({
      ...request,
      ...(onTimed && { onDelta: onTimed }),
      ...(onCall && { onCall: onInner }),
    });
    end({ kind: 'answered' }, reply.usage);
    return reply;
  } catch (error) {
    end(outcomeOf(error, signal));
    throw error;
  }
}

function outcomeOf(error: unknown, signal: ChatRequest['signal']): CallOutcome {
  if (signal?.aborted) return { kind: 'aborted' };
  return AgentMemoryError.isInstance(error)
    ? { kind: 'failed', code: error.code }
    : { kind: 'failed' };
}

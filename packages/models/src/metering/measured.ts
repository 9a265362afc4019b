import { AgentMemoryError, type CallOutcome, type Clock, type ModelCall } from '@agent-memory/core';
import { callListener } from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import type { ChatReply, ChatUsage } from '../chat/chat-reply.ts';
import { checkedUsage } from '../chat/checked-usage.ts';
import { costOf, type ModelPrice } from './model-price.ts';

/** The facts of a call before it is made. */
export interface CallAsked extends Pick<ModelCall, 'model' | 'purpose'> {
  readonly signal: ChatRequest['signal'];
  readonly clock: Clock;
  readonly price?: ModelPrice | undefined;
}

/** The facts of a call once it has answered. */
interface Answered {
  readonly usage?: ChatUsage | undefined;
  readonly firstMs?: number | undefined;
}

/** Does one call of a model and tells of it when it is over, however it ended. */
export async function measured<Result>(
  call: () => Promise<Result>,
  { model, purpose, signal, clock, price }: CallAsked,
  tell: (call: ModelCall) => void,
  facts: (result: Result | undefined) => Answered = () => ({}),
): Promise<Result> {
  const atMs = clock.nowMs();
  const end = (outcome: CallOutcome, result?: Result): void => {
    const { usage, firstMs } = facts(result);
    const timed = {
      ms: clock.nowMs() - atMs,
      ...(firstMs !== undefined && { firstMs: firstMs - atMs }),
    };
    const told: ModelCall = {
      model,
      purpose,
      atMs,
      ...(usage && checkedUsage(usage)),
      ...timed,
      outcome,
    };
    callListener(() => tell(priced(told, price)));
  };
  try {
    const result = await call();
    end({ kind: 'answered' }, result);
    return result;
  } catch (error) {
    end(outcomeOf(error, signal));
    throw error;
  }
}

/** How a model is asked whose calls are told to `onCall` of the request. */
export interface ChatMeasuring {
  readonly clock: Clock;
  readonly price?: ModelPrice | undefined;
  /** Told of this call as one, whatever it led to. */
  readonly onWhole?: (call: ModelCall) => void;
}

/**
 * Asks a model. `onCall` of the request is told of the calls that came of it: those that the model tells
 * of itself, with the price where they have no cost yet, and else this one.
 */
export async function measuredChat(
  chatModel: ChatModel,
  request: ChatRequest,
  { clock, price, onWhole }: ChatMeasuring,
): Promise<ChatReply> {
  const { onDelta, onCall, urgency: purpose = 'user', signal } = request;
  let firstMs: number | undefined;
  let isTold = false;
  // Where nobody listens nobody does here: a model that fails may then be asked again from the start.
  const onTimed: ChatRequest['onDelta'] =
    onDelta &&
    ((delta) => {
      firstMs ??= clock.nowMs();
      onDelta(delta);
    });
  const onInner = (call: ModelCall): void => {
    isTold = true;
    callListener(() => onCall?.(priced(call, price)));
  };
  const watched = {
    ...request,
    ...(onTimed && { onDelta: onTimed }),
    ...(onCall && { onCall: onInner }),
  };
  return measured(
    () => chatModel.chat(watched),
    { model: chatModel.name, purpose, signal, clock, price },
    (call) => {
      onWhole?.(call);
      if (!isTold) onCall?.(call);
    },
    (reply) => ({ usage: reply?.usage, firstMs }),
  );
}

function priced(call: ModelCall, price: ModelPrice | undefined): ModelCall {
  const cost = call.cost ?? (price && costOf(call, price));
  return cost === undefined ? call : { ...call, cost };
}

function outcomeOf(error: unknown, signal: ChatRequest['signal']): CallOutcome {
  if (signal?.aborted) return { kind: 'aborted' };
  return AgentMemoryError.isInstance(error)
    ? { kind: 'failed', code: error.code }
    : { kind: 'failed' };
}

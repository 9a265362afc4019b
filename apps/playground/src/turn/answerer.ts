import type { AgentMemory, OpenAiMessage } from '@agent-memory/core';
import { type ChatModel, type ChatReply, EMPTY_REPLY, ModelError } from '@agent-memory/models';
import type { ContextRequest, ContextResult } from '../session/use-session.ts';

/** How an answer ended; `reply` is what had arrived. */
export type Answer =
  | { readonly kind: 'whole'; readonly reply: ChatReply }
  | { readonly kind: 'stopped'; readonly reply: ChatReply }
  | { readonly kind: 'failed'; readonly reply: ChatReply; readonly error: ModelError }
  /** Memory gave no context: what must be sent is larger than the budget. */
  | { readonly kind: 'no-context' };

/** The input of an answer, and the listeners to it. */
export interface Asked {
  readonly memory: AgentMemory;
  readonly requestContext: (request: ContextRequest) => Promise<ContextResult>;
  /** Told as the answer grows. */
  readonly onReply: (reply: ChatReply) => void;
  readonly onSilence: (isSilent: boolean) => void;
  readonly signal: AbortSignal;
}

/** The source of answers: a script or a model. It appends the calls that it makes, but not its answer. */
export interface Answerer {
  readonly name: string;
  answer(asked: Asked): Promise<Answer>;
}

/** A model as an answerer. A context that it calls too long is made smaller, and asked with once more. */
export function modelAnswerer(model: ChatModel): Answerer {
  return {
    name: model.name,
    async answer(asked) {
      const { requestContext, signal } = asked;
      const first = await requestContext({ signal });
      if (first.kind === 'refused') return { kind: 'no-context' };
      const answer = await askModel(model, first.context.messages, asked);
      const wasTooLong = answer.kind === 'failed' && answer.error.code === 'MODEL_CONTEXT_TOO_LONG';
      if (!wasTooLong || answer.reply.text !== '') return answer;
      const smaller = await requestContext({ signal, wasTooLong });
      return smaller.kind === 'refused' ? answer : askModel(model, smaller.context.messages, asked);
    },
  };
}

async function askModel(
  model: ChatModel,
  messages: readonly OpenAiMessage[],
  { onReply, onSilence, signal }: Asked,
): Promise<Answer> {
  let reply = EMPTY_REPLY;
  const onDelta = (delta: { readonly text: string; readonly thinking: string }): void => {
    reply = { ...reply, text: reply.text + delta.text, thinking: reply.thinking + delta.thinking };
    onReply(reply);
  };
  const begunMs = performance.now();
  try {
    const whole = await model.chat({ messages, signal, onDelta, onSilence });
    const ms = performance.now() - begunMs;
    // The memory's ledger counts by model.
    const usage = whole.usage && { ...whole.usage, model: model.name, ms };
    return { kind: 'whole', reply: { ...whole, ...(usage && { usage }) } };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', reply };
    if (ModelError.isInstance(error)) return { kind: 'failed', reply: error.partial, error };
    throw error;
  }
}

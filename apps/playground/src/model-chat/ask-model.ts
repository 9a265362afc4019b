import type { OpenAiMessage } from '@agent-memory/core';
import { type ChatModel, type ChatReply, EMPTY_REPLY, ModelError } from '@agent-memory/models';

/** How an answer ended; what had arrived is in `reply` whatever came of it. */
export type Answer =
  | { readonly kind: 'whole'; readonly reply: ChatReply }
  | { readonly kind: 'stopped'; readonly reply: ChatReply }
  | { readonly kind: 'failed'; readonly reply: ChatReply; readonly error: ModelError };

/** Told while an answer arrives. */
export interface AnswerListener {
  readonly onReply: (reply: ChatReply) => void;
  readonly onSilence: (isSilent: boolean) => void;
}

/** Asks a model and tells its answer as it grows. What goes wrong with the model is in the answer. */
export async function askModel(
  model: ChatModel,
  messages: readonly OpenAiMessage[],
  { onReply, onSilence }: AnswerListener,
  signal: AbortSignal,
): Promise<Answer> {
  let reply = EMPTY_REPLY;
  const onDelta = (delta: { readonly text: string; readonly thinking: string }): void => {
    reply = {
      ...reply,
      text: reply.text + delta.text,
      thinking: reply.thinking + delta.thinking,
    };
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

import type { AbortSignalLike, ModelCall, OpenAiMessage, ToolDefinition } from '@agent-memory/core';
import type { ChatReply } from './chat-reply.ts';

/** One request for an answer. */
export interface ChatRequest {
  /** The context, oldest message first: what `memory.assemble()` gives. */
  readonly messages: readonly OpenAiMessage[];
  /** Tools that the model may call. Default: none. */
  readonly tools?: readonly ToolDefinition[];
  /** Most tokens of the answer. Default: as many as the driver or its server allows. */
  readonly maxTokens?: number;
  /** 0 for the likeliest words, more for more chance. Default: the driver's. */
  readonly temperature?: number;
  /** The JSON Schema of an answer that is JSON alone. Default: free text. */
  readonly answerSchema?: ToolDefinition['parameters'];
  /**
   * Whether the user waits. A model that answers one request at a time takes those first, and gives a
   * request of the background up for one of them, to take it up again behind it. Default: `user`.
   */
  readonly urgency?: 'user' | 'background';
  /** Ends the request; `chat` then rejects with the signal's reason. */
  readonly signal?: AbortSignalLike;
  /** Called with each piece of the answer as it arrives, in order. */
  readonly onDelta?: (delta: ChatDelta) => void;
  /**
   * Told `true` when the model has given no sign of life for a while, and `false` when it does again:
   * it may be loading, or reading a long context. Nothing ends by it.
   */
  readonly onSilence?: (isSilent: boolean) => void;
  /**
   * Called with each call that this request led to, when that call is over: by `metered`, with its price, and
   * by a chain of models, for each model that it asked. A driver of one model need not tell its own.
   */
  readonly onCall?: (call: ModelCall) => void;
}

/** One piece of an answer; '' for what it does not add to. */
export interface ChatDelta {
  readonly text: string;
  readonly thinking: string;
}

/** The pace of a model on its device, in tokens a second, as it was measured. */
export interface ModelSpeed {
  /** Of a request, before the first word of the answer. */
  readonly readsPerSecond: number;
  /** Of an answer. */
  readonly writesPerSecond: number;
}

/**
 * Port: a model that answers.
 *
 * An implementer owes:
 * - an answer that is whole, or a rejection; all texts told to `onDelta`, joined, are the answer's;
 * - a rejection with a `ModelError` for everything that goes wrong on the way to the model or in it,
 *   with what had arrived in its `partial`;
 * - prompt rejection with the signal's reason when it aborts, and not one callback after that.
 *
 * A caller may ask again while an answer is under way. An error that `onDelta` throws ends the request,
 * and is thrown by `chat`.
 */
export interface ChatModel {
  /** The model, for a log, a panel or a ledger. */
  readonly name: string;
  /** Tokens of one request and its answer together; absent where that is not known, or not yet. */
  readonly contextWindow?: number | undefined;
  /**
   * Milliseconds that the model gives an answer before it ends it as lost, where that is long: one on
   * this device reads for minutes. A summary ahead of need is given as long. Default: not known.
   */
  readonly timeoutMs?: number | undefined;
  /** Absent where it is not measured, or not yet. A summary is sized to it. */
  readonly speed?: ModelSpeed | undefined;
  chat(request: ChatRequest): Promise<ChatReply>;
}

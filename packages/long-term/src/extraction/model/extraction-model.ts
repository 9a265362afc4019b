import type { AbortSignalLike, ModelCall, OpenAiMessage } from '@agent-memory/core';

/** A request as extraction makes it; a `ChatModel` of `@agent-memory/models` takes it. */
export interface ExtractionRequest {
  readonly messages: readonly OpenAiMessage[];
  readonly maxTokens: number;
  readonly temperature: number;
  readonly answerSchema: Readonly<Record<string, unknown>>;
  readonly urgency: 'background';
  readonly signal: AbortSignalLike;
}

/** The part of a chat model that extraction needs. */
export interface ExtractionModel {
  readonly name: string;
  chat(request: ExtractionRequest): Promise<{
    readonly text: string;
    readonly finishReason?: string;
    readonly usage?: Pick<ModelCall, 'inputTokens' | 'outputTokens'>;
  }>;
}

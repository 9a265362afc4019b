// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.
import type {
  AgentMemory,
  AppendableMessage,
  ContextPlan,
  Entry,
  MemoryStore,
  Message,
  Summary,
  SummaryRequest,
} from '@agent-memory/core';
import type { ModelTool } from '@agent-memory/core/tools';
import type { GenerateContentParameters, GenerateContentResponse, Tool } from '@google/genai';
import type { UIMessage } from 'ai';
import type OpenAI from 'openai';

export declare const memory: AgentMemory;
export declare const store: MemoryStore;
export declare const message: Message;
export declare const entries: readonly Entry[];
export declare const plan: ContextPlan;
export declare const system: string;

/** A tool for the model, and a signal that ends what takes long. */
export declare const getOrder: ModelTool<{ number: string }>;
export declare const signal: AbortSignal;

/** A model's name, and where it is served. */
export declare const model: string;
export declare const url: string;
/** A request to a model, however the app makes it. */
export declare function callYourModel(messages: readonly unknown[]): Promise<AppendableMessage>;
/** The summary that a model writes, however the app asks it. */
export declare function askModelForSummary(request: SummaryRequest): Promise<Summary>;
/** Tells the person something, however the app does it. */
export declare function showNotice(text: string, options?: { readonly canRetry: boolean }): void;

/** A file that a person chose, read as JSON. */
export declare const file: unknown;

export { generateText } from 'ai';
export * as fc from 'fast-check';
export { expect } from 'vitest';
/** A chat of AI SDK's. */
export declare const chat: { readonly messages: UIMessage[] };
/** A client of an SDK, as far as an example uses it: Anthropic's and OpenAI's. */
export declare const client: {
  readonly responses: OpenAI['responses'];
  readonly messages: {
    create(request: {
      model: string;
      max_tokens: number;
      system: readonly object[];
      messages: readonly object[];
    }): Promise<{ role: 'assistant'; content: [] }>;
  };
};
/** A client of Google's SDK, as far as the example uses it, and the tools of its model. */
export declare const ai: {
  readonly models: {
    generateContent(
      request: Pick<GenerateContentParameters, 'model' | 'contents'> & { config: object },
    ): Promise<GenerateContentResponse>;
  };
};
export declare const tools: Tool[];
/** A model in the page that takes requests in the shape of OpenAI's. */
export declare const engine: {
  readonly chat: {
    readonly completions: {
      create(request: { messages: readonly object[] }): Promise<{
        choices: readonly [{ message: { role: 'assistant'; content: string } }];
      }>;
    };
  };
};

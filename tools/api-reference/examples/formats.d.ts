// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.

import type { AgentMemory } from '@agent-memory/core';
import type { GenerateContentParameters, GenerateContentResponse, Tool } from '@google/genai';
import type { UIMessage } from 'ai';
import type OpenAI from 'openai';

export declare const memory: AgentMemory;
/** A model's name. */
export declare const model: string;

export { generateText } from 'ai';
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

// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.
import type { AgentMemoryError, OpenAiMessage } from '@agent-memory/core';
import type { LongTermMemory } from '@agent-memory/long-term';
import type { ChatModelAdapter } from '@assistant-ui/react';
import type { ModelMessage, UIMessage } from 'ai';
import { DefaultChatTransport } from 'ai';

export { Chat, useChat } from '@ai-sdk/react';
export { streamText } from 'ai';
export { useState } from 'react';
export { DefaultChatTransport };

export declare const messages: ModelMessage[];

export declare const longTerm: LongTermMemory;

export declare const transport: DefaultChatTransport<UIMessage>;

export declare const chatModel: ChatModelAdapter;

/** An app's own components and functions. */
export declare function App(): null;
export declare function report(error: AgentMemoryError): void;
export declare function streamWords(
  messages: readonly OpenAiMessage[],
  signal: AbortSignal,
): AsyncIterable<string>;

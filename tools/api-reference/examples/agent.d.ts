// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.

import type {
  AgentMemory,
  AppendableMessage,
  Entry,
  MemoryStore,
  Message,
} from '@agent-memory/core';
import type { ModelTool } from '../src/tools/model-tool.ts';

export declare const memory: AgentMemory;
export declare const store: MemoryStore;
export declare const message: Message;
export declare const entries: readonly Entry[];
export declare const system: string;
/** A tool for the model, and a signal that ends what takes long. */
export declare const getOrder: ModelTool<{ number: string }>;
export declare const signal: AbortSignal;
/** A model's name, and where it is served. */
export declare const model: string;
export declare const url: string;
/** A request to a model, however the app makes it. */
export declare function callYourModel(messages: readonly unknown[]): Promise<AppendableMessage>;
/** A file that a person chose, read as JSON. */
export declare const file: unknown;

export { generateText } from 'ai';
export { expect } from 'vitest';

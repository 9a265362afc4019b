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

export declare const memory: AgentMemory;
export declare const store: MemoryStore;
export declare const message: Message;
export declare const entries: readonly Entry[];
export declare const plan: ContextPlan;
export declare const system: string;

/** A signal that ends what takes long. */
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

export * as fc from 'fast-check';
export { expect } from 'vitest';

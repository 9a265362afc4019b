/*
 * The part of the browser's Prompt API that is used here, as its specification has it (Web Machine Learning
 * Community Group, https://webmachinelearning.github.io/prompt-api/).
 *
 * `inputQuota` of the Prompt API became `contextWindow`; extensions and older versions have the former.
 */

/** Whether the browser can run its model. */
export type BuiltInAvailability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** Fires `downloadprogress`; `loaded` goes from 0 to 1, bytes are not told. */
export interface CreateMonitor {
  addEventListener(
    type: 'downloadprogress',
    listener: (event: { readonly loaded: number }) => void,
  ): void;
}

/** One message of the Prompt API. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Settings of a session of the Prompt API. */
export interface LanguageModelOptions {
  readonly initialPrompts?: readonly PromptMessage[];
  readonly expectedInputs?: readonly ExpectedContent[];
  readonly expectedOutputs?: readonly ExpectedContent[];
  /** Heeded in extensions only, and there with `topK` alone. */
  readonly temperature?: number;
  readonly topK?: number;
}

interface ExpectedContent {
  readonly type: 'text';
  readonly languages: readonly string[];
}

/** A session of the Prompt API. */
export interface LanguageModelSession {
  promptStreaming(
    input: readonly PromptMessage[],
    options: { readonly signal: AbortSignal; readonly responseConstraint?: unknown },
  ): ReadableStream<string>;
  destroy(): void;
  /** Tokens of the whole session, answers included; `Infinity` where there is no bound. */
  readonly contextWindow?: number;
  readonly inputQuota?: number;
}

/** Options of a new session. */
export interface CreateOptions extends LanguageModelOptions {
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: CreateMonitor) => void;
}

/** The browser's `LanguageModel`. */
export interface LanguageModelApi {
  availability(options: LanguageModelOptions): Promise<BuiltInAvailability>;
  create(options: CreateOptions): Promise<LanguageModelSession>;
  /** In extensions only. */
  params?(): Promise<{ readonly defaultTopK: number; readonly maxTemperature: number } | null>;
}

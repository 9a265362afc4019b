/*
 * The parts of two APIs of the browser that are used here, as their specifications have them:
 * - Prompt API, Web Machine Learning Community Group: https://webmachinelearning.github.io/prompt-api/
 * - Summarizer API: https://webmachinelearning.github.io/writing-assistance-apis/
 *
 * `inputQuota` of the Prompt API became `contextWindow`; extensions and older versions have the former.
 */

/** Whether the browser can run its model. */
export type BuiltInAvailability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** Fires `downloadprogress`; `loaded` goes from 0 to 1, bytes are not told. */
interface CreateMonitor {
  addEventListener(
    type: 'downloadprogress',
    listener: (event: { readonly loaded: number }) => void,
  ): void;
}

/** Common to the creation of both. */
export interface CreateOptions {
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: CreateMonitor) => void;
}

/** A class of the browser's whose instances stand on its model. */
export interface BuiltInApi<Options, Session> {
  availability(options: Options): Promise<BuiltInAvailability>;
  create(options: Options & CreateOptions): Promise<Session>;
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

/** The browser's `LanguageModel`. */
export interface LanguageModelApi extends BuiltInApi<LanguageModelOptions, LanguageModelSession> {
  /** In extensions only. */
  params?(): Promise<{ readonly defaultTopK: number; readonly maxTemperature: number } | null>;
}

/** Settings of the browser's summariser. */
export interface SummarizerOptions {
  readonly type: 'key-points' | 'tldr' | 'teaser' | 'headline';
  readonly format: 'plain-text' | 'markdown';
  readonly length: 'short' | 'medium' | 'long';
  readonly sharedContext: string;
  readonly expectedInputLanguages?: readonly string[];
  readonly expectedContextLanguages?: readonly string[];
  readonly outputLanguage?: string;
}

/** An instance of the browser's summariser. */
export interface SummarizerSession {
  summarize(
    input: string,
    options: { readonly signal: AbortSignal; readonly context?: string },
  ): Promise<string>;
  /** Tokens that an input takes, the instance's own words included; 0 where there is no bound. */
  measureInputUsage(input: string, options: { readonly signal: AbortSignal }): Promise<number>;
  /** Tokens of one input; `Infinity` where there is no bound. */
  readonly inputQuota: number;
  destroy(): void;
}

/** The browser's `Summarizer`. */
export type SummarizerApi = BuiltInApi<SummarizerOptions, SummarizerSession>;

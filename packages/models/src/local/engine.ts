import type { OpenAiMessage, ToolDefinition } from '@agent-memory/core';
import type { ChatDelta } from '../chat/chat-model.ts';
import type { ChatReply } from '../chat/chat-reply.ts';

/** How far a load is. */
export interface LoadProgress {
  /** Files arrive, the engine is made ready for this device, the model is put into memory. */
  readonly phase: 'download' | 'compile' | 'start';
  /** Bytes that have arrived, those that were on the device included; absent where nobody counts them. */
  readonly loadedBytes?: number;
  readonly totalBytes?: number;
  /** Milliseconds until the phase is over, by its pace so far; absent until there is one. */
  readonly leftMs?: number;
}

/** The engine as it runs here. */
export interface LoadedEngine {
  /** Tokens of one request and its answer together. */
  readonly contextWindow: number;
  /** The hardware that the engine runs on. */
  readonly backend: 'webgpu' | 'wasm';
  /** Threads of WebAssembly; absent on WebGPU. */
  readonly threads?: number;
  /** Sentences for a person about anything that is less than it could be, and why. */
  readonly notes: readonly string[];
}

/** One request, as an engine runs it: plain data, so that it can be sent to a worker. */
export interface EngineRequest {
  readonly messages: readonly OpenAiMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly answerSchema: ToolDefinition['parameters'] | undefined;
}

/**
 * Port: an engine on this device that holds one model. Calls come one at a time: `load` once and
 * first, then `generate` again and again.
 *
 * An implementer owes:
 * - rejection of `load` and `generate` with `EngineFailure`, or with the signal's reason once it
 *   aborts: of `load` promptly, of `generate` when the engine takes the next request. Nobody waits for
 *   that but the next request, and after a minute the engine is closed and another one started;
 * - texts told to `onDelta` that, joined, are the reply's; none after the end of the call;
 * - an engine that takes the next `generate` after one that was rejected, or `lost`;
 * - `lost` rejecting with `EngineFailure` when the engine cannot continue: its worker ended, its device
 *   went away. What is under way then rejects with the same;
 * - no request to another host but in `load` with `mayDownload`, and none at all for a device that
 *   cannot run it. A file that is missing is `download-not-allowed` otherwise.
 *
 * The suite `localEngineContract` in `@agent-memory/models/testing` proves these sentences.
 */
export interface LocalEngine {
  load(options: {
    readonly signal: AbortSignal;
    /** Whether files that are not on this device may be downloaded. */
    readonly mayDownload: boolean;
    readonly onProgress: (progress: LoadProgress) => void;
  }): Promise<LoadedEngine>;
  generate(
    request: EngineRequest,
    options: { readonly signal: AbortSignal; readonly onDelta: (delta: ChatDelta) => void },
  ): Promise<ChatReply>;
  /** Never resolves; may reject unheard. */
  readonly lost: Promise<never>;
  /** Ends it at once, with all that it holds; twice is harmless. */
  close(): void;
}

/** A model's weight on the network and on this device. */
export interface LocalModelSize {
  /** Bytes that a load would fetch; 0 where all files are on this device. */
  readonly downloadBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
}

/** Port: the files of a model. An implementer downloads no weights for any of these calls. */
export interface LocalModelFiles {
  /** @throws EngineFailure where it cannot be found out; the signal's reason when it aborts. */
  size(options: { readonly signal: AbortSignal }): Promise<LocalModelSize>;
  /** Takes the model's files out of the browser's storage. */
  clear(): Promise<void>;
}

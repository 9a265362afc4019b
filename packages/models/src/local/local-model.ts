import type { SignalOption } from '@agent-memory/core';
import type { ChatModel } from '../chat/chat-model.ts';
import type { LocalFailure } from '../errors/local-failure.ts';
import type { LoadedEngine, LoadProgress, LocalModelSize } from './engine.ts';

/** The state of a model on this device; a new object with every change. */
export interface LocalModelStatus {
  /** `unloaded` costs no memory; the next request loads it again from this device. */
  readonly phase: 'unloaded' | 'loading' | 'ready' | 'answering' | 'disposed';
  /** How far the load is; only while it continues. */
  readonly progress?: LoadProgress | undefined;
  /** The engine as it runs here; absent until it was loaded. */
  readonly engine?: LoadedEngine | undefined;
  /** How many requests wait; the one that is being answered is not among them. */
  readonly waiting: { readonly user: number; readonly background: number };
  /** Tokens a second of the last answer whose engine counted them. */
  readonly tokensPerSecond?: number | undefined;
  /** The last failure; the next whole answer or load takes it away. */
  readonly failure?: LocalFailure | undefined;
  /** The same failure in words. */
  readonly failureText?: string | undefined;
  /** How often the engine was started again after it was lost; absent where it never was. */
  readonly restarts?: number | undefined;
}

/** Settings of one load. */
export interface LoadOptions extends SignalOption {
  /** Hears how far this load is. Default: nobody; `status` has it too. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** A model that runs on this device. Nothing that it is asked leaves the device. */
export interface LocalModel extends ChatModel {
  readonly status: LocalModelStatus;
  /** Calls back after each change of `status`; gives the function that ends it. Bound to the model. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * The model's weight, and how much of it would be downloaded. Its server is asked for lengths alone.
   * @throws LocalModelError; the signal's reason when it aborts.
   */
  size(options?: SignalOption): Promise<LocalModelSize>;
  /**
   * Downloads and starts the model; the call is the consent to the download [MOD-2]. Calls share one
   * load, which ends when the last of them is aborted.
   * @throws LocalModelError; the signal's reason when it aborts.
   */
  load(options?: LoadOptions): Promise<LoadedEngine>;
  /** Frees the memory. Requests that wait or are answered reject with `unloaded`. */
  unload(): void;
  /** Takes the model's files out of the browser's storage; a model that is loaded stays so. */
  clearCache(): Promise<void>;
  /** Ends it for good; requests, and later calls, reject. */
  dispose(): void;
}

/** How a model on this device behaves, whichever engine runs it. */
export interface LocalModelOptions {
  /**
   * `allowed`: a request may download the model by itself. Default: `on-load`; then a request of a
   * model that is not on this device rejects with `download-not-allowed` until `load` is called. A load
   * that is aborted, unloaded or fails takes its consent back, and so does `clearCache`; a request of the
   * background downloads nothing in any case.
   */
  readonly download?: 'allowed' | 'on-load';
  /**
   * How long an answer, or the start of an engine, may give no sign, in milliseconds, before the engine
   * is ended. An engine on WebAssembly reads a long context for minutes. Default: 600,000.
   */
  readonly timeoutMs?: number;
  /**
   * How long a download may bring no byte, and `size` no answer, in milliseconds, before it fails. Default:
   * 60,000.
   */
  readonly downloadTimeoutMs?: number;
  /** After how long without a sign `onSilence` of a request is told, in milliseconds. Default: 20,000. */
  readonly silenceMs?: number;
  /** How long nobody asks, in milliseconds, before the model is unloaded. Default: `Infinity`, never. */
  readonly idleUnloadMs?: number;
}

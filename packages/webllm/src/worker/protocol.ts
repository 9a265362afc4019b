import type {
  ChatDelta,
  ChatReply,
  LoadedEngine,
  LoadProgress,
  LocalFailure,
} from '@agent-memory/models';
import type { EngineRequest } from '@agent-memory/models/local';
import type { WebLlmModel } from '../model/model-record.ts';

// All that crosses the border of the worker. One call is under way at a time, so an answer needs no
// number; failures are data, since an error's class would not survive the way.

/** The model to load. */
export interface ModelSettings {
  /** A record of one's own, with whole addresses, or an id of web-llm's list. */
  readonly model: string | WebLlmModel;
  /** Default: the model's own. */
  readonly contextWindow?: number;
}

export type PageMessage =
  /** Answered by `found` or `failed`. */
  | { readonly kind: 'find'; readonly modelId: string }
  /** Answered by `loaded` or `failed`, with `progress` before. A load is ended by ending the worker. */
  | { readonly kind: 'load'; readonly settings: ModelSettings }
  /** Answered by `reply` or `failed`, with `delta` before. */
  | { readonly kind: 'generate'; readonly request: EngineRequest }
  /** Ends what is being generated, at the next word of it; the answer to `generate` still comes. */
  | { readonly kind: 'interrupt' };

export type WorkerMessage =
  /** The worker runs, and holds the lock of this name for as long as it does. */
  | { readonly kind: 'running'; readonly lockName: string }
  | { readonly kind: 'found'; readonly record: WebLlmModel }
  | { readonly kind: 'progress'; readonly progress: LoadProgress }
  | { readonly kind: 'loaded'; readonly engine: LoadedEngine }
  | { readonly kind: 'delta'; readonly delta: ChatDelta }
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  | { readonly kind: 'failed'; readonly failure: LocalFailure }
  /** The device went away: nothing more comes of this worker. */
  | { readonly kind: 'lost'; readonly failure: LocalFailure };

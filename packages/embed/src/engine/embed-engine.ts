import type { LoadProgress } from '@agent-memory/models';
import type { ModelSettings } from '../files/model-source.ts';

/** A model that was loaded, as data. */
export interface LoadedModel {
  readonly id: string;
  readonly version: string;
  /** Length of each vector. */
  readonly dimension: number;
  /** Longest text in tokens; what is behind is cut off. */
  readonly maxTokens: number;
  /** Bytes of the model's files. */
  readonly totalBytes: number;
  /** Whether nothing had to be downloaded. */
  readonly isFromCache: boolean;
  /** Sentences for a person about anything that is less than it could be, and why. */
  readonly notes: readonly string[];
}

/** How a model is loaded. */
export interface EngineLoad {
  readonly signal: AbortSignal;
  readonly mayDownload: boolean;
  readonly onProgress: (progress: LoadProgress) => void;
}

/** Port: the thread that holds one model. Its calls reject with EngineFailure. */
export interface EmbedEngine {
  load(options: EngineLoad): Promise<LoadedModel>;
  embed(text: string): Promise<Float32Array>;
  /** Rejects when it ends by itself. */
  readonly lost: Promise<never>;
  /** Frees the model. */
  close(): void;
}

/** All that the page asks of the worker. A load is ended by ending the worker. */
export type EmbedCalls = {
  load(
    mayDownload: boolean,
    onProgress: EngineLoad['onProgress'],
    settings: ModelSettings,
  ): Promise<LoadedModel>;
  embed(text: string): Promise<Float32Array>;
};

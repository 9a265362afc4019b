import type { EmbedOptions } from '@agent-memory/long-term';
import type { ReportDegradation } from '../errors/degradation.ts';
import type { FilesProgress } from '../files/read-model-files.ts';
import type { ModelSettings } from '../model/settings.ts';

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
}

/** How far a load is. */
export type LoadProgress =
  /** The files are being read or downloaded. */
  | ({ readonly phase: 'files' } & FilesProgress)
  /** The files are here, and the model is being started. */
  | { readonly phase: 'start' };

/** The listeners to a load on its way. */
export interface LoadListeners {
  readonly onProgress: (progress: LoadProgress) => void;
  readonly onDegradation: ReportDegradation;
}

/** Port: the thread that holds one model. */
export interface Engine {
  /** @throws Failed; the signal's reason when it aborts. */
  load(
    settings: ModelSettings,
    listeners: LoadListeners,
    signal: AbortSignal,
  ): Promise<LoadedModel>;
  /** @throws Failed */
  embed(text: string, purpose: EmbedOptions['purpose']): Promise<Float32Array>;
  /** Whether it has ended by itself; it takes no calls any more. */
  isLost(): boolean;
  /** Frees the model. */
  close(): void;
}

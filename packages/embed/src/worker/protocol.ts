import type { EmbedOptions } from '@agent-memory/long-term';
import type { EmbedderDegradation } from '../errors/degradation.ts';
import type { EmbedderFailure } from '../errors/embedder-failure.ts';
import type { ModelSettings } from '../model/settings.ts';
import type { LoadedModel, LoadProgress } from './engine.ts';

/** The end of a call, as data: an error's class would not survive the way between the threads. */
export type Outcome<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'failure'; readonly failure: EmbedderFailure };

/** A word of a load on its way. */
export type Told =
  | { readonly kind: 'progress'; readonly progress: LoadProgress }
  | { readonly kind: 'degradation'; readonly degradation: EmbedderDegradation };

/** All that the page asks of the worker. A load is ended by ending the worker. */
export interface WorkerCalls {
  /** Takes the lock by which the page notices that the worker ended; nothing where there are none. */
  holdLife(): Promise<string | undefined>;
  load(settings: ModelSettings, tell: (told: Told) => void): Promise<Outcome<LoadedModel>>;
  embed(text: string, purpose: EmbedOptions['purpose']): Promise<Outcome<Float32Array>>;
}

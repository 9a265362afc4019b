import type { LocalModel, LocalModelSize } from '@agent-memory/models';
import type { StoredDownload } from './device-settings.ts';
import { type ModelSource, namedSource, sourceKey } from './model-source.ts';

/** A model that chats: loaded, or loaded with the next message. */
export interface RunningModel {
  readonly source: ModelSource;
  readonly model: LocalModel;
}

/** The way of a model until it is the one that chats. */
export type Preparation =
  | { readonly kind: 'measuring'; readonly source: ModelSource }
  /** The download waits for a person's word. */
  | { readonly kind: 'asking'; readonly source: ModelSource; readonly size: LocalModelSize }
  /** Downloaded and started; the model's own status says how far. */
  | { readonly kind: 'loading'; readonly source: ModelSource; readonly model: LocalModel }
  | { readonly kind: 'failed'; readonly source: ModelSource; readonly error: unknown };

/** A copy of a dropped file that is being written. */
export interface Keeping {
  readonly name: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** All that a page shows of the models on this device; a new object with every change. */
export interface DeviceState {
  /** Whether it was looked for what an earlier visit left here. */
  readonly isRestored: boolean;
  readonly current?: RunningModel | undefined;
  readonly preparation?: Preparation | undefined;
  /** Models whose files are on this device. */
  readonly stored: readonly StoredDownload[];
  readonly keeping?: Keeping | undefined;
  /** A sentence about files of a model that could not be kept or found. */
  readonly problem?: string | undefined;
  /** Whether the engine of the current model opens without a network. */
  readonly isEngineStored: boolean;
}

export const EMPTY_STATE: DeviceState = {
  isRestored: false,
  stored: [],
  isEngineStored: false,
};

/** Whether the current model answers without a network: engine and files are on this device. */
export function worksOffline({ current, isEngineStored, stored }: DeviceState): boolean {
  if (!current || !isEngineStored) return false;
  const key = sourceKey(namedSource(current.source));
  return stored.some(({ source }) => sourceKey(source) === key);
}

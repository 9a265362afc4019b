import { fingerprint } from '../files/fingerprint.ts';
import type { ModelSource } from '../files/model-source.ts';
import type { Pooling } from '../vectors/pool.ts';
import type { Prefixes } from '../vectors/prefixes.ts';

/** All that a thread has to know to run a model; it can be sent to a worker. */
export interface ModelSettings {
  readonly source: ModelSource;
  readonly modelFile: string;
  readonly pooling: Pooling;
  readonly prefixes: Prefixes;
  /** Default: the model's own window. */
  readonly maxTokens?: number;
  /** Address or bytes of ONNX Runtime's WebAssembly. Default: where the bundler put it. */
  readonly runtime?: string | Uint8Array<ArrayBuffer>;
  readonly isCached: boolean;
}

/**
 * The version of vectors [RET-7]: it changes with the files and with all that changes a vector.
 * PERSISTED: stored vectors carry it. Another order here would make all of them anew.
 */
export function versionOf(
  filesFingerprint: string,
  { pooling, prefixes }: Pick<ModelSettings, 'pooling' | 'prefixes'>,
  maxTokens: number,
): string {
  const { query = '', passage = '' } = prefixes;
  return fingerprint(JSON.stringify([filesFingerprint, pooling, query, passage, maxTokens]));
}

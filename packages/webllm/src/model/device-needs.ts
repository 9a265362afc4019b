import type { WebLlmModel } from './model-record.ts';

/** The demands of a model on the graphics device. */
export interface DeviceNeeds {
  readonly features: readonly string[];
  /** Bytes that one buffer has to hold; 0 where nothing is known of it. */
  readonly bufferBytes: number;
}

const HALF_FLOATS = 'shader-f16';
/** `q4f16_1`, `q0f16` … as a part of the id: weights of such models are half floats on the device. */
const HALF_FLOAT_ID = /(?:^|[-_])q\d+f16(?:[-_]|$)/i;

/** Most records of web-llm's list for half floats do not declare the feature, hence the id. */
export function needsOf(model: string | WebLlmModel): DeviceNeeds {
  const {
    model_id: id,
    required_features: declared = [],
    buffer_size_required_bytes: bytes = 0,
  } = typeof model === 'string' ? { model_id: model } : model;
  const inferred = HALF_FLOAT_ID.test(id) ? [HALF_FLOATS] : [];
  return { features: [...new Set([...declared, ...inferred])], bufferBytes: bytes };
}

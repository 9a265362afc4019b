import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { tinyModelBytes } from './tiny-model.ts';

const { AGENT_MEMORY_DATA = '../shared/data' } = process.env;

/** The folder of the real model, which is not part of this repository. */
const MODEL_FOLDER = path.resolve(AGENT_MEMORY_DATA, 'models/all-minilm-l6-v2');

const MODEL_FILES = [
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/model_quantized.onnx',
] as const;

export const hasModel = MODEL_FILES.every((file) => existsSync(path.join(MODEL_FOLDER, file)));

/** Stands in the name of tests that need the real model, so that a run without it says why it skips them. */
export const NEEDS_MODEL = hasModel
  ? 'with the real model'
  : `skipped: no model in ${MODEL_FOLDER} (AGENT_MEMORY_DATA)`;

/** One file of the real model. */
export function modelBytes(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path.join(MODEL_FOLDER, file)));
}

/** The real model as somebody drops it. */
export function modelFiles(): File[] {
  return MODEL_FILES.map((file) => new File([modelBytes(file)], path.basename(file)));
}

/** The tiny model as somebody drops it. */
export function tinyModelFiles(): File[] {
  return MODEL_FILES.map((file) => new File([tinyModelBytes(file)], path.basename(file)));
}

/** ONNX Runtime's WebAssembly, as the package brings it. */
export function runtimeBytes(): Uint8Array<ArrayBuffer> {
  const require = createRequire(import.meta.url);
  const file = require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
  return new Uint8Array(readFileSync(file));
}

/** Texts, and the vectors that the float model gives for them. */
export interface Reference {
  readonly texts: readonly string[];
  readonly vectors: readonly (readonly number[])[];
}

export function reference(): Reference {
  return JSON.parse(readFileSync(path.join(MODEL_FOLDER, 'reference.json'), 'utf8'));
}

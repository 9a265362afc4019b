import type { ModelPart } from '../files/model-source.ts';

/** The build of llama.cpp for browsers that lack JSPI or 64-bit memory of WebAssembly. */
export interface CompatFiles {
  /** Address of `wasm/wllama.js`. */
  readonly worker: string;
  /** Address of `wasm/wllama.wasm`. */
  readonly wasm: string;
}

/** The options of one model, checked, with their defaults. */
export interface EngineSettings {
  readonly parts: readonly ModelPart[];
  readonly contextWindow: number;
  readonly threads: number | undefined;
  readonly isGpuWanted: boolean;
  readonly repeatPenalty: number;
  readonly isKept: boolean;
  readonly wasmUrl: string | undefined;
  readonly compat: CompatFiles | undefined;
}

import type { ModelFile } from '@agent-memory/models/device';

/** The build of llama.cpp for browsers that lack JSPI or 64-bit memory of WebAssembly. */
export interface CompatFiles {
  /** Address of `wasm/wllama.js`. */
  readonly worker: string;
  /** Address of `wasm/wllama.wasm`. */
  readonly wasm: string;
}

/** The options of one model, checked, with their defaults. */
export interface EngineSettings {
  readonly parts: readonly ModelFile[];
  readonly contextWindow: number;
  readonly threads: number | undefined;
  readonly isGpuWanted: boolean;
  readonly wasmUrl: string | undefined;
  readonly compat: CompatFiles | undefined;
}

import { errorText } from '@agent-memory/core/internal';
import { EngineFailure } from '@agent-memory/models/device';

/** Hears the lines that wllama and llama.cpp print, and the errors of the worker's own. */
export interface LlamaLogger {
  debug(...words: unknown[]): void;
  log(...words: unknown[]): void;
  warn(...words: unknown[]): void;
  error(...words: unknown[]): void;
}

/** One instance of wllama, as far as it is used here: a worker that holds one model. */
export interface Llama {
  /** `null` forbids the build for older browsers, which wllama would else take from a CDN. */
  setCompat(compat: { readonly worker: string; readonly wasm: string } | null): void;
  /** Resolves also where llama.cpp refuses the model; `getLoadedContextInfo` says it. */
  loadModel(blobs: readonly Blob[], parameters: LoadParameters): Promise<void>;
  getLoadedContextInfo(): unknown;
  getNumThreads(): number;
  createChatCompletion(body: object): Promise<unknown>;
  /** Ends the worker; promises that are under way stay pending. */
  exit(): Promise<void>;
}

/** Parameters of llama.cpp, in its own words. */
export interface LoadParameters {
  readonly n_ctx: number;
  readonly n_batch: number;
  readonly n_parallel: 1;
  readonly n_threads: number;
  readonly n_gpu_layers?: 0;
}

interface LlamaModule {
  readonly Wllama: new (
    files: { readonly default: string },
    settings: { readonly logger: LlamaLogger; readonly cacheManager: object },
  ) => Llama;
}

/**
 * Loads the script of wllama. By the file's name: the package's own entry, `index.js`, is not in it, and
 * its declarations cannot be resolved by Node's rules, hence the types above.
 *
 * @throws EngineFailure where the app's server does not give it out.
 */
export async function loadLlama(): Promise<LlamaModule> {
  const module: unknown = await import('@wllama/wllama/esm/index.js').catch((cause: unknown) => {
    const failure = { kind: 'download-failed', file: 'wllama', problem: errorText(cause) } as const;
    throw new EngineFailure(failure, { cause });
  });
  if (isLlamaModule(module)) return module;
  throw new TypeError('@wllama/wllama exports no class `Wllama`.');
}

function isLlamaModule(module: unknown): module is LlamaModule {
  return (
    typeof module === 'object' &&
    module !== null &&
    'Wllama' in module &&
    typeof module.Wllama === 'function'
  );
}

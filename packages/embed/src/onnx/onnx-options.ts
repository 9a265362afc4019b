import { InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { ReportDegradation } from '../errors/degradation.ts';
import type { ModelSource } from '../files/model-source.ts';
import type { ModelSettings } from '../model/settings.ts';
import { checkPrefixes } from '../vectors/check-prefixes.ts';
import type { Pooling } from '../vectors/pool.ts';
import type { Prefixes } from '../vectors/prefixes.ts';
import type { LoadProgress } from '../worker/engine.ts';

/** Settings of `createOnnxEmbedder`. */
export interface OnnxEmbedderOptions {
  /**
   * The place of the model: an address below which `config.json`, `tokenizer.json`,
   * `tokenizer_config.json` and the weights lie, the files themselves (of an `<input>` or a drop), or
   * a folder that was opened. A relative address is below the page's own.
   */
  readonly model: string | URL | readonly File[] | FileSystemDirectoryHandle;
  /** Path of the weights below that place. Default: `onnx/model_quantized.onnx`. */
  readonly modelFile?: string;
  /** Default: `mean`. The model's page says it; some models of the BGE family want `first-token`. */
  readonly pooling?: Pooling;
  /** Default: none. Models of the E5 family want `query: ` and `passage: `. */
  readonly prefixes?: Prefixes;
  /** Longest text in tokens; what is behind is cut off. Default, and most: the model's window. */
  readonly maxTokens?: number;
  /** Name of the model in `embedder.model`. Default: the one in `config.json`. */
  readonly id?: string;
  /**
   * Address or bytes of ONNX Runtime's `ort-wasm-simd-threaded.wasm`. Default: where the app's bundler
   * put it. Node needs the bytes.
   */
  readonly runtime?: string | URL | Uint8Array<ArrayBuffer>;
  /** Whether downloaded files are kept in the browser's Cache Storage. Default: true. */
  readonly cache?: boolean;
  /** Makes the worker, for an app that places it by itself. Default: the one of this package. */
  readonly worker?: () => Worker;
  /** Hears how far each load is. Default: nobody. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Hears of what is less than it could be. Default: nobody. */
  readonly onDegradation?: ReportDegradation;
}

const OPTIONS = {
  model: true,
  modelFile: true,
  pooling: true,
  prefixes: true,
  maxTokens: true,
  id: true,
  runtime: true,
  cache: true,
  worker: true,
  onProgress: true,
  onDegradation: true,
} as const satisfies KnownNames<OnnxEmbedderOptions>;

const USUAL_MODEL_FILE = 'onnx/model_quantized.onnx';
/** Room for the special tokens and one of the text. */
const FEWEST_TOKENS = 3;

/** Checks the options and brings them into the form that a worker can be sent. @throws InvalidOptionError */
export function settingsOf(options: OnnxEmbedderOptions): ModelSettings {
  refuseUnknown(options, OPTIONS, 'createOnnxEmbedder');
  const { modelFile = USUAL_MODEL_FILE, pooling = 'mean', prefixes = {}, maxTokens } = options;
  checkPlainOptions(options);
  checkPrefixes(prefixes);
  const runtime = runtimeOf(options.runtime);
  return {
    source: sourceOf(options.model),
    modelFile: modelFile.replace(/^\.?\//, ''),
    pooling,
    prefixes,
    isCached: options.cache ?? true,
    ...(maxTokens !== undefined && { maxTokens }),
    ...(runtime !== undefined && { runtime }),
  };
}

function checkPlainOptions(options: OnnxEmbedderOptions): void {
  const { modelFile, pooling, maxTokens, id, cache } = options;
  const isText = (value: unknown): boolean => value === undefined || isFilled(value);
  check(isText(modelFile), 'modelFile', 'must be the path of a file below the model.');
  check(isText(id), 'id', 'must be a name.');
  const isPooling = pooling === undefined || pooling === 'mean' || pooling === 'first-token';
  check(isPooling, 'pooling', "must be 'mean' or 'first-token'.");
  const isCount = maxTokens === undefined || Number.isSafeInteger(maxTokens);
  const isEnough = isCount && (maxTokens ?? FEWEST_TOKENS) >= FEWEST_TOKENS;
  check(isEnough, 'maxTokens', `must be a whole number of ${FEWEST_TOKENS} or more.`);
  check(cache === undefined || typeof cache === 'boolean', 'cache', 'must be true or false.');
  for (const name of ['worker', 'onProgress', 'onDegradation'] as const) {
    const given = options[name];
    check(given === undefined || typeof given === 'function', name, 'must be a function.');
  }
}

function sourceOf(model: OnnxEmbedderOptions['model']): ModelSource {
  if (typeof model === 'string' || model instanceof URL) {
    return { kind: 'address', baseUrl: baseOf(String(model)) };
  }
  if (Array.isArray(model)) {
    const areFiles = model.length > 0 && model.every((file) => file instanceof File);
    check(areFiles, 'model', 'must be a list of files, not empty.');
    return { kind: 'files', files: model };
  }
  check(isFolder(model), 'model', 'must be an address, a list of files, or a folder.');
  return { kind: 'folder', folder: model };
}

function isFolder(model: unknown): model is FileSystemDirectoryHandle {
  return (
    typeof model === 'object' && model !== null && 'kind' in model && model.kind === 'directory'
  );
}

/** The address of the folder, with the slash behind it that relative addresses need. */
function baseOf(model: string): string {
  const url = addressOf('model', model);
  url.hash = '';
  url.search = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
}

function runtimeOf(runtime: OnnxEmbedderOptions['runtime']): ModelSettings['runtime'] {
  if (runtime === undefined || runtime instanceof Uint8Array) return runtime;
  const isAddress = isFilled(runtime) || runtime instanceof URL;
  check(isAddress, 'runtime', 'must be an address or the bytes of the file.');
  return addressOf('runtime', String(runtime)).href;
}

function addressOf(option: string, text: string): URL {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const base = location?.href;
  check(URL.canParse(text, base), option, `is no address: “${text}”.`);
  const url = new URL(text, base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'blob:';
  check(isWeb, option, `must begin with http:// or https://, and is “${text}”.`);
  return url;
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function check(holds: boolean, option: string, problem: string): asserts holds {
  if (!holds) throw new InvalidOptionError(option, problem);
}

import { checkOption as check, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { EmbedOptions } from '@agent-memory/long-term';
import type { FileHashes, ModelSettings, ModelSource } from '../files/model-source.ts';

/** Settings of `createOnnxEmbedder`. */
export interface OnnxEmbedderOptions {
  /**
   * The place of the model: an address below which `config.json`, `tokenizer.json`,
   * `tokenizer_config.json` and the weights, `onnx/model_quantized.onnx`, lie, the files themselves (of an
   * `<input>` or a drop), or a folder that was opened. A relative address is below the page's own.
   */
  readonly model: string | URL | readonly File[] | FileSystemDirectoryHandle;
  /**
   * Address or bytes of ONNX Runtime's `ort-wasm-simd-threaded.wasm`. Default: where the app's bundler
   * put it. Node needs the bytes.
   */
  readonly runtime?: string | URL | Uint8Array<ArrayBuffer>;
  /** Makes the worker, for an app that places it by itself. Default: the one of this package. */
  readonly worker?: () => Worker;
  /**
   * SHA-256 of the files in hexadecimal, by their paths: `{ 'onnx/model_quantized.onnx': '…' }`. Another
   * file is refused, and downloaded again where it was kept. Default: files are not checked.
   */
  readonly sha256?: FileHashes;
  /**
   * Texts that the model was trained to see before a query and before a passage; for the E5 family
   * `{ query: 'query: ', passage: 'passage: ' }`. Default: none.
   */
  readonly prefixes?: Prefixes;
}

/** What stands before each text, by its purpose. */
export type Prefixes = Readonly<Record<EmbedOptions['purpose'], string>>;

const OPTIONS = {
  model: true,
  runtime: true,
  worker: true,
  sha256: true,
  prefixes: true,
} as const satisfies KnownNames<OnnxEmbedderOptions>;

/** Checks the options and brings them into the form that a worker can be sent. @throws InvalidOptionError */
export function settingsOf(options: OnnxEmbedderOptions): ModelSettings {
  refuseUnknown(options, OPTIONS, 'createOnnxEmbedder');
  const { worker, sha256 = {}, prefixes } = options;
  const arePrefixes =
    prefixes === undefined ||
    (typeof prefixes.query === 'string' && typeof prefixes.passage === 'string');
  check(arePrefixes, 'prefixes', 'must have two texts, `query` and `passage`.');
  check(worker === undefined || typeof worker === 'function', 'worker', 'must be a function.');
  const areHashes = Object.values(sha256).every((hash) => /^[\da-f]{64}$/i.test(hash));
  check(areHashes, 'sha256', 'must be 64 hexadecimal digits for each file.');
  const runtime = runtimeOf(options.runtime);
  return {
    source: sourceOf(options.model),
    sha256,
    ...(runtime !== undefined && { runtime }),
  };
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

import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { ModelFile } from '@agent-memory/models/device';
import type { EngineSettings } from '../engine/engine-settings.ts';
import { partAt, partsAt, partsOf } from '../files/model-source.ts';

/** Settings of a model in GGUF files. */
export interface GgufOptions {
  /**
   * The model's GGUF file: its address, or the file itself (of an `<input>` or a drop). A model that is
   * split is a list of all its files; the address of one of them is enough where they are named as
   * `llama-gguf-split` names them. A relative address is below the page's own.
   */
  readonly model: string | URL | readonly (string | URL)[] | Blob | readonly Blob[];
  /**
   * SHA-256 of the file in hexadecimal; of several, a list in the order of the files. Another file is
   * refused, and downloaded again where it was kept. Default: files are not checked.
   */
  readonly sha256?: string | readonly string[];
  /** Name of the model, for a log or a panel. Default: the name of its first file. */
  readonly name?: string;
  /**
   * Tokens of one request and its answer together. More cost more memory. Default: 4,096; at most what
   * the model was trained on.
   */
  readonly contextWindow?: number;
  /**
   * Threads on WebAssembly. Default: half of the logical processors, 2 to 8. At most all of them, and 8;
   * always 1 on a page that is not isolated by its headers.
   */
  readonly threads?: number;
  /** Default: `webgpu`, with WebAssembly in its place where it is missing. */
  readonly backend?: 'webgpu' | 'wasm';
  /** Address of wllama's `esm/wasm/wllama.wasm`. Default: where the app's bundler put it. */
  readonly wasmUrl?: string | URL;
  /**
   * Addresses of `wasm/wllama.js` and `wasm/wllama.wasm` of the package `@wllama/wllama-compat`, for
   * browsers without JSPI or 64-bit memory of WebAssembly (Safari). Default: none.
   */
  readonly compat?: { readonly worker: string | URL; readonly wasm: string | URL };
}

/** Names of the options, for those who have further ones beside them. */
export const GGUF_OPTIONS = {
  model: true,
  sha256: true,
  name: true,
  contextWindow: true,
  threads: true,
  backend: true,
  wasmUrl: true,
  compat: true,
} as const satisfies KnownNames<GgufOptions>;

const COMPAT = { worker: true, wasm: true } as const satisfies KnownNames<
  NonNullable<GgufOptions['compat']>
>;

const CONTEXT_WINDOW = 4_096;
/** Room for a question of a line and its answer; llama.cpp rounds up to it. */
const LEAST_WINDOW = 256;

/** Checks the options and gives them their defaults. @throws InvalidOptionError naming the option. */
export function settingsOf(options: GgufOptions): EngineSettings {
  const { contextWindow = CONTEXT_WINDOW, threads, backend = 'webgpu' } = options;
  const { wasmUrl, compat } = options;
  const isWindow = Number.isSafeInteger(contextWindow) && contextWindow >= LEAST_WINDOW;
  checkOption(isWindow, 'contextWindow', `must be a whole number of ${LEAST_WINDOW} or more.`);
  const isCount = threads === undefined || (Number.isSafeInteger(threads) && threads > 0);
  checkOption(isCount, 'threads', 'must be a whole number of 1 or more.');
  checkOption(backend === 'webgpu' || backend === 'wasm', 'backend', "must be 'webgpu' or 'wasm'.");
  refuseUnknown(compat, COMPAT, 'compat');
  return {
    parts: withHashes(partsIn(options.model), options.sha256),
    contextWindow,
    threads,
    isGpuWanted: backend === 'webgpu',
    wasmUrl: wasmUrl === undefined ? undefined : addressOf('wasmUrl', wasmUrl),
    compat: compat && {
      worker: addressOf('compat.worker', compat.worker),
      wasm: addressOf('compat.wasm', compat.wasm),
    },
  };
}

/** The model's name for people. @throws InvalidOptionError */
export function nameOf({ name }: GgufOptions, { parts }: EngineSettings): string {
  checkOption(name === undefined || isFilled(name), 'name', 'must be a name.');
  return name ?? parts[0]?.name ?? '';
}

function partsIn(model: GgufOptions['model']): readonly ModelFile[] {
  if (isAddress(model)) return partsAt(addressOf('model', model));
  if (model instanceof Blob) return partsOf([model]);
  const isList = Array.isArray(model) && model.length > 0;
  checkOption(isList, 'model', 'must be an address, a file, or a list of them.');
  if (model.every((file) => file instanceof Blob)) return partsOf(model);
  return model.map((address) => {
    checkOption(isAddress(address), 'model', 'must be addresses alone, or files alone.');
    return partAt(addressOf('model', address));
  });
}

function withHashes(
  parts: readonly ModelFile[],
  given: GgufOptions['sha256'] = [],
): readonly ModelFile[] {
  const hashes = typeof given === 'string' ? [given] : given;
  if (Array.isArray(hashes) && hashes.length === 0) return parts;
  const areHashes = Array.isArray(hashes) && hashes.every((hash) => /^[\da-f]{64}$/i.test(hash));
  checkOption(areHashes, 'sha256', 'must be 64 hexadecimal digits, or a list of such.');
  checkOption(
    hashes.length === parts.length,
    'sha256',
    `must be ${parts.length}: one for each file.`,
  );
  return parts.map((part, place) => {
    const { [place]: sha256 } = hashes;
    return sha256 === undefined ? part : { ...part, sha256 };
  });
}

function addressOf(option: string, address: string | URL): string {
  checkOption(isAddress(address), option, 'must be an address.');
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const [text, base] = [String(address), location?.href];
  checkOption(URL.canParse(text, base), option, `is no address: “${text}”.`);
  const url = new URL(text, base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  checkOption(isWeb, option, `must begin with http:// or https://, and is “${text}”.`);
  url.hash = '';
  return url.href;
}

function isAddress(value: unknown): value is string | URL {
  return isFilled(value) || value instanceof URL;
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

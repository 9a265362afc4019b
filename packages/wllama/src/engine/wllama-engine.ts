import { orAbort } from '@agent-memory/core/internal';
import type { ChatReply, LoadedEngine, LocalFailure } from '@agent-memory/models';
import {
  ByteProgress,
  EngineFailure,
  type EngineRequest,
  type LocalEngine,
  Rejection,
} from '@agent-memory/models/device';
import { CountedBlob } from '../files/counted-blob.ts';
import type { GgufHeader } from '../files/gguf-header.ts';
import { type OpenedModel, openModel } from '../files/open-model.ts';
import { chatBody } from '../request/chat-body.ts';
import { DRAFT_STARTED, withChunk } from '../request/reply-draft.ts';
import { type DevicePlan, planFor } from '../runtime/device.ts';
import { EngineLog } from '../runtime/engine-log.ts';
import { type Llama, loadLlama } from '../runtime/llama.ts';
import { checkDevice } from '../runtime/look-at-device.ts';
import { bundledWasmUrl, checkWasmFile } from '../runtime/wasm-file.ts';
import { failureOf, isEndOf } from '../runtime/words-to-failure.ts';
import { notesOn } from './engine-notes.ts';
import type { EngineSettings } from './engine-settings.ts';
import { ggufStore } from './files-of-model.ts';

type LoadOptions = Parameters<LocalEngine['load']>[0];
type GenerateOptions = Parameters<LocalEngine['generate']>[1];

/** llama.cpp in a worker of wllama's own, with one model. Nothing is fetched before `load` [MOD-2]. */
export function wllamaEngine(settings: EngineSettings): LocalEngine {
  return new WllamaEngine(settings);
}

class WllamaEngine implements LocalEngine {
  readonly #lost = new Rejection();
  readonly #settings: EngineSettings;
  readonly #log = new EngineLog((failure) => this.#lose(failure));
  /** Aborts with the failure that the engine came to its end by. */
  readonly #end = new AbortController();
  #llama: Llama | undefined;
  #hasTools = false;

  constructor(settings: EngineSettings) {
    this.#settings = settings;
  }

  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  async load(options: LoadOptions): Promise<LoadedEngine> {
    try {
      const signal = AbortSignal.any([options.signal, this.#end.signal]);
      return await this.#load({ ...options, signal });
    } catch (error) {
      this.close();
      throw ofGivenFiles(error, this.#settings);
    }
  }

  async generate(
    request: EngineRequest,
    { signal: given, onDelta }: GenerateOptions,
  ): Promise<ChatReply> {
    const signal = AbortSignal.any([given, this.#end.signal]);
    signal.throwIfAborted();
    const body = chatBody(request, { hasTools: this.#hasTools });
    // Behind an abort llama.cpp reads its batch to the end; it takes a second request and never answers it.
    return await orAbort(this.#answer(body, { signal, onDelta }), this.#end.signal);
  }

  close(): void {
    this.#stop({ kind: 'unloaded' });
  }

  async #load(options: LoadOptions): Promise<LoadedEngine> {
    const { signal, onProgress } = options;
    const device = await orAbort(checkDevice(this.#settings), signal);
    const store = await ggufStore();
    const model = await openModel(this.#settings.parts, { ...options, store });
    onProgress({ phase: 'start' });
    const { wasmUrl = bundledWasmUrl(), compat } = this.#settings;
    await checkWasmFile(device.isCompat && compat ? compat.wasm : wasmUrl, signal);
    const plan = planFor(device, this.#settings);
    const llama = await this.#start(model, plan, options);
    const { isOnGpu } = this.#log;
    this.#hasTools = templateHasTools(model.header);
    return {
      contextWindow: windowFor(this.#settings, model.header),
      ...(isOnGpu ? { backend: 'webgpu' } : { backend: 'wasm', threads: llama.getNumThreads() }),
      notes: notesOn(this.#settings, {
        device,
        header: model.header,
        isOnGpu,
        hasTools: this.#hasTools,
        isLasting: store.isLasting,
      }),
    };
  }

  async #start(
    { header, blobs }: OpenedModel,
    { threads, batchTokens, isGpuTried }: DevicePlan,
    { signal, onProgress }: LoadOptions,
  ): Promise<Llama> {
    const { wasmUrl = bundledWasmUrl(), compat } = this.#settings;
    const { Wllama } = await orAbort(loadLlama(), signal);
    const progress = new ByteProgress('start', onProgress);
    progress.totalBytes = blobs.reduce((bytes, { size }) => bytes + size, 0);
    // Without names, too: wllama sorts files by them, and they are in order.
    const onRead = (bytes: number): void => {
      if (!signal.aborted) progress.addCame(bytes);
    };
    const counted = blobs.map((blob) => new CountedBlob(blob, onRead));
    try {
      // Its own store of files is not used, and does not start in every browser.
      const llama = new Wllama({ default: wasmUrl }, { logger: this.#log, cacheManager: {} });
      this.#llama = llama;
      llama.setCompat(compat ?? null);
      const loading = llama.loadModel(counted, {
        n_ctx: windowFor(this.#settings, header),
        n_batch: batchTokens,
        // One request at a time, so that each finds what the one before it has left in the cache.
        n_parallel: 1,
        n_threads: threads,
        ...(!isGpuTried && { n_gpu_layers: 0 }),
      });
      await orAbort(loading, signal);
      if (!isLoaded(llama)) throw new Error('llama.cpp refused the model.');
      return llama;
    } catch (error) {
      // Before the worker's first message the files cannot be the cause.
      const otherwise = this.#log.hasBegun ? 'files-unreadable' : 'device-unsupported';
      throw this.#endBy(error, signal, otherwise);
    }
  }

  async #answer(body: object, { signal, onDelta }: GenerateOptions): Promise<ChatReply> {
    if (!this.#llama) throw new EngineFailure({ kind: 'unloaded' });
    this.#log.forget();
    let draft = DRAFT_STARTED;
    try {
      await this.#llama.createChatCompletion({
        ...body,
        abortSignal: signal,
        onData: (chunk: unknown) => {
          if (signal.aborted) return;
          draft = withChunk(draft, chunk);
          onDelta(draft.news);
        },
      });
    } catch (error) {
      throw this.#endBy(error, signal, 'run-failed');
    }
    signal.throwIfAborted();
    return draft.reply;
  }

  /** The error to throw; an engine that cannot go on ends with it. */
  #endBy(error: unknown, signal: AbortSignal, otherwise: Parameters<typeof failureOf>[2]): unknown {
    if (signal.aborted) return signal.reason;
    const failure = failureOf(error, this.#log.problems, otherwise);
    if (isEndOf(failure)) return this.#lose(failure);
    return new EngineFailure(failure, { cause: error });
  }

  #lose(failure: LocalFailure): EngineFailure {
    const error = this.#stop(failure);
    this.#lost.reject(error);
    return error;
  }

  #stop(failure: LocalFailure): EngineFailure {
    const error = new EngineFailure(failure);
    this.#end.abort(error);
    const llama = this.#llama;
    this.#llama = undefined;
    // Ahead of the worker's first word `exit` would forget the worker that is about to be made.
    if (llama) void this.#log.begun.then(() => llama.exit());
    return error;
  }
}

function windowFor({ contextWindow }: EngineSettings, { trainedWindow }: GgufHeader): number {
  return Math.min(contextWindow, trainedWindow ?? contextWindow);
}

/** Says of files that a person gave that they are: there is no address to check. */
function ofGivenFiles(error: unknown, { parts }: EngineSettings): unknown {
  if (!(error instanceof EngineFailure) || !(parts[0] && 'blob' in parts[0])) return error;
  const { failure } = error;
  if (failure.kind !== 'files-unreadable') return error;
  return new EngineFailure({ ...failure, isGiven: true }, { cause: error });
}

function templateHasTools({ chatTemplate = '' }: GgufHeader): boolean {
  return /\btools\b/.test(chatTemplate);
}

function isLoaded(llama: Llama): boolean {
  const info = llama.getLoadedContextInfo();
  return typeof info === 'object' && info !== null && 'success' in info && info.success === true;
}

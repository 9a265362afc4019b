import { orAbort } from '@agent-memory/core/internal';
import type { ChatReply, LoadedEngine, LocalFailure } from '@agent-memory/models';
import { EngineFailure, type EngineRequest, type LocalEngine } from '@agent-memory/models/local';
import { ByteProgress } from '../files/byte-progress.ts';
import { CountedBlob } from '../files/counted-blob.ts';
import type { GgufHeader } from '../files/gguf-header.ts';
import { modelStore } from '../files/model-store.ts';
import { type OpenedModel, openModel } from '../files/open-model.ts';
import { chatBody } from '../request/chat-body.ts';
import { DRAFT_STARTED, withChunk } from '../request/reply-draft.ts';
import { type Device, type DevicePlan, planFor } from '../runtime/device.ts';
import { EngineLog } from '../runtime/engine-log.ts';
import { type Llama, loadLlama } from '../runtime/llama.ts';
import { lookAtDevice } from '../runtime/look-at-device.ts';
import { bundledWasmUrl, checkWasmFile } from '../runtime/wasm-file.ts';
import { failureOf, isEndOf } from '../runtime/words-to-failure.ts';
import { notesOn } from './engine-notes.ts';
import type { EngineSettings } from './engine-settings.ts';

type LoadOptions = Parameters<LocalEngine['load']>[0];
type GenerateOptions = Parameters<LocalEngine['generate']>[1];

/** llama.cpp in a worker of wllama's own, with one model. Nothing is fetched before `load` [MOD-2]. */
export function wllamaEngine(settings: EngineSettings): LocalEngine {
  return new WllamaEngine(settings);
}

class WllamaEngine implements LocalEngine {
  readonly lost: Promise<never>;
  readonly #settings: EngineSettings;
  readonly #log = new EngineLog((failure) => this.#lose(failure));
  /** Aborts with the failure that the engine came to its end by. */
  readonly #end = new AbortController();
  #rejectLost: (error: EngineFailure) => void = () => undefined;
  #llama: Llama | undefined;
  #hasTools = false;
  /** The request that llama.cpp is busy with: it takes a second one and never answers it. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(settings: EngineSettings) {
    this.#settings = settings;
    this.lost = new Promise<never>((_, reject) => {
      this.#rejectLost = reject;
    });
    this.lost.catch(() => undefined);
  }

  async load({ signal, onProgress }: LoadOptions): Promise<LoadedEngine> {
    try {
      return await this.#load({ signal: AbortSignal.any([signal, this.#end.signal]), onProgress });
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
    const { repeatPenalty } = this.#settings;
    const body = chatBody(request, { repeatPenalty, hasTools: this.#hasTools });
    const answered = this.#answer(this.#busy, body, { signal, onDelta });
    // Also behind an abort: llama.cpp reads its batch to the end.
    this.#busy = answered.catch(() => undefined);
    return await orAbort(answered, signal);
  }

  close(): void {
    this.#stop({ kind: 'unloaded' });
  }

  async #load({ signal, onProgress }: LoadOptions): Promise<LoadedEngine> {
    const store = await modelStore(this.#settings);
    const model = await openModel(this.#settings.parts, store, { signal, onProgress });
    onProgress({ phase: 'start' });
    const device = await this.#checkedDevice(signal);
    const plan = planFor(device, this.#settings);
    const llama = await this.#start(model, plan, { signal, onProgress });
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

  async #checkedDevice(signal: AbortSignal): Promise<Device> {
    const { wasmUrl = bundledWasmUrl(), compat } = this.#settings;
    const device = await orAbort(lookAtDevice(), signal);
    if (!device.hasMemory64 && !compat) {
      const problem =
        'WebAssembly of this browser has no 64-bit memory; option `compat` names a build that needs none.';
      throw new EngineFailure({ kind: 'device-unsupported', problem });
    }
    const isCompat = compat !== undefined && !(device.hasMemory64 && device.canSuspend);
    await checkWasmFile(isCompat ? compat.wasm : wasmUrl, signal);
    return { ...device, canSuspend: device.canSuspend || isCompat };
  }

  async #start(
    { header, blobs }: OpenedModel,
    { threads, batchTokens, isGpuTried }: DevicePlan,
    { signal, onProgress }: LoadOptions,
  ): Promise<Llama> {
    const { wasmUrl = bundledWasmUrl(), compat } = this.#settings;
    const { Wllama } = await orAbort(loadLlama(), signal);
    const llama = new Wllama({ default: wasmUrl }, { logger: this.#log });
    this.#llama = llama;
    llama.setCompat(compat ?? null);
    const progress = new ByteProgress('start', onProgress);
    progress.totalBytes = blobs.reduce((bytes, { size }) => bytes + size, 0);
    // Without names, too: wllama sorts files by them, and they are in order.
    const onRead = (bytes: number): void => {
      if (!signal.aborted) progress.addCame(bytes);
    };
    const counted = blobs.map((blob) => new CountedBlob(blob, onRead));
    try {
      const loading = llama.loadModel(counted, {
        n_ctx: windowFor(this.#settings, header),
        n_batch: batchTokens,
        // One request at a time, so that each finds what the one before it has left in the cache.
        n_parallel: 1,
        n_threads: threads,
        ...(!isGpuTried && { n_gpu_layers: 0 }),
      });
      await orAbort(loading, signal);
    } catch (error) {
      throw this.#endBy(error, signal, 'files-unreadable');
    }
    if (!isLoaded(llama)) {
      throw this.#endBy('llama.cpp refused the model.', signal, 'files-unreadable');
    }
    return llama;
  }

  async #answer(
    busy: Promise<unknown>,
    body: object,
    { signal, onDelta }: GenerateOptions,
  ): Promise<ChatReply> {
    await busy;
    signal.throwIfAborted();
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
  #endBy(
    error: unknown,
    signal: AbortSignal,
    otherwise: 'files-unreadable' | 'run-failed',
  ): unknown {
    if (signal.aborted) return signal.reason;
    const failure = failureOf(error, this.#log.problems, otherwise);
    if (isEndOf(failure)) return this.#lose(failure);
    return new EngineFailure(failure, { cause: error });
  }

  #lose(failure: LocalFailure): EngineFailure {
    const error = this.#stop(failure);
    this.#rejectLost(error);
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
  if (!(error instanceof EngineFailure) || parts[0]?.kind !== 'blob') return error;
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

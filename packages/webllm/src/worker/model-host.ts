import type { ChatDelta, ChatReply, LoadedEngine, LoadProgress } from '@agent-memory/models';
import {
  bytesOf,
  cacheStore,
  EngineFailure,
  type EngineRequest,
  fetchFiles,
} from '@agent-memory/models/device';
import { checkDevice, checkWebAssembly } from '../device/check-device.ts';
import type { DeviceWatch } from '../device/device-watch.ts';
import { failureOf } from '../failures/failure-of.ts';
import { readContents, removeFiles, weightBytes } from '../files/model-contents.ts';
import { needsOf } from '../model/device-needs.ts';
import type { WebLlmModel } from '../model/model-record.ts';
import { windowOf, windowOverrides } from '../model/window.ts';
import { readReport } from '../progress/read-report.ts';
import { webLlmRequest } from '../requests/engine-request.ts';
import { type KeptContext, keptTokens } from '../requests/kept-context.ts';
import { AnswerReader } from './answer-reader.ts';
import { createMlcEngine, LISTED_MODELS, type MlcEngine, TOOL_MODELS } from './mlc.ts';
import type { ModelSettings } from './web-llm-calls.ts';

/** A model that is loaded. */
interface Loaded {
  readonly engine: MlcEngine;
  readonly modelId: string;
  readonly contextWindow: number;
}

/** Holds one model on the thread that it is called on: that of the worker. */
export class ModelHost {
  readonly #devices: DeviceWatch;
  #loaded: Loaded | undefined;
  #kept: KeptContext | undefined;
  #isInterrupted = false;

  constructor(devices: DeviceWatch) {
    this.#devices = devices;
  }

  /** @throws EngineFailure */
  async load(
    settings: ModelSettings,
    mayDownload: boolean,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<LoadedEngine> {
    const record = recordOf(settings.model);
    await checkWebAssembly();
    await checkDevice(needsOf(record));
    try {
      this.#loaded = await this.#start(record, settings.contextWindow, { mayDownload, onProgress });
    } catch (error) {
      const failure = (await this.#devices.lossBehind()) ?? failureOf(error, { during: 'load' });
      if (failure.kind === 'files-unreadable') await removeFiles(record, 'small');
      throw new EngineFailure(failure, { cause: error });
    }
    const { contextWindow } = this.#loaded;
    return { contextWindow, backend: 'webgpu', notes: [] };
  }

  /** @throws EngineFailure */
  async generate(
    request: EngineRequest,
    onDelta: (delta: ChatDelta) => Promise<void>,
  ): Promise<ChatReply> {
    this.#isInterrupted = false;
    const loaded = this.#loaded;
    if (!loaded) throw new EngineFailure({ kind: 'unloaded' });
    checkTools(loaded.modelId, request);
    try {
      return await this.#answer(loaded, request, onDelta);
    } catch (error) {
      const { contextWindow: windowTokens } = loaded;
      const loss = await this.#devices.lossBehind();
      const failure = loss ?? failureOf(error, { during: 'generate', windowTokens });
      if (!loss) await loaded.engine.resetChat();
      throw new EngineFailure(failure, { cause: error });
    }
  }

  /** A prefill cannot be interrupted: the answer then ends at its first word. */
  interrupt(): void {
    this.#isInterrupted = true;
    void this.#loaded?.engine.interruptGenerate();
  }

  async #start(
    record: WebLlmModel,
    window: number | undefined,
    load: { readonly mayDownload: boolean; readonly onProgress: (progress: LoadProgress) => void },
  ): Promise<Loaded> {
    const { onProgress } = load;
    // Nobody aborts here: the page ends the whole worker.
    const { signal } = new AbortController();
    const options = { ...load, signal, store: cacheStore() };
    // The sum of all bytes is not known before the first files are here.
    const onPiece = (): void => onProgress({ phase: 'download' });
    const contents = await readContents(record, { ...options, onProgress: onPiece });
    const { config, library, others, shards } = contents;
    // web-llm would fetch them too, but tells neither bytes nor which file failed, and keeps half a file.
    const [libraryFile] = await fetchFiles([library, ...others, ...shards], options);
    if (!libraryFile) throw new Error('The library is one of the files.');
    const code = await bytesOf(libraryFile);
    const engine = createMlcEngine(withLibrary(record, code), (report) => {
      const progress = readReport(report, weightBytes(shards));
      if (progress) onProgress(progress);
    });
    const overrides = windowOverrides(window);
    await engine.reload(record.model_id, overrides);
    const contextWindow = windowOf(config, record.overrides, overrides);
    return { engine, modelId: record.model_id, contextWindow };
  }

  async #answer(
    { engine }: Loaded,
    request: EngineRequest,
    onDelta: (delta: ChatDelta) => Promise<void>,
  ): Promise<ChatReply> {
    const asked = webLlmRequest(request);
    const kept = keptTokens(this.#kept, asked.messages);
    this.#kept = undefined;
    const reader = new AnswerReader({ isOfCalls: request.tools.length > 0, keptTokens: kept });
    let told: Promise<void> | undefined;
    const tell = (delta: ChatDelta): void => {
      if (delta.text !== '' || delta.thinking !== '') told = onDelta(delta);
    };
    // The stream is read to its end whatever happens: one that is left keeps the engine locked.
    for await (const chunk of await engine.chatCompletion(asked)) {
      const delta = reader.read(chunk);
      if (this.#isInterrupted) await engine.interruptGenerate();
      else tell(delta);
    }
    tell(reader.end());
    // Words and answer take two ways to the page; the answer comes behind the words.
    await told;
    this.#kept = reader.keptContext(asked.messages);
    return reader.reply;
  }
}

function recordOf(model: ModelSettings['model']): WebLlmModel {
  return typeof model === 'string' ? findRecord(model) : model;
}

/** @throws EngineFailure of kind `model-unknown` */
export function findRecord(modelId: string): WebLlmModel {
  const record = LISTED_MODELS.find(({ model_id: id }) => id === modelId);
  if (record) return record;
  const known = LISTED_MODELS.map(({ model_id: id }) => id);
  throw new EngineFailure({ kind: 'model-unknown', known });
}

/** web-llm asks for a library from localhost anew with each load; it is here, and is given as it is. */
function withLibrary(record: WebLlmModel, library: Uint8Array<ArrayBuffer>): WebLlmModel {
  if (!record.model_lib.includes('localhost')) return record;
  return { ...record, model_lib: URL.createObjectURL(new Blob([library])) };
}

function checkTools(modelId: string, { tools }: EngineRequest): void {
  if (tools.length === 0 || TOOL_MODELS.includes(modelId)) return;
  const problem = `web-llm lets ${modelId} call no tools; it does so for ${TOOL_MODELS.join(', ')}.`;
  throw new EngineFailure({ kind: 'run-failed', problem });
}

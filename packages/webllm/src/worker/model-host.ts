import type { ChatDelta, ChatReply, LoadedEngine, LoadProgress } from '@agent-memory/models';
import { EngineFailure, type EngineRequest } from '@agent-memory/models/local';
import { checkDevice, checkWebAssembly } from '../device/check-device.ts';
import type { DeviceWatch } from '../device/device-watch.ts';
import { failureOf } from '../failures/failure-of.ts';
import { forgetSmallFiles } from '../files/clear-model.ts';
import { downloadModel } from '../files/download-model.ts';
import { needsOf } from '../model/device-needs.ts';
import type { WebLlmModel } from '../model/model-record.ts';
import { windowOf, windowOverrides } from '../model/window.ts';
import { readReport } from '../progress/read-report.ts';
import { webLlmRequest } from '../requests/engine-request.ts';
import { type KeptContext, keptTokens } from '../requests/kept-context.ts';
import { AnswerReader } from './answer-reader.ts';
import { createMlcEngine, LISTED_MODELS, type MlcEngine, TOOL_MODELS } from './mlc.ts';
import type { ModelSettings } from './protocol.ts';

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
    onProgress: (progress: LoadProgress) => void,
  ): Promise<LoadedEngine> {
    const record = recordOf(settings.model);
    await checkWebAssembly();
    await checkDevice(needsOf(record));
    try {
      this.#loaded = await this.#start(record, settings.contextWindow, onProgress);
    } catch (error) {
      const failure = (await this.#devices.lossBehind()) ?? failureOf(error, { during: 'load' });
      if (failure.kind === 'files-unreadable') await forgetSmallFiles(record);
      throw new EngineFailure(failure, { cause: error });
    }
    const { contextWindow } = this.#loaded;
    return { contextWindow, backend: 'webgpu', notes: [] };
  }

  /** @throws EngineFailure */
  async generate(request: EngineRequest, onDelta: (delta: ChatDelta) => void): Promise<ChatReply> {
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
    onProgress: (progress: LoadProgress) => void,
  ): Promise<Loaded> {
    // Nobody aborts here: the page ends the whole worker.
    const { signal } = new AbortController();
    const files = await downloadModel(record, { signal, onProgress });
    const engine = createMlcEngine(withLibrary(record, files.library), (report) => {
      const progress = readReport(report, files.weightBytes);
      if (progress) onProgress(progress);
    });
    const overrides = windowOverrides(window);
    await engine.reload(record.model_id, overrides);
    const contextWindow = windowOf(files.config, record.overrides, overrides);
    return { engine, modelId: record.model_id, contextWindow };
  }

  async #answer(
    { engine }: Loaded,
    request: EngineRequest,
    onDelta: (delta: ChatDelta) => void,
  ): Promise<ChatReply> {
    const asked = webLlmRequest(request);
    const kept = keptTokens(this.#kept, asked.messages);
    this.#kept = undefined;
    const reader = new AnswerReader({ isOfCalls: request.tools.length > 0, keptTokens: kept });
    // The stream is read to its end whatever happens: one that is left keeps the engine locked.
    for await (const chunk of await engine.chatCompletion(asked)) {
      const delta = reader.read(chunk);
      if (this.#isInterrupted) await engine.interruptGenerate();
      else if (delta.text !== '' || delta.thinking !== '') onDelta(delta);
    }
    const rest = reader.end();
    if (rest.text !== '' || rest.thinking !== '') onDelta(rest);
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
function withLibrary(record: WebLlmModel, library: ArrayBuffer): WebLlmModel {
  if (!record.model_lib.includes('localhost')) return record;
  return { ...record, model_lib: URL.createObjectURL(new Blob([library])) };
}

function checkTools(modelId: string, { tools }: EngineRequest): void {
  if (tools.length === 0 || TOOL_MODELS.includes(modelId)) return;
  const problem = `web-llm lets ${modelId} call no tools; it does so for ${TOOL_MODELS.join(', ')}.`;
  throw new EngineFailure({ kind: 'run-failed', problem });
}

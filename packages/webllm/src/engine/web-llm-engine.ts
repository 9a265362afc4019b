import { orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { ChatDelta, ChatReply, LoadedEngine } from '@agent-memory/models';
import {
  EngineFailure,
  type LocalEngine,
  proxy,
  Rejection,
  WorkerConnection,
} from '@agent-memory/models/device';
import { checkDevice } from '../device/check-device.ts';
import { needsOf } from '../model/device-needs.ts';
import type { ModelSettings, WebLlmCalls } from '../worker/web-llm-calls.ts';

/** The parts of an engine. */
export interface WebLlmEngineParts {
  readonly settings: ModelSettings;
  readonly createWorker: () => Worker;
}

type Load = Parameters<LocalEngine['load']>[0];
type Generate = Parameters<LocalEngine['generate']>;

type Connection = WorkerConnection<WebLlmCalls>;

/** web-llm in a worker, as the port that a local model is made of. */
export class WebLlmEngine implements LocalEngine {
  readonly #parts: WebLlmEngineParts;
  readonly #lost = new Rejection();
  #connection: Connection | undefined;
  #isClosed = false;
  /** The connection to the worker, once that has loaded the model. */
  #loaded: Connection | undefined;

  constructor(parts: WebLlmEngineParts) {
    this.#parts = parts;
  }

  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  async load({ signal, mayDownload, onProgress }: Load): Promise<LoadedEngine> {
    throwIfAborted(signal);
    // Ahead of the worker, whose script is megabytes.
    await orAbort(checkDevice(needsOf(this.#parts.settings.model)), signal);
    try {
      const connection = this.#begin();
      const loaded = await orAbort(this.#loadInto(connection, mayDownload, onProgress), signal);
      this.#loaded = connection;
      return loaded;
    } catch (error) {
      // web-llm cannot give up a load in all of its phases; what was downloaded is kept.
      this.close();
      throw error;
    }
  }

  async generate(...[request, { signal, onDelta }]: Generate): Promise<ChatReply> {
    throwIfAborted(signal);
    const connection = this.#loaded;
    if (!connection) throw new EngineFailure({ kind: 'unloaded' });
    const hear = async (delta: ChatDelta): Promise<void> => {
      if (!signal.aborted) onDelta(delta);
    };
    const interrupt = (): void => {
      connection.ask((worker) => worker.interrupt()).catch(() => undefined);
    };
    signal.addEventListener('abort', interrupt);
    try {
      return await connection.ask((worker) => worker.generate(request, proxy(hear)));
    } finally {
      signal.removeEventListener('abort', interrupt);
      throwIfAborted(signal);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
  }

  #begin(): Connection {
    if (this.#isClosed) throw new EngineFailure({ kind: 'unloaded' });
    const connection = new WorkerConnection<WebLlmCalls>(this.#parts.createWorker);
    this.#connection = connection;
    connection.lost.catch((error: unknown) => this.#lost.reject(error));
    connection
      .ask((worker) => worker.loss())
      .then(
        (failure) => connection.lose(failure),
        () => undefined,
      );
    return connection;
  }

  #loadInto(
    connection: Connection,
    mayDownload: boolean,
    onProgress: Load['onProgress'],
  ): Promise<LoadedEngine> {
    const { settings } = this.#parts;
    return connection.ask((worker) => worker.load(settings, mayDownload, proxy(onProgress)));
  }
}

import { createBudget, extractiveSummarizer } from '@agent-memory/core';
import {
  type ChatModel,
  type FallbackSummarizer,
  fallback,
  type LocalModel,
  LocalModelError,
  modelSummarizer,
} from '@agent-memory/models';
import { errorText } from '../app/error-text.ts';
import { createWatchedValue } from '../app/watched-value.ts';
import type { DevicePorts } from './device-ports.ts';
import {
  type DeviceState,
  EMPTY_STATE,
  type Preparation,
  type RunningModel,
} from './device-state.ts';
import { modelFiles } from './model-files.ts';
import {
  type EngineName,
  engineOf,
  type ModelSource,
  type NamedSource,
  namedSource,
  sourceKey,
} from './model-source.ts';

/** The models of this device: the one that chats and summarises, and the way to another one. */
export interface DeviceModels {
  get(): DeviceState;
  subscribe(listener: () => void): () => void;
  /** The current model, whichever it is; an answer is bounded by the window's share for it. */
  readonly chatModel: ChatModel;
  /** The same model for summaries, and the extractive one where it is none or writes none. */
  readonly summarizer: FallbackSummarizer;
  /** Finds what an earlier visit left here. Starts and downloads nothing. */
  restore(): Promise<void>;
  /** Asks for a model's size; one whose files are all here is started at once. */
  choose(source: ModelSource): Promise<void>;
  /** The same for a model of an earlier visit. */
  chooseStored(source: NamedSource): Promise<void>;
  /** Downloads and starts the model that waits for it: the person's consent. */
  confirm(): Promise<void>;
  /** Ends the preparation. A download that was cut off waits to be confirmed again. */
  cancel(): void;
  /** Takes a model's files off this device; the current one ends with them. */
  remove(source: NamedSource): Promise<void>;
  /** Takes away the sentence about the files of a model. */
  dismiss(): void;
}

/** A model on its way to be the current one. */
interface Candidate extends RunningModel {
  readonly downloadBytes: number;
  readonly totalBytes: number;
}

export function createDeviceModels(ports: DevicePorts): DeviceModels {
  const state = createWatchedValue<DeviceState>(EMPTY_STATE);
  const files = modelFiles(ports);
  let candidate: Candidate | undefined;
  let work = new AbortController();
  let restoring: Promise<void> | undefined;

  const change = (part: Partial<DeviceState>): void => state.set({ ...state.get(), ...part });
  const prepare = (preparation: Preparation | undefined): void => change({ preparation });
  const model = (): LocalModel | undefined => state.get().current?.model;
  const isRunning = (): boolean => ['ready', 'answering'].includes(model()?.status.phase ?? '');
  const windowNow = (): number => model()?.contextWindow ?? ports.settings.get().contextWindow;

  const chatModel: ChatModel = {
    get name() {
      return model()?.name ?? 'model on this device';
    },
    get contextWindow() {
      return windowNow();
    },
    get timeoutMs() {
      return model()?.timeoutMs;
    },
    async chat(request) {
      const asked = model();
      // A summary in the background starts no engine.
      const mayAsk = request.urgency !== 'background' || isRunning();
      if (!asked || !mayAsk) {
        throw new LocalModelError({ kind: 'unloaded' }, { model: chatModel.name });
      }
      // Small models go on until somebody ends them.
      const { replyTokens } = createBudget({ contextWindow: windowNow(), toolResultTokens: 0 });
      return asked.chat({ maxTokens: replyTokens, ...request });
    },
  };

  /** Ends the preparation that is under way, and gives the signal of the next one. */
  const begin = (): AbortSignal => {
    work.abort();
    work = new AbortController();
    candidate?.model.dispose();
    candidate = undefined;
    return work.signal;
  };

  const load = async (next: Candidate, signal: AbortSignal): Promise<void> => {
    prepare({ kind: 'loading', source: next.source, model: next.model });
    // Two models at once are more than many devices hold.
    model()?.unload();
    try {
      await next.model.load({ signal });
    } catch (error) {
      if (!signal.aborted) return fail(next.source, error);
      if (next !== candidate) return;
      work = new AbortController();
      prepare(waiting(next));
      return;
    }
    candidate = undefined;
    model()?.dispose();
    change({ current: { source: next.source, model: next.model }, preparation: undefined });
    noteEngine(engineOf(next.source));
    await saying('It runs, and could not be noted for the next visit', () =>
      noteFiles(next, signal),
    );
  };

  const fail = (source: ModelSource, error: unknown): void => {
    candidate?.model.dispose();
    candidate = undefined;
    prepare({ kind: 'failed', source, error });
  };

  const noteEngine = (engine: EngineName): void => {
    change({ isEngineStored: false });
    void ports.storeEngine(engine).then((isEngineStored) => {
      const { current } = state.get();
      if (current && engineOf(current.source) === engine) change({ isEngineStored });
    });
  };

  const noteFiles = async (running: Candidate, signal: AbortSignal): Promise<void> => {
    const { totalBytes } = running;
    const onKeeping = (keeping: DeviceState['keeping']): void => change({ keeping });
    const problem = await files.note(running, { totalBytes, signal, onKeeping });
    change({ stored: await files.list(), problem });
  };

  /** Says what went wrong with files; a model that runs goes on. */
  const saying = async (problem: string, act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      change({ problem: `${problem}: ${errorText(error)}` });
    }
  };

  const findLast = async (): Promise<void> => {
    change({ stored: await files.list() });
    const { source: named } = ports.settings.get();
    const source = named && (await files.find(named));
    if (!source) return;
    const made = await ports.makeModel(source);
    const { current, preparation } = state.get();
    // Somebody who chose another one meanwhile goes first.
    if (current || preparation) return made.dispose();
    change({ current: { source, model: made } });
    noteEngine(engineOf(source));
  };

  const remove = async (named: NamedSource): Promise<void> => {
    await files.remove(named);
    const { current } = state.get();
    if (current && sourceKey(namedSource(current.source)) === sourceKey(named)) {
      ports.settings.set({ contextWindow: windowNow() });
      current.model.dispose();
      change({ current: undefined });
    }
    change({ stored: await files.list() });
  };

  const choose = async (source: ModelSource): Promise<void> => {
    const signal = begin();
    change({ preparation: { kind: 'measuring', source }, problem: undefined });
    let next: Candidate | undefined;
    try {
      const made = await ports.makeModel(source);
      if (signal.aborted) return made.dispose();
      candidate = { source, model: made, downloadBytes: 0, totalBytes: 0 };
      next = { source, model: made, ...(await made.size({ signal })) };
    } catch (error) {
      if (!signal.aborted) fail(source, error);
      return;
    }
    candidate = next;
    if (next.downloadBytes > 0) prepare(waiting(next));
    else await load(next, signal);
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    chatModel,
    summarizer: fallback([modelSummarizer(chatModel), extractiveSummarizer]),
    choose,
    chooseStored: (named) =>
      saying('It was not found', async () => {
        const source = await files.find(named);
        if (source) await choose(source);
        else change({ stored: await files.list() });
      }),
    async restore() {
      restoring ??= saying('The model of the last visit was not found', findLast).finally(() =>
        change({ isRestored: true }),
      );
      await restoring;
    },
    async confirm() {
      const isAsked = state.get().preparation?.kind === 'asking';
      if (candidate && isAsked) await load(candidate, work.signal);
    },
    cancel() {
      const isLoading = state.get().preparation?.kind === 'loading';
      // A download that is cut off tells by itself what comes of it.
      if (isLoading && candidate && candidate.downloadBytes > 0) return work.abort();
      begin();
      prepare(undefined);
    },
    remove: (named) => saying('It was not deleted', () => remove(named)),
    dismiss: () => change({ problem: undefined }),
  };
}

function waiting({ source, downloadBytes, totalBytes }: Candidate): Preparation {
  return { kind: 'asking', source, size: { downloadBytes, totalBytes } };
}

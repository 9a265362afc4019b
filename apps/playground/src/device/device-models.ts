import { createBudget, extractiveSummarizer, type Summarizer } from '@agent-memory/core';
import {
  type ChatModel,
  type FallbackStatus,
  fallback,
  type LocalModel,
  LocalModelError,
  type LocalModelSize,
  modelSummarizer,
} from '@agent-memory/models';
import { errorText } from '../platform/error-text.ts';
import { createWatchedValue, type WatchedValue } from '../platform/watched-value.ts';
import {
  type KeptDevice,
  keptDevice,
  type ModelSource,
  makeModel,
  sourceKey,
  sourceOf,
} from './model-source.ts';

/** A model that chats: loaded, or loaded with the next message. */
export interface RunningModel {
  readonly source: ModelSource;
  readonly model: LocalModel;
}

/** The steps of a model until it is the one that chats. */
export type Preparation = { readonly source: ModelSource } & (
  | { readonly kind: 'measuring' }
  /** The download waits for a person's consent. */
  | { readonly kind: 'asking'; readonly size: LocalModelSize }
  /** The model's own status says how far it is. */
  | { readonly kind: 'loading'; readonly model: LocalModel }
  | { readonly kind: 'failed'; readonly error: unknown }
);

/** What the page shows of the models on this device; a new object with every change. */
export interface DeviceState {
  /** Whether the model of the last visit was looked for. */
  readonly isRestored: boolean;
  readonly current?: RunningModel | undefined;
  readonly preparation?: Preparation | undefined;
  /** What could not be deleted, in a sentence. */
  readonly problem?: string | undefined;
}

/** The models of this device: the one that chats and summarises, and the way to another one. */
export interface DeviceModels {
  get(): DeviceState;
  subscribe(listener: () => void): () => void;
  /** The current model, whichever it is; its answers are limited to their share of the window. */
  readonly chatModel: ChatModel;
  /** The same model for summaries, and the extractive one if it fails or there is none. */
  readonly summarizer: Summarizer & FallbackStatus;
  /** Finds the model of the last visit. Starts and downloads nothing. */
  restore(): Promise<void>;
  /** Asks for a model's size; a model whose files are all here is started at once. */
  choose(source: ModelSource): Promise<void>;
  /** Downloads and starts the model that waits for it: the person's consent. */
  confirm(): Promise<void>;
  /** Ends the preparation. A download that is cut off waits to be confirmed again. */
  cancel(): void;
  /** Deletes a model's files; the current model ends with them. */
  remove(source: ModelSource): Promise<void>;
}

/** What of the browser the models work with. */
export interface DevicePorts {
  readonly makeModel: typeof makeModel;
  readonly kept: WatchedValue<KeptDevice>;
}

const BROWSER: DevicePorts = { makeModel, kept: keptDevice };

export function createDeviceModels({ makeModel, kept } = BROWSER): DeviceModels {
  const state = createWatchedValue<DeviceState>({ isRestored: false });
  let candidate: (RunningModel & { readonly size: LocalModelSize }) | undefined;
  let work = new AbortController();
  let restoring: Promise<void> | undefined;

  const change = (part: Partial<DeviceState>): void => state.set({ ...state.get(), ...part });
  const running = (): LocalModel | undefined => state.get().current?.model;
  const windowNow = (): number => running()?.contextWindow ?? kept.get().contextWindow;

  const chatModel: ChatModel = {
    get name() {
      return running()?.name ?? 'model on this device';
    },
    get contextWindow() {
      return windowNow();
    },
    get timeoutMs() {
      return running()?.timeoutMs;
    },
    async chat(request) {
      const model = running();
      const isStarted = ['ready', 'answering'].includes(model?.status.phase ?? '');
      // A summary in the background starts no engine.
      if (!model || (request.urgency === 'background' && !isStarted)) {
        throw new LocalModelError({ kind: 'unloaded' }, { model: chatModel.name });
      }
      // Small models go on until somebody ends them.
      const { replyTokens } = createBudget({ contextWindow: windowNow(), toolResultTokens: 0 });
      return model.chat({ maxTokens: replyTokens, ...request });
    },
  };

  /** Ends the preparation under way, and returns the signal of the next one. */
  const begin = (): AbortSignal => {
    work.abort();
    work = new AbortController();
    candidate?.model.dispose();
    candidate = undefined;
    return work.signal;
  };

  const fail = (source: ModelSource, error: unknown): void => {
    candidate?.model.dispose();
    candidate = undefined;
    change({ preparation: { kind: 'failed', source, error } });
  };

  const load = async (next: NonNullable<typeof candidate>, signal: AbortSignal): Promise<void> => {
    const { source, model, size } = next;
    change({ preparation: { kind: 'loading', source, model } });
    // Two models at once are more than many devices hold.
    running()?.unload();
    try {
      await model.load({ signal });
    } catch (error) {
      if (!signal.aborted) return fail(source, error);
      if (next !== candidate) return;
      work = new AbortController();
      return change({ preparation: { kind: 'asking', source, size } });
    }
    candidate = undefined;
    running()?.dispose();
    note(source, model, size.totalBytes);
    become({ source, model });
  };

  /** Notes a model for the next visit; a file is not here then. */
  const note = (source: ModelSource, model: LocalModel, totalBytes: number): void => {
    const key = sourceKey(source);
    const contextWindow = model.contextWindow ?? windowNow();
    const { stored } = kept.get();
    kept.set(
      source.kind === 'file'
        ? { stored, contextWindow }
        : { key, contextWindow, stored: { ...stored, [key]: totalBytes } },
    );
  };

  const become = (current: RunningModel): void => change({ current, preparation: undefined });

  const restore = async (): Promise<void> => {
    const source = sourceOf(kept.get().key ?? '');
    const model = source && (await makeModel(source));
    const { current, preparation } = state.get();
    // Somebody who chose another model meanwhile goes first.
    if (current || preparation) model?.dispose();
    else if (source && model) become({ source, model });
    change({ isRestored: true });
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    chatModel,
    summarizer: fallback([modelSummarizer(chatModel), extractiveSummarizer]),
    async choose(source) {
      const signal = begin();
      change({ preparation: { kind: 'measuring', source }, problem: undefined });
      try {
        const model = await makeModel(source);
        if (signal.aborted) return model.dispose();
        candidate = { source, model, size: { downloadBytes: 0, totalBytes: 0 } };
        const size = await model.size({ signal });
        if (signal.aborted) return;
        candidate = { source, model, size };
      } catch (error) {
        if (!signal.aborted) fail(source, error);
        return;
      }
      const { size } = candidate;
      if (size.downloadBytes > 0) change({ preparation: { kind: 'asking', source, size } });
      else await load(candidate, signal);
    },
    async restore() {
      restoring ??= restore();
      await restoring;
    },
    async confirm() {
      const isAsked = state.get().preparation?.kind === 'asking';
      if (candidate && isAsked) await load(candidate, work.signal);
    },
    cancel() {
      const isLoading = state.get().preparation?.kind === 'loading';
      // A download that is cut off says itself what comes of it.
      if (isLoading && candidate && candidate.size.downloadBytes > 0) return work.abort();
      begin();
      change({ preparation: undefined });
    },
    async remove(source) {
      const { current } = state.get();
      const key = sourceKey(source);
      const isCurrent = current && sourceKey(current.source) === key;
      try {
        const model = isCurrent ? current.model : await makeModel(source);
        await model.clearCache();
        model.dispose();
      } catch (error) {
        return change({ problem: `The model was not deleted: ${errorText(error)}` });
      }
      const { key: last, contextWindow, stored } = kept.get();
      const { [key]: _, ...others } = stored;
      kept.set({
        ...(last !== undefined && last !== key && { key: last }),
        ...{ contextWindow, stored: others },
      });
      change({ problem: undefined, ...(isCurrent && { current: undefined }) });
    },
  };
}

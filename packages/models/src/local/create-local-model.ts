import { type Clock, type SignalOption, systemClock } from '@agent-memory/core';
import {
  callListener,
  checkOption,
  errorText,
  type KnownNames,
  orAbort,
  refuseUnknown,
  throwIfAborted,
} from '@agent-memory/core/internal';
import type { ChatDelta, ChatRequest, ModelSpeed } from '../chat/chat-model.ts';
import type { ChatReply } from '../chat/chat-reply.ts';
import { CHAT_REQUEST } from '../chat/known-request.ts';
import { watchForSilence } from '../endpoint/watch-for-silence.ts';
import { EngineFailure } from '../errors/engine-failure.ts';
import { explainLocalFailure } from '../errors/explain-local-failure.ts';
import type { LocalFailure } from '../errors/local-failure.ts';
import { LocalModelError } from '../errors/local-model-error.ts';
import { askEngine, becomesFree } from './ask-engine.ts';
import { Deltas } from './deltas.ts';
import { DownloadConsent } from './download-consent.ts';
import type {
  EngineRequest,
  LoadedEngine,
  LocalEngine,
  LocalModelFiles,
  LocalModelSize,
} from './engine.ts';
import { EngineHolder, type HeldEngine, type JoinOptions } from './engine-holder.ts';
import type {
  LoadOptions,
  LocalModel,
  LocalModelOptions,
  LocalModelStatus,
} from './local-model.ts';
import { type LocalSettings, readLocalOptions } from './local-options.ts';
import { type AnswerTimes, measuredSpeed } from './measured-speed.ts';
import { RequestQueue } from './request-queue.ts';
import { isWhole, stalledDownload, startLimit } from './watch-load.ts';

/** The parts that an engine's package gives. */
export interface LocalModelParts {
  /** The model, as a log or a panel names it. */
  readonly name: string;
  /** Makes an engine that is not loaded yet. */
  readonly createEngine: () => LocalEngine | Promise<LocalEngine>;
  readonly files: LocalModelFiles;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

/**
 * A model on this device, whichever engine runs it [MOD-1]: it loads when it is allowed to, answers one
 * request at a time with the user's first, gives up what gives no sign, and comes back after its engine
 * was lost. Every failure is a `LocalModelError`.
 *
 * @example
 * const model = createLocalModel({ name: 'tiny', createEngine: () => myEngine(), files: myFiles });
 * const { downloadBytes } = await model.size();
 * if (confirm(`Download ${Math.ceil(downloadBytes / 1e6)} MB?`)) await model.load();
 * const { text } = await model.chat({ messages: [{ role: 'user', content: 'Hello' }] });
 *
 * @throws InvalidOptionError if a time is no number above 0, or `download` is another word.
 */
export function createLocalModel(
  parts: LocalModelParts,
  options: {
    readonly [Name in keyof LocalModelOptions]?: LocalModelOptions[Name] | undefined;
  } = {},
): LocalModel {
  return new HostedModel(parts, readLocalOptions(options));
}

const LOAD = { signal: true, onProgress: true } as const satisfies KnownNames<LoadOptions>;
const SIGNAL = { signal: true } as const satisfies KnownNames<SignalOption>;

/** The engine itself is at an end with these; the next request starts another. */
const ENDS_ENGINE: ReadonlySet<LocalFailure['kind']> = new Set([
  'device-lost',
  'engine-lost',
  'out-of-memory',
  'silent',
]);

/** The caller's own doing, and no failure of the model. */
const IS_WANTED: ReadonlySet<LocalFailure['kind']> = new Set(['unloaded', 'disposed']);

type Held = HeldEngine<LoadedEngine, LocalEngine>;

/** How a request is waited for. */
interface Wait {
  readonly urgency: NonNullable<ChatRequest['urgency']>;
  /** Aborts with the caller's, and when the request makes way for another. */
  readonly given: AbortSignal;
  /** The caller's own. */
  readonly signal: SignalOption['signal'];
  readonly hear: (isSilent: boolean) => void;
}

/** Ends a start whose consent was taken back; a request that still needs it looks for the files on this device. */
const TAKEN_BACK = new Error('The load that allowed the download was ended.');

const NO_FAILURE = { failure: undefined, failureText: undefined } as const;

class HostedModel implements LocalModel {
  readonly name: string;
  readonly #files: LocalModelFiles;
  readonly #clock: Clock;
  readonly #settings: LocalSettings;
  readonly #consent: DownloadConsent;
  readonly #holder: EngineHolder<LoadedEngine, LocalEngine>;
  readonly #queue: RequestQueue;
  readonly #listeners = new Set<() => void>();
  #status: LocalModelStatus = { phase: 'unloaded', waiting: { user: 0, background: 0 } };
  #loads = 0;
  #isAnswering = false;
  #isDisposed = false;
  /** An engine was lost, and none was started since. */
  #isLost = false;
  #stopIdleTimer: (() => void) | undefined;
  #speed: Partial<ModelSpeed> = {};

  constructor(
    { name, createEngine, files, clock = systemClock }: LocalModelParts,
    settings: LocalSettings,
  ) {
    this.name = name;
    this.#files = files;
    this.#clock = clock;
    this.#settings = settings;
    this.#consent = new DownloadConsent(settings.download);
    this.#holder = new EngineHolder({
      createEngine,
      onProgress: (progress) => this.#set({ progress }),
      onLost: (error) => {
        this.#isLost = true;
        this.#fail(failureIn(error));
      },
      limits: { ...settings, name, clock },
    });
    this.#queue = new RequestQueue(() => {
      this.#set({});
      this.#restIfIdle();
    });
  }

  get status(): LocalModelStatus {
    return this.#status;
  }

  get timeoutMs(): number {
    return this.#settings.timeoutMs;
  }

  get contextWindow(): number | undefined {
    return this.#status.engine?.contextWindow;
  }

  get speed(): ModelSpeed | undefined {
    const { readsPerSecond, writesPerSecond } = this.#speed;
    const isKnown = readsPerSecond !== undefined && writesPerSecond !== undefined;
    return isKnown ? { readsPerSecond, writesPerSecond } : undefined;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async size(options: SignalOption = {}): Promise<LocalModelSize> {
    refuseUnknown(options, SIGNAL, 'size');
    this.#checkOpen();
    throwIfAborted(options.signal);
    return this.#saying(this.#measured(options.signal));
  }

  async load(options: LoadOptions = {}): Promise<LoadedEngine> {
    refuseUnknown(options, LOAD, 'load');
    const { signal, onProgress } = options;
    this.#checkOpen();
    throwIfAborted(signal);
    const held = await this.#consent.during(
      () => this.#saying(this.#loading(signal, { mayDownload: true, onProgress })),
      () => this.#endUnallowedStart(),
    );
    this.#restIfIdle();
    return held.loaded;
  }

  async chat(request: ChatRequest): Promise<ChatReply> {
    refuseUnknown(request, CHAT_REQUEST, 'chat');
    const { signal, urgency = 'user', onDelta, onSilence } = request;
    this.#checkOpen();
    throwIfAborted(signal);
    const asked = engineRequestOf(request);
    this.#stopIdleTimer?.();
    const hear = (isSilent: boolean): void => {
      if (!signal?.aborted) onSilence?.(isSilent);
    };
    // One of the background may be started over, so its words are told when they are final.
    const isFinal = urgency === 'user';
    const reply = await this.#queue.add(
      (given) =>
        this.#answer(asked, new Deltas(isFinal ? onDelta : undefined), {
          urgency,
          given,
          signal,
          hear,
        }),
      urgency,
      signal,
    );
    if (!isFinal) onDelta?.({ text: reply.text, thinking: reply.thinking });
    return reply;
  }

  unload(): void {
    const { progress } = this.#status;
    const isDownloading = progress?.phase === 'download' && !isWhole(progress);
    this.#end({ kind: 'unloaded', ...(isDownloading && { isDownloading }) });
  }

  async clearCache(): Promise<void> {
    this.#checkOpen();
    this.#consent.takeBack();
    await this.#saying(this.#files.clear());
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#end({ kind: 'disposed' });
    this.#listeners.clear();
  }

  async #answer(request: EngineRequest, deltas: Deltas, wait: Wait): Promise<ChatReply> {
    const { given } = wait;
    const silence = watchForSilence(this.#clock, this.#settings.silenceMs, wait.hear);
    try {
      // Not by `given`: a load continues for the request that this one makes way for.
      const { engine } = await this.#ready(wait);
      throwIfAborted(given);
      this.#setAnswering(true);
      const beganMs = this.#clock.nowMs();
      let firstMs: number | undefined;
      const onHeard = ({ text, thinking }: ChatDelta): void => {
        silence.heard();
        if (text !== '' || thinking !== '') firstMs ??= this.#clock.nowMs();
      };
      const reply = await askEngine(engine, request, deltas, {
        signal: given,
        clock: this.#clock,
        timeoutMs: this.#settings.timeoutMs,
        onHeard,
      });
      const endMs = this.#clock.nowMs();
      const readMs = (firstMs ?? endMs) - beganMs;
      this.#noteAnswer(reply, { readMs, writeMs: endMs - beganMs - readMs });
      return reply;
    } catch (error) {
      if (given.aborted) throw error;
      throw deltas.thrown ? deltas.thrown.error : this.#errorOf(error, deltas.partial);
    } finally {
      silence.stop();
      this.#setAnswering(false);
    }
  }

  /** The loaded engine, once it is free; one whose files would have to be downloaded only with consent. */
  async #ready({ urgency, given, signal }: Wait): Promise<Held> {
    for (;;) {
      const { held } = this.#holder;
      if (held) {
        const isFree = await becomesFree(held.engine, { signal: given, clock: this.#clock });
        if (this.#holder.held !== held) continue;
        if (isFree) return held;
        this.#isLost = true;
        this.#holder.drop();
      }
      try {
        return await this.#loading(signal, { mayDownload: this.#consent.allows(urgency) });
      } catch (error) {
        if (error !== TAKEN_BACK) throw error;
        throwIfAborted(given);
      }
    }
  }

  #endUnallowedStart(): void {
    if (!this.#holder.held) this.#holder.drop(TAKEN_BACK);
  }

  async #measured(signal: SignalOption['signal']): Promise<LocalModelSize> {
    const { downloadTimeoutMs } = this.#settings;
    const end = new AbortController();
    const stopTimer = startLimit(this.#clock, downloadTimeoutMs, () =>
      end.abort(new EngineFailure(stalledDownload(this.name, downloadTimeoutMs))),
    );
    try {
      return await orAbort(orAbort(this.#files.size({ signal: end.signal }), end.signal), signal);
    } finally {
      stopTimer?.();
      end.abort();
    }
  }

  async #loading(signal: SignalOption['signal'], how: JoinOptions): Promise<Held> {
    this.#loads += 1;
    this.#set({});
    try {
      const held = await this.#holder.join(signal, how);
      const { restarts = 0 } = this.#status;
      this.#set({
        engine: held.loaded,
        ...NO_FAILURE,
        ...(this.#isLost && { restarts: restarts + 1 }),
      });
      this.#isLost = false;
      return held;
    } finally {
      this.#loads -= 1;
      this.#set({ progress: undefined });
    }
  }

  #setAnswering(isAnswering: boolean): void {
    this.#isAnswering = isAnswering;
    this.#set({});
  }

  #noteAnswer({ usage }: ChatReply, times: AnswerTimes): void {
    this.#speed = measuredSpeed(this.#speed, usage ?? {}, times);
    const tookMs = times.readMs + times.writeMs;
    const tokens = usage?.outputTokens;
    const isMeasured = tokens !== undefined && tookMs > 0;
    this.#set({
      ...NO_FAILURE,
      ...(isMeasured && { tokensPerSecond: (tokens * 1_000) / tookMs }),
    });
  }

  async #saying<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } catch (error) {
      throw error instanceof EngineFailure ? this.#errorOf(error) : error;
    }
  }

  /** The error of a failure; one that ends the engine lets go of it. */
  #errorOf(error: unknown, partial?: ChatReply): unknown {
    const failure = failureIn(error);
    if (ENDS_ENGINE.has(failure.kind)) {
      this.#isLost ||= this.#holder.held !== undefined;
      this.#holder.drop(error);
    }
    if (!IS_WANTED.has(failure.kind)) this.#fail(failure);
    return new LocalModelError(failure, { model: this.name, partial }, { cause: error });
  }

  #fail(failure: LocalFailure): void {
    const { sentence } = explainLocalFailure(failure, { model: this.name });
    this.#set({ failure, failureText: sentence });
  }

  /** Ends requests and engine for one reason. */
  #end(failure: LocalFailure): void {
    this.#stopIdleTimer?.();
    this.#queue.failAll(new LocalModelError(failure, { model: this.name }));
    this.#consent.takeBack();
    this.#holder.drop(new EngineFailure(failure));
    this.#set({ progress: undefined, ...NO_FAILURE });
  }

  #restIfIdle(): void {
    this.#stopIdleTimer?.();
    const { idleUnloadMs } = this.#settings;
    if (!this.#queue.isIdle || !this.#holder.held || !Number.isFinite(idleUnloadMs)) return;
    this.#stopIdleTimer = this.#clock.startTimer?.(() => {
      if (this.#queue.isIdle && this.#loads === 0) this.#holder.drop();
      this.#set({});
    }, idleUnloadMs);
  }

  #checkOpen(): void {
    if (this.#isDisposed) throw new LocalModelError({ kind: 'disposed' }, { model: this.name });
  }

  #set(change: Partial<LocalModelStatus>): void {
    const { waiting } = this.#queue;
    this.#status = { ...this.#status, ...change, phase: this.#phase(), waiting };
    for (const listener of [...this.#listeners]) callListener(listener);
  }

  #phase(): LocalModelStatus['phase'] {
    if (this.#isDisposed) return 'disposed';
    if (this.#holder.held === undefined) return this.#loads > 0 ? 'loading' : 'unloaded';
    return this.#isAnswering ? 'answering' : 'ready';
  }
}

function failureIn(error: unknown): LocalFailure {
  if (error instanceof EngineFailure) return error.failure;
  return { kind: 'run-failed', problem: errorText(error) };
}

/** The part of a request that an engine answers. @throws InvalidOptionError naming the field that it could not. */
function engineRequestOf(request: ChatRequest): EngineRequest {
  const { messages, tools = [], maxTokens, temperature, answerSchema } = request;
  const isList = Array.isArray(messages) && messages.every(isObject);
  checkOption(isList, 'messages', 'must be a list of messages.');
  const isCount = maxTokens === undefined || (Number.isSafeInteger(maxTokens) && maxTokens > 0);
  checkOption(isCount, 'maxTokens', 'must be a whole number of 1 or more.');
  const isSchema = answerSchema === undefined || isObject(answerSchema);
  checkOption(isSchema, 'answerSchema', 'must be a JSON Schema: an object.');
  return { messages, tools, maxTokens, temperature, answerSchema };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

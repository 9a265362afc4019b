import { type AbortSignalLike, type Clock, systemClock } from '@agent-memory/core';
import { callListener, checkOption, orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { ChatReply } from '../chat/chat-reply.ts';
import { type Exchange, openExchange } from '../endpoint/exchange.ts';
import type { LocalFailure } from '../errors/local-failure.ts';
import { LocalModelError } from '../errors/local-model-error.ts';
import type { BuiltInApi, BuiltInAvailability } from './built-in-api.ts';
import { builtInFailure } from './built-in-failure.ts';

/** Settings that both drivers of the browser's own model have. */
export interface BuiltInOptions {
  /** Its name in logs, errors and summaries. Default: `built-in`. */
  readonly name?: string;
  /**
   * `allowed` lets a call download the model where it is not on the device yet: some gigabytes, once for
   * all sites. Browsers want a click for it as well. Default: `on-load`; only `load` downloads.
   */
  readonly download?: 'allowed' | 'on-load';
  /** Told how much of a download has arrived, from 0 to 1; a browser does not tell bytes. */
  readonly onDownload?: (share: number) => void;
  /** The languages of the conversation as BCP 47 tags, such as `en`. Default: the browser's choice. */
  readonly languages?: readonly string[];
  /**
   * Milliseconds without a sign after which a call is given up. Default: 120,000; `Infinity` waits for
   * ever.
   */
  readonly timeoutMs?: number;
  /** Milliseconds without a sign after which `onSilence` is told. Default: 20,000. */
  readonly silenceMs?: number;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

/** The names of those options. */
export const BUILT_IN_OPTIONS = {
  name: true,
  download: true,
  onDownload: true,
  languages: true,
  timeoutMs: true,
  silenceMs: true,
  clock: true,
} as const;

const DOWNLOADS: readonly unknown[] = ['allowed', 'on-load', undefined];

/** The calls by which a person decides about the browser's model. */
export interface BuiltInModel {
  /** Whether the browser has the model, could download it, or can do neither. Never downloads. */
  availability(): Promise<BuiltInAvailability>;
  /**
   * Downloads the model where that is needed; call it from a click, which browsers ask for. `onDownload`
   * tells how far it is.
   *
   * @throws LocalModelError if there is no such model here or the download fails; the signal's reason.
   */
  load(options?: { readonly signal?: AbortSignalLike }): Promise<void>;
}

/** Work with one instance of the browser's API. */
interface SessionWork<Options, Session, Result> {
  /** The settings of the instance; what they need of the browser is waited for by the call. */
  readonly settings: (call: BuiltInCall) => Options | Promise<Options>;
  readonly mayDownload: boolean;
  readonly signal?: AbortSignalLike | undefined;
  readonly onSilence?: ((isSilent: boolean) => void) | undefined;
  /** Tokens of the window, once there is an instance. */
  readonly windowOf: (session: Session) => number | undefined;
  readonly use: (session: Session, call: BuiltInCall) => Promise<Result>;
}

/** Calls of the browser's API, whose exceptions become errors of ours. */
export interface BuiltInCall {
  /** Aborts with the caller's signal, and when nothing came for too long. */
  readonly signal: AbortSignal;
  /** Waits for something of the browser's. @throws LocalModelError; the signal's reason. */
  wait<Value>(promise: Promise<Value>): Promise<Value>;
  /** The part of the answer that has arrived goes with the errors to come. */
  arrived(partial: ChatReply): void;
}

/** The way to the browser's API for one driver. */
export class BuiltInDoor<Options, Session extends { destroy(): void }> {
  readonly name: string;
  readonly #options: BuiltInOptions;
  readonly #findApi: () => BuiltInApi<Options, Session> | undefined;

  /** @param findApi asked with each call: a page may put a polyfill there late. */
  constructor(options: BuiltInOptions, findApi: () => BuiltInApi<Options, Session> | undefined) {
    checkSettings(options);
    this.name = options.name ?? 'built-in';
    this.#options = options;
    this.#findApi = findApi;
  }

  async availability(settings: Options): Promise<BuiltInAvailability> {
    return (await this.#findApi()?.availability(settings)) ?? 'unavailable';
  }

  /** Makes an instance, works with it and destroys it, however it ends. */
  async withSession<Result>(work: SessionWork<Options, Session, Result>): Promise<Result> {
    const { timeoutMs = 120_000, silenceMs = 20_000, clock = systemClock } = this.#options;
    const { signal, onSilence } = work;
    throwIfAborted(signal);
    const exchange = openExchange(
      { connection: { clock }, timeoutMs, silenceMs },
      { ...(signal && { signal }), ...(onSilence && { onSilence }) },
    );
    const state = { needsDownload: false, windowTokens: undefined as number | undefined };
    let partial: ChatReply | undefined;
    const errorOf = (error: unknown): LocalModelError => {
      const failure = exchange.isTimedOut()
        ? ({ kind: 'silent', timeoutMs } as const)
        : builtInFailure(error, state);
      return new LocalModelError(failure, { model: this.name, partial }, { cause: error });
    };
    const call: BuiltInCall = {
      signal: exchange.signal,
      async wait(promise) {
        try {
          const value = await orAbort(promise, exchange.signal);
          exchange.heard();
          return value;
        } catch (error) {
          throwIfAborted(signal);
          throw errorOf(error);
        }
      },
      arrived: (text) => {
        partial = text;
      },
    };
    let session: Session | undefined;
    try {
      const api = this.#findApi();
      if (!api) {
        throw this.error({ kind: 'device-unsupported', problem: 'it has no model of its own' });
      }
      const settings = await work.settings(call);
      state.needsDownload = await this.#needsDownload(api, settings, call);
      if (state.needsDownload && !work.mayDownload && this.#options.download !== 'allowed') {
        throw this.error({ kind: 'download-not-allowed' });
      }
      session = await call.wait(api.create(this.#createOptions(settings, exchange, signal)));
      state.windowTokens = work.windowOf(session);
      return await work.use(session, call);
    } finally {
      session?.destroy();
      exchange.close();
    }
  }

  /** An error of this model. */
  error(failure: LocalFailure, partial?: ChatReply): LocalModelError {
    return new LocalModelError(failure, { model: this.name, partial });
  }

  /** Whether the model has to come first. @throws LocalModelError if there is none for this device. */
  async #needsDownload(
    api: BuiltInApi<Options, Session>,
    settings: Options,
    call: BuiltInCall,
  ): Promise<boolean> {
    const availability = await call.wait(api.availability(settings));
    if (availability !== 'unavailable') return availability !== 'available';
    const problem = 'its own model is not available for this device or these languages';
    throw this.error({ kind: 'device-unsupported', problem });
  }

  #createOptions(settings: Options, exchange: Exchange, signal: AbortSignalLike | undefined) {
    const { onDownload } = this.#options;
    return {
      ...settings,
      signal: exchange.signal,
      monitor: (monitor: MonitorOf<Options, Session>) => {
        monitor.addEventListener('downloadprogress', ({ loaded }) => {
          exchange.heard();
          if (!signal?.aborted) callListener(() => onDownload?.(loaded));
        });
      },
    };
  }
}

type MonitorOf<Options, Session> = Parameters<
  NonNullable<Parameters<BuiltInApi<Options, Session>['create']>[0]['monitor']>
>[0];

/** @throws InvalidOptionError naming the option. */
function checkSettings(options: BuiltInOptions): void {
  const { name = 'x', download, onDownload, languages = [], clock } = options;
  const { timeoutMs = 1, silenceMs = 1 } = options;
  checkOption(
    typeof name === 'string' && name.trim() !== '',
    'name',
    'must be a text that is not empty.',
  );
  checkOption(DOWNLOADS.includes(download), 'download', 'must be `allowed` or `on-load`.');
  checkOption(
    onDownload === undefined || typeof onDownload === 'function',
    'onDownload',
    'must be a function.',
  );
  const areTexts = Array.isArray(languages) && languages.every((tag) => typeof tag === 'string');
  checkOption(areTexts, 'languages', 'must be a list of language tags.');
  checkOption(timeoutMs > 0, 'timeoutMs', 'must be a number above 0.');
  checkOption(silenceMs > 0, 'silenceMs', 'must be a number above 0.');
  checkOption(
    clock === undefined || typeof clock?.nowMs === 'function',
    'clock',
    'must be a clock with `nowMs`.',
  );
}

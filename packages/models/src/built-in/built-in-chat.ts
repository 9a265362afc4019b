import {
  type Clock,
  estimateTokens,
  type OpenAiMessage,
  type SignalOption,
  systemClock,
} from '@agent-memory/core';
import {
  checkOption,
  errorText,
  type KnownNames,
  orAbort,
  refuseUnknown,
  throwIfAborted,
  words,
} from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { type ChatReply, EMPTY_REPLY } from '../chat/chat-reply.ts';
import { CHAT_REQUEST } from '../chat/known-request.ts';
import { openExchange } from '../endpoint/exchange.ts';
import type { LocalFailure } from '../errors/local-failure.ts';
import { LocalModelError } from '../errors/local-model-error.ts';
import type {
  BuiltInAvailability,
  CreateMonitor,
  LanguageModelApi,
  LanguageModelOptions,
  LanguageModelSession,
  PromptMessage,
} from './built-in-api.ts';

/** Settings of `builtInChat`. */
export interface BuiltInOptions {
  /** The languages of the conversation as BCP 47 tags, such as `en`. Default: the browser's choice. */
  readonly languages?: readonly string[];
  /** Default: the platform's. */
  readonly clock?: Clock;
}

/** A chat model whose weights the browser holds. */
export interface BuiltInChatModel extends ChatModel {
  /** Whether the browser has the model, could download it, or can do neither. Never downloads. */
  availability(): Promise<BuiltInAvailability>;
  /**
   * Downloads the model where that is needed, some gigabytes, once for all sites. Call it from a click,
   * which browsers ask for.
   *
   * @throws LocalModelError if there is no such model here or the download fails; the signal's reason.
   */
  load(options?: SignalOption): Promise<void>;
}

const OPTIONS = { languages: true, clock: true } as const satisfies KnownNames<BuiltInOptions>;
const NAME = 'built-in';
/** Milliseconds without a sign after which a call is given up, and after which `onSilence` is told. */
const TIMEOUT_MS = 120_000;
const SILENCE_MS = 20_000;

/** Work with one session of the browser's model. */
interface SessionWork<Result> extends Pick<ChatRequest, 'signal' | 'onSilence'> {
  /** Options of this session, beside those of all sessions. */
  readonly settings: (api: LanguageModelApi, call: BuiltInCall) => Promise<LanguageModelOptions>;
  readonly mayDownload: boolean;
  readonly use: (session: LanguageModelSession, call: BuiltInCall) => Promise<Result>;
}

/** Calls of the browser's API, whose exceptions become errors of ours. */
interface BuiltInCall {
  /** Aborts with the caller's signal, and when nothing came for too long. */
  readonly signal: AbortSignal;
  /** Waits for something of the browser's. @throws LocalModelError; the signal's reason. */
  wait<Value>(promise: Promise<Value>): Promise<Value>;
  /** The part of the answer that has arrived goes with the errors to come. */
  arrived(partial: ChatReply): void;
}

/**
 * The browser's own model behind the Prompt API (`LanguageModel` in Chrome and Edge, in secure contexts).
 * Nothing of the conversation leaves the device, as far as the browser keeps to it.
 *
 * - Nothing is downloaded unless `load` is called.
 * - Each `chat` has a session of its own, which is destroyed when it ends.
 * - `contextWindow` is known from the first session on.
 * - The API has no bound on an answer: it is ended where an estimate reaches `maxTokens`, with
 *   `finishReason: 'length'`. It heeds `temperature` in extensions only, and reports no usage.
 * - It takes no tools here: a request with some is refused (`run-failed`). Calls and results that are in the
 *   context already are told in words, pictures as `[image]`.
 *
 * `chat` rejects with `LocalModelError`: `device-unsupported` where there is no such model,
 * `download-not-allowed` where it is not on the device, `window-exceeded`, `engine-lost`, `silent` …
 *
 * @throws InvalidOptionError naming the option.
 *
 * @example
 * const chatModel = builtInChat({ languages: ['en'] });
 * if ((await chatModel.availability()) === 'downloadable') await chatModel.load();
 * const { messages } = await memory.assemble();
 * const reply = await chatModel.chat({ messages, onDelta: ({ text }) => console.log(text) });
 */
export function builtInChat(options: BuiltInOptions = {}): BuiltInChatModel {
  refuseUnknown(options, OPTIONS, 'builtInChat');
  const { languages = [], clock = systemClock } = options;
  const areTexts = Array.isArray(languages) && languages.every((tag) => typeof tag === 'string');
  checkOption(areTexts, 'languages', 'must be a list of language tags.');
  checkOption(typeof clock?.nowMs === 'function', 'clock', 'must be a clock with `nowMs`.');
  return new BuiltInModel(languages, clock);
}

class BuiltInModel implements BuiltInChatModel {
  readonly name = NAME;
  readonly #settings: LanguageModelOptions;
  readonly #clock: Clock;
  #contextWindow: number | undefined;

  constructor(languages: readonly string[], clock: Clock) {
    const expected = [{ type: 'text', languages }] as const;
    this.#settings =
      languages.length > 0 ? { expectedInputs: expected, expectedOutputs: expected } : {};
    this.#clock = clock;
  }

  get contextWindow(): number | undefined {
    return this.#contextWindow;
  }

  async availability(): Promise<BuiltInAvailability> {
    return (await languageModel()?.availability(this.#settings)) ?? 'unavailable';
  }

  async load({ signal }: SignalOption = {}): Promise<void> {
    await this.#withSession({
      settings: async () => ({}),
      mayDownload: true,
      ...(signal && { signal }),
      use: async () => undefined,
    });
  }

  async chat(request: ChatRequest): Promise<ChatReply> {
    refuseUnknown(request, CHAT_REQUEST, 'chat');
    const { answerSchema, temperature, tools = [] } = request;
    throwIfAborted(request.signal);
    if (tools.length > 0) throw errorOf({ kind: 'run-failed', problem: 'it takes no tools' });
    const { system, messages } = promptContext(request.messages);
    return this.#withSession({
      ...request,
      settings: async (api, call) => ({
        ...(await samplingOf(api, temperature, call)),
        initialPrompts: system,
      }),
      mayDownload: false,
      use: async (session, call) => {
        const open = async () =>
          session.promptStreaming(messages, {
            signal: call.signal,
            ...(answerSchema !== undefined && { responseConstraint: answerSchema }),
          });
        const reply = await readAnswer(await call.wait(open()), request, call);
        if (reply.text === '') throw errorOf({ kind: 'nothing-said' });
        return reply;
      },
    });
  }

  /** Makes a session, works with it and destroys it, however it ends. */
  async #withSession<Result>(work: SessionWork<Result>): Promise<Result> {
    const { signal } = work;
    throwIfAborted(signal);
    const exchange = openExchange(
      { connection: { clock: this.#clock }, timeoutMs: TIMEOUT_MS, silenceMs: SILENCE_MS },
      work,
    );
    const state = { needsDownload: false, windowTokens: undefined as number | undefined };
    let partial: ChatReply | undefined;
    const call: BuiltInCall = {
      signal: exchange.signal,
      async wait(promise) {
        try {
          const value = await orAbort(promise, exchange.signal);
          exchange.heard();
          return value;
        } catch (error) {
          throwIfAborted(signal);
          const failure = exchange.isTimedOut()
            ? ({ kind: 'silent', timeoutMs: TIMEOUT_MS } as const)
            : builtInFailure(error, state);
          throw errorOf(failure, { partial, cause: error });
        }
      },
      arrived: (reply) => {
        partial = reply;
      },
    };
    let session: LanguageModelSession | undefined;
    try {
      // Looked up with each call: a page may put a polyfill there late.
      const api = languageModel();
      if (!api) throw unsupported('it has no model of its own');
      const settings = { ...this.#settings, ...(await work.settings(api, call)) };
      const availability = await call.wait(api.availability(settings));
      if (availability === 'unavailable') {
        throw unsupported('its own model is not available for this device or these languages');
      }
      state.needsDownload = availability !== 'available';
      if (state.needsDownload && !work.mayDownload) throw errorOf({ kind: 'download-not-allowed' });
      const monitor = (monitor: CreateMonitor): void =>
        monitor.addEventListener('downloadprogress', () => exchange.heard());
      session = await call.wait(api.create({ ...settings, signal: exchange.signal, monitor }));
      this.#contextWindow = windowOf(session);
      state.windowTokens = this.#contextWindow;
      return await work.use(session, call);
    } finally {
      session?.destroy();
      exchange.close();
    }
  }
}

function languageModel(): LanguageModelApi | undefined {
  const page = globalThis as { readonly LanguageModel?: LanguageModelApi };
  return page.LanguageModel;
}

function errorOf(
  failure: LocalFailure,
  { partial, cause }: { readonly partial?: ChatReply | undefined; readonly cause?: unknown } = {},
): LocalModelError {
  return new LocalModelError(
    failure,
    { model: NAME, partial },
    cause === undefined ? {} : { cause },
  );
}

function unsupported(problem: string): LocalModelError {
  return errorOf({ kind: 'device-unsupported', problem });
}

/** Reads the answer as it comes, up to the request's bound. */
async function readAnswer(
  stream: ReadableStream<string>,
  { maxTokens = Number.POSITIVE_INFINITY, onDelta, signal }: ChatRequest,
  call: BuiltInCall,
): Promise<ChatReply> {
  const reader = stream.getReader();
  let reply = EMPTY_REPLY;
  let tokens = 0;
  try {
    while (tokens < maxTokens) {
      const { done, value } = await call.wait(reader.read());
      throwIfAborted(signal);
      if (done) return { ...reply, finishReason: 'stop' };
      if (value === '') continue;
      reply = { ...reply, text: reply.text + value };
      tokens += estimateTokens(value);
      call.arrived(reply);
      onDelta?.({ text: value, thinking: '' });
    }
    return { ...reply, finishReason: 'length' };
  } finally {
    // A stream that failed rejects this as well; its error was told above.
    reader.cancel().catch(() => undefined);
  }
}

function windowOf({ contextWindow, inputQuota }: LanguageModelSession): number | undefined {
  const tokens = contextWindow ?? inputQuota;
  return tokens !== undefined && Number.isFinite(tokens) ? tokens : undefined;
}

/** A temperature goes with a `topK` or not at all, and where there are no `params` it is not heeded. */
async function samplingOf(
  api: LanguageModelApi,
  temperature: number | undefined,
  call: BuiltInCall,
): Promise<Pick<LanguageModelOptions, 'temperature' | 'topK'>> {
  if (temperature === undefined || typeof api.params !== 'function') return {};
  const params = await call.wait(api.params());
  if (!params) return {};
  return { temperature: Math.min(temperature, params.maxTemperature), topK: params.defaultTopK };
}

/** When a call of the browser's API failed. */
interface FailedCall {
  /** Whether the model had to be downloaded first. */
  readonly needsDownload: boolean;
  /** The window, where it is known by then. */
  readonly windowTokens: number | undefined;
}

/**
 * The failure behind an exception of the browser's API, by its name: that is all the specifications
 * fix. `AbortError` means a destroyed session here; an abort by the caller is told apart before this.
 */
function builtInFailure(error: unknown, call: FailedCall): LocalFailure {
  const problem = errorText(error);
  switch (nameOf(error)) {
    case 'QuotaExceededError':
      return {
        kind: 'window-exceeded',
        windowTokens: numberIn(error, 'quota') ?? call.windowTokens ?? 0,
        problem,
      };
    case 'NotAllowedError':
      // A download has to be begun by a click; with no download it is the permissions policy.
      return call.needsDownload
        ? { kind: 'download-not-allowed' }
        : { kind: 'device-unsupported', problem };
    case 'NotSupportedError':
      return { kind: 'device-unsupported', problem };
    case 'NetworkError':
      return { kind: 'download-failed', file: 'The browser’s model', problem };
    case 'AbortError':
    case 'InvalidStateError':
      return { kind: 'engine-lost', problem };
    default:
      return { kind: 'run-failed', problem };
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function numberIn(error: unknown, field: string): number | undefined {
  const value: unknown = Object(error)[field];
  return typeof value === 'number' ? value : undefined;
}

/** A context as the Prompt API takes it: the system text apart, the rest in its three roles. */
interface PromptContext {
  readonly system: readonly PromptMessage[];
  readonly messages: readonly PromptMessage[];
}

/**
 * A context in the Prompt API's roles. It has one system message, none for results of tools and no calls:
 * those of an earlier model are told in words, so that a conversation can continue here.
 */
function promptContext(given: readonly OpenAiMessage[]): PromptContext {
  const isSystem = ({ role }: OpenAiMessage): boolean => role === 'system' || role === 'developer';
  const system = given.filter(isSystem).map(({ content }) => textOf(content));
  return {
    system: system.length === 0 ? [] : [{ role: 'system', content: system.join('\n\n') }],
    messages: given.filter((message) => !isSystem(message)).map(promptMessage),
  };
}

function promptMessage(message: OpenAiMessage): PromptMessage {
  const text = textOf(message.content);
  switch (message.role) {
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(
        ({ function: called }) => `(Called ${called.name} with ${called.arguments}.)`,
      );
      return { role: 'assistant', content: [...(text === '' ? [] : [text]), ...calls].join('\n') };
    }
    case 'tool':
      return { role: 'user', content: words.enveloped('tool-result', text) };
    default:
      return { role: 'user', content: text };
  }
}

function textOf(content: OpenAiMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map((part) =>
      part.type === 'text' ? part.text : part.type === 'image_url' ? '[image]' : '[document]',
    )
    .join('\n');
}

import type {
  BuiltInAvailability,
  CreateOptions,
  LanguageModelApi,
  LanguageModelOptions,
  LanguageModelSession,
  PromptMessage,
} from '../built-in/built-in-api.ts';

/*
 * Stands for the browser's own model, which is in no browser that tests run in. Written after the
 * specifications (see `built-in-api.ts`): what is refused, by which exception, in which order, what a
 * signal and `destroy` end, which events come. Its words are the test's.
 */

export interface BuiltInScript {
  readonly availability?: BuiltInAvailability;
  /** Whether a person has just clicked, which a download needs. Default: yes. */
  readonly hasActivation?: boolean;
  /** Tokens of a session; a token has four characters. Default: 1,024. */
  readonly quota?: number;
  /** The pieces of each answer, or what makes them. Default: `Hello.` in two pieces. */
  readonly answer?: readonly string[] | ((input: string) => readonly string[]);
  /** Ends creation. */
  readonly createError?: Error;
  /** Ends each answer behind its pieces. */
  readonly answerError?: Error;
  /** Leaves each answer open behind its pieces. */
  readonly hangs?: boolean;
  /** Called with each piece of a download. */
  readonly onDownload?: () => void;
  /** Has the parameters that extensions have. */
  readonly isExtension?: boolean;
  /** The names of versions up to Chrome 145. */
  readonly hasOldNames?: boolean;
}

/** All that the fake was asked for. */
export interface BuiltInLog {
  readonly asked: object[];
  readonly created: object[];
  readonly inputs: (string | readonly PromptMessage[])[];
  readonly constraints: unknown[];
  open: number;
  /** Destroys all sessions, as a browser does that needs the memory. */
  destroyAll(): void;
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

export function aLanguageModel(script: BuiltInScript = {}): LanguageModelApi & BuiltInLog {
  const host = new Host(script);
  const quota = script.quota ?? 1_024;
  const create = async (options: CreateOptions) => {
    const { initialPrompts = [] } = options;
    refuseLateSystem(initialPrompts);
    await host.prepare(options);
    const initial = tokensOfMessages(initialPrompts);
    if (initial > quota) throw quotaExceeded(initial, quota);
    const session = host.open(options.signal);
    const api: LanguageModelSession = {
      promptStreaming(input, { signal, responseConstraint }) {
        host.log.inputs.push(input);
        if (responseConstraint !== undefined) host.log.constraints.push(responseConstraint);
        if (input.some(({ role }) => role === 'system')) {
          throw new TypeError('system prompts must be given to create()');
        }
        const used = initial + tokensOfMessages(input);
        if (used > quota) return failing(quotaExceeded(used, quota));
        return session.answer(input.at(-1)?.content ?? '', signal);
      },
      destroy: () => session.destroy(),
      ...(script.hasOldNames ? { inputQuota: quota } : { contextWindow: quota }),
    };
    return api;
  };
  const params = async () => ({
    defaultTopK: 3,
    maxTopK: 128,
    defaultTemperature: 1,
    maxTemperature: 2,
  });
  return Object.assign(host.log, {
    availability: (options: LanguageModelOptions) => host.availability(options),
    create,
    ...(script.isExtension && { params }),
  });
}

/** The browser's side of the API. */
class Host {
  readonly #script: BuiltInScript;
  readonly #sessions = new Set<FakeSession>();
  readonly log: BuiltInLog = {
    asked: [],
    created: [],
    inputs: [],
    constraints: [],
    open: 0,
    destroyAll: () => {
      for (const session of this.#sessions) session.destroy();
    },
  };

  constructor(script: BuiltInScript) {
    this.#script = script;
  }

  async availability(options: LanguageModelOptions): Promise<BuiltInAvailability> {
    this.log.asked.push(options);
    return this.#script.availability ?? 'available';
  }

  /** All that creation does before the session. */
  async prepare({ signal, monitor, ...options }: CreateOptions): Promise<void> {
    const { availability = 'available', hasActivation = true, createError } = this.#script;
    this.log.created.push(options);
    if (availability === 'unavailable') throw new DOMException('no model', 'NotSupportedError');
    if (availability !== 'available' && !hasActivation) {
      throw new DOMException('requires a user gesture', 'NotAllowedError');
    }
    const target = new EventTarget();
    monitor?.({
      addEventListener: (type, listener) => {
        // The browser's events have `loaded`; those of this target are given it below.
        target.addEventListener(type, (event) => listener(event as Event & { loaded: number }));
      },
    });
    const shares = availability === 'available' ? [0, 1] : [0, 0.5, 1];
    for (const loaded of shares) {
      signal?.throwIfAborted();
      if (availability !== 'available') this.#script.onDownload?.();
      target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded }));
      await Promise.resolve();
    }
    signal?.throwIfAborted();
    if (createError) throw createError;
  }

  open(signal: AbortSignal | undefined): FakeSession {
    const session = new FakeSession(this.#script, () => {
      this.#sessions.delete(session);
      this.log.open -= 1;
    });
    this.#sessions.add(session);
    this.log.open += 1;
    signal?.addEventListener('abort', () => session.destroy(signal.reason));
    return session;
  }
}

/** One session; it answers until it is destroyed. */
class FakeSession {
  readonly #script: BuiltInScript;
  readonly #onDestroyed: () => void;
  readonly #ended = new AbortController();

  constructor(script: BuiltInScript, onDestroyed: () => void) {
    this.#script = script;
    this.#onDestroyed = onDestroyed;
  }

  destroy(reason: unknown = new DOMException('The session was destroyed.', 'AbortError')): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort(reason);
    this.#onDestroyed();
  }

  answer(input: string, signal: AbortSignal): ReadableStream<string> {
    if (this.#ended.signal.aborted) {
      throw new DOMException('The session was destroyed.', 'InvalidStateError');
    }
    const { answer = ['Hel', 'lo.'], answerError, hangs } = this.#script;
    const pieces = [...(typeof answer === 'function' ? answer(input) : answer)];
    const either = AbortSignal.any([signal, this.#ended.signal]);
    return new ReadableStream<string>(
      {
        start: (controller) => {
          const end = (): void => controller.error(either.reason);
          if (either.aborted) end();
          either.addEventListener('abort', end);
        },
        pull: (controller) => {
          const piece = pieces.shift();
          if (piece !== undefined) return controller.enqueue(piece);
          if (answerError) return controller.error(answerError);
          if (hangs) return new Promise(() => undefined);
          return controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  }
}

/** The exception of a text that is too long: a class of its own in newer browsers, by this name in all. */
function quotaExceeded(requested: number, quota: number): Error {
  const error = new DOMException('The input is too large.', 'QuotaExceededError');
  return Object.assign(error, { requested, quota });
}

function refuseLateSystem(messages: readonly PromptMessage[]): void {
  if (messages.slice(1).some(({ role }) => role === 'system')) {
    throw new TypeError('a system prompt must come first');
  }
}

function tokensOfMessages(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + tokensOf(content) + 4, 0);
}

function failing(error: Error): ReadableStream<string> {
  return new ReadableStream({ start: (controller) => controller.error(error) });
}

import { type AbortSignalLike, AgentMemoryError, type Clock } from '@agent-memory/core';
import { callListener, errorText, throwIfAborted } from '@agent-memory/core/internal';

/** Which of the models answered, and why those before it did not: plain data, to be shown or logged. */
export interface FallbackReport {
  /** The model that answered, or has begun to; absent where none did. */
  readonly taken?: string;
  /** Those before it, in their order; all of them where none answered. */
  readonly passedOver: readonly {
    readonly name: string;
    /** Its error; `code` is absent for one that is not of this library. */
    readonly error: { readonly code?: string; readonly message: string };
    /** Whether it was asked this time; if not, it failed not long ago in a way that lasts. */
    readonly wasAsked: boolean;
  }[];
}

/** The reports of a chain of models. */
export interface FallbackStatus {
  /** The report of the newest answer; before the first one nothing is taken or passed over. */
  readonly status: FallbackReport;
  /** Calls back after each change of `status`; gives the function that ends it. */
  subscribe(listener: () => void): () => void;
}

type PassedOver = FallbackReport['passedOver'][number];

/** Errors that are about one request, and say nothing of the next one. */
const ABOUT_ONE_REQUEST: ReadonlySet<string> = new Set([
  'MODEL_CONTEXT_TOO_LONG',
  'MODEL_REQUEST_REFUSED',
]);

/** How long a member rests after a failure that lasts. */
const REST_MS = 60_000;

/** A failure that lasts, and when it happened. */
interface LastingFailure {
  readonly atMs: number;
  readonly error: PassedOver['error'];
}

/** One question to one member. */
export interface Attempt<Member, Result> {
  /** Asks the member; `onBegun` says that it has begun to answer. */
  readonly ask: (member: Member, onBegun: () => void) => Promise<Result>;
  /** Called with the error of a member if another one is asked next; what it throws ends it all. */
  readonly onFailed: (error: unknown, member: Member) => void;
  readonly signal: AbortSignalLike | undefined;
}

/**
 * Members that are asked in order, until one answers.
 *
 * - One that failed in a way that lasts is left out for a minute, unless all of them have.
 * - An abort is passed on; nobody else is asked then.
 * - Where nobody answers, the error of the last one that was asked is thrown.
 */
export class Chain<Member extends { readonly name: string }> implements FallbackStatus {
  readonly #members: readonly Member[];
  readonly #clock: Clock;
  readonly #failures = new Map<Member, LastingFailure>();
  readonly #listeners = new Set<() => void>();
  #status: FallbackReport = { passedOver: [] };

  constructor(members: readonly Member[], clock: Clock) {
    this.#members = [...members];
    this.#clock = clock;
  }

  get status(): FallbackReport {
    return this.#status;
  }

  /** Bound, so that it can be handed on as it is. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  };

  async ask<Result>({ ask, onFailed, signal }: Attempt<Member, Result>): Promise<Result> {
    throwIfAborted(signal);
    const resting = this.#resting();
    const passedOver: PassedOver[] = [];
    const asked = this.#members.filter((member) => !resting.has(member));
    for (const member of this.#members) {
      const { name } = member;
      const failure = resting.get(member);
      if (failure) {
        passedOver.push({ name, error: failure.error, wasAsked: false });
        continue;
      }
      const taken = { taken: name, passedOver: [...passedOver] };
      let isTold = false;
      const onBegun = (): void => {
        if (!isTold) this.#setStatus(taken);
        isTold = true;
      };
      try {
        const result = await ask(member, onBegun);
        this.#failures.delete(member);
        onBegun();
        return result;
      } catch (error) {
        throwIfAborted(signal);
        const data = dataOf(error);
        passedOver.push({ name, error: data, wasAsked: true });
        if (lasts(error)) this.#failures.set(member, { atMs: this.#clock.nowMs(), error: data });
        this.#setStatus({ passedOver: [...passedOver] });
        if (member === asked.at(-1)) throw error;
        onFailed(error, member);
      }
    }
    throw new Error('A chain has one member or more, and asks one of them.');
  }

  /** The members that are left out now: none where nobody else would be left. */
  #resting(): ReadonlyMap<Member, LastingFailure> {
    const nowMs = this.#clock.nowMs();
    for (const [member, { atMs }] of this.#failures) {
      // A clock that was set back tells nothing; then the member is asked.
      const passedMs = nowMs - atMs;
      if (passedMs < 0 || passedMs >= REST_MS) this.#failures.delete(member);
    }
    return this.#failures.size < this.#members.length ? new Map(this.#failures) : new Map();
  }

  #setStatus(status: FallbackReport): void {
    this.#status = status;
    for (const listener of this.#listeners) callListener(listener);
  }
}

/** Whether the same member would fail the next time as well. */
function lasts(error: unknown): boolean {
  if (!AgentMemoryError.isInstance(error) || error.recoverable) return false;
  return !ABOUT_ONE_REQUEST.has(error.code);
}

function dataOf(error: unknown): PassedOver['error'] {
  const code = AgentMemoryError.isInstance(error) ? { code: error.code } : {};
  return { ...code, message: errorText(error) };
}

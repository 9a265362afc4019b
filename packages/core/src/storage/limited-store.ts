import { asMemoryError } from '../errors/as-memory-error.ts';
import { StoreUnavailableError } from '../errors/errors.ts';
import { type AbortSignalLike, orAbort } from '../platform/abort.ts';
import { type Clock, startTimer } from '../platform/clock.ts';
import { createAbort } from '../platform/create-abort.ts';
import type { MemoryStore, SessionChange, StoreCallOptions } from './memory-store.ts';
import { isSurvivable } from './store-trouble.ts';
import { passesOnTo } from './unpaid-sessions.ts';

/** Longer than a driver's own limit, since that knows better what is wrong, and under the five seconds that are promised. */
export const CALL_LIMIT_MS = 4_750;
/** A call that fails so late fails for want of an answer. */
const LATE_MS = 4_000;
/** A change of no more takes no longer than any other. */
const MANY_ENTRIES = 1_000;
/** A call that was given up so lately is not made again, whoever asks. */
const JUST_ASKED_MS = 1_000;
/** A page that is frozen in the middle of a limit spends one of so many steps on it, however long it is. */
const STEPS = 5;

/** A store of which every call ends in time. */
export interface LimitedStore extends MemoryStore {
  /** Everything that is asked of it from now on ends within one limit in all: somebody waits for the end. */
  hurry(): void;
  /** The end that was waited for has come. */
  rest(): void;
  /** Somebody wants it tried now: the next call is made, also behind one without an answer. */
  askAnew(): void;
}

/** The calls that wait for an answer, and how many arguments stand ahead of their options. */
const WAITING = {
  load: 1,
  loadEntries: 2,
  loadRecords: 1,
  commit: 2,
  list: 0,
  delete: 1,
} as const;

type WaitingCall = keyof typeof WAITING;

/**
 * The same store, of whatever make, with a limit on each call [STO-8].
 *
 * - A call that gets no answer in time rejects with `StoreUnavailableError`, and its signal aborts. What
 *   it was to write may be stored all the same; a repeated commit is harmless.
 * - Behind a call without an answer the next ones reject at once for the length of a limit, unless the
 *   answer comes late: who waits for several in a row waits for one limit in all.
 * - A session that cannot be read, for whatever reason, can be read later: any other error of `load` is
 *   told as a failure of the store.
 * - Everything else of the store is passed on.
 */
export function limitedStore(store: MemoryStore, clock: Clock): LimitedStore {
  const limits = new Limits(store.name, clock);
  const limited = new Proxy(store, {
    get(target, name) {
      if (name === 'hurry') return () => limits.hurry();
      if (name === 'rest') return () => limits.rest();
      if (name === 'askAnew') return () => limits.askAnew();
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!isWaiting(name)) return value.bind(target);
      return (...given: unknown[]) => {
        const place = WAITING[name];
        const options = given[place] as StoreCallOptions | undefined;
        const answer = limits.run(
          options?.signal,
          (signal) =>
            Reflect.apply(value, target, [...given.slice(0, place), { ...options, signal }]),
          CALL_LIMIT_MS + (name === 'commit' ? entriesIn(given[1]) : 0),
        );
        return name === 'load' ? answer.catch((error) => unread(error, options)) : answer;
      };
    },
  }) as LimitedStore;
  passesOnTo(limited, store);
  return limited;
}

function unread(error: unknown, options: StoreCallOptions | undefined): never {
  throw options?.signal?.aborted ? error : asMemoryError(error);
}

/** A change of very many messages, as of an import, has a millisecond more for each. */
function entriesIn(change: unknown): number {
  const { entries = [] } = change as SessionChange;
  return entries.length > MANY_ENTRIES ? entries.length : 0;
}

function isWaiting(name: string | symbol): name is WaitingCall {
  return Object.hasOwn(WAITING, name);
}

class Limits {
  readonly #storeName: string;
  readonly #clock: Clock;
  /** When a call was given up; absent while the store answers. */
  #silentSinceMs: number | undefined;
  /** Calls under way: what gives each of them up. */
  readonly #underWay = new Set<() => void>();
  #isHurried = false;
  #stopHurry: () => void = () => undefined;
  /** Nobody waits any longer, also not for calls to come. */
  #isOver = false;

  constructor(storeName: string, clock: Clock) {
    this.#storeName = storeName;
    this.#clock = clock;
  }

  async run<Answer>(
    outer: AbortSignalLike | undefined,
    call: (signal: AbortSignalLike) => Promise<Answer>,
    limitMs: number,
  ): Promise<Answer> {
    if (this.#isOver || this.#isSilent()) throw this.#noAnswer();
    const beganAtMs = this.#clock.nowMs();
    const limit = createAbort();
    const passOn = () => limit.abort(outer?.reason);
    const giveUp = () => {
      this.#silentSinceMs = this.#clock.nowMs();
      limit.abort(this.#noAnswer());
    };
    if (outer?.aborted) passOn();
    outer?.addEventListener('abort', passOn);
    const stop = startRunningTimer(this.#clock, giveUp, limitMs);
    this.#underWay.add(giveUp);
    try {
      const answer = call(limit.signal);
      // An answer, however late, tells that the store is there.
      answer.then(
        () => {
          this.#silentSinceMs = undefined;
        },
        () => undefined,
      );
      return await orAbort(answer, limit.signal);
    } catch (error) {
      // A driver that gave up by its own limit had no answer either.
      const isLate = this.#clock.nowMs() - beganAtMs >= LATE_MS;
      if (isLate && isSurvivable(error)) this.#silentSinceMs = this.#clock.nowMs();
      throw error;
    } finally {
      stop();
      this.#underWay.delete(giveUp);
      outer?.removeEventListener('abort', passOn);
    }
  }

  hurry(): void {
    if (this.#isHurried) return;
    this.#isHurried = true;
    const end = () => {
      this.#isOver = true;
      for (const giveUp of this.#underWay) giveUp();
    };
    this.#stopHurry = startRunningTimer(this.#clock, end, CALL_LIMIT_MS);
  }

  /** The end that was waited for has come. */
  rest(): void {
    this.#stopHurry();
  }

  askAnew(): void {
    const since = this.#silentSinceMs;
    // Nobody who waited for that very call is made to wait once more.
    if (since !== undefined && this.#clock.nowMs() - since < JUST_ASKED_MS) return;
    this.#silentSinceMs = undefined;
  }

  #isSilent(): boolean {
    const since = this.#silentSinceMs;
    return since !== undefined && Math.abs(this.#clock.nowMs() - since) < CALL_LIMIT_MS;
  }

  #noAnswer(): StoreUnavailableError {
    return new StoreUnavailableError(
      `${this.#storeName} gave no answer within ${CALL_LIMIT_MS / 1000} s. What was to be stored is ` +
        'kept in this page and given to the store again.',
    );
  }
}

/** Calls back after so many milliseconds in which the page runs. */
function startRunningTimer(clock: Clock, callback: () => void, delayMs: number): () => void {
  const { startTimer: start = startTimer } = clock;
  let left = STEPS;
  let stop: () => void;
  const step = () => {
    left -= 1;
    if (left < 0) callback();
    else stop = start(step, delayMs / STEPS);
  };
  step();
  return () => stop();
}

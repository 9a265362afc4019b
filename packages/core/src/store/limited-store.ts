import { asMemoryError } from '../ground/errors/as-memory-error.ts';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import type { AbortSignalLike } from '../ground/platform/abort.ts';
import { type Clock, startTimerOn } from '../ground/platform/clock.ts';
import { type Abort, createAbort } from '../ground/platform/create-abort.ts';
import { DeadlineError, withDeadline } from '../ground/platform/deadline.ts';
import { runningClock } from '../ground/platform/running-clock.ts';
import type { MemoryStore, StoreCallOptions } from './memory-store.ts';
import { storeWith } from './page-sessions.ts';
import { isSurvivable } from './store-trouble.ts';

/** Longer than a driver's own limit, since that knows better what is wrong, and under the five seconds that are promised. */
export const CALL_LIMIT_MS = 4_750;
/** A call that fails so late fails for want of an answer. */
const LATE_MS = 4_000;
/** A change of no more takes no longer than any other; a larger one, as of an import, has a millisecond more for each. */
const MANY_ENTRIES = 1_000;
/** A call that was given up so lately is not made again, no matter who asks. */
const JUST_ASKED_MS = 1_000;

/** A store of which every call ends in time. */
export interface LimitedStore extends MemoryStore {
  /** Everything that is asked of it from now on ends within one limit in all: somebody waits for the end. */
  hurry(): void;
  /** The end that was waited for has come. */
  rest(): void;
  /** Somebody wants it tried now: the next call is made, also behind one without an answer. */
  askAnew(): void;
}

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
  const limits = new Limits(store.name, runningClock(clock));
  const { loadEntries, loadRecords, secret } = store;
  return storeWith(store, {
    load: (id, options) =>
      limits
        .run(options, (limited) => store.load(id, { ...options, ...limited }))
        .catch((error) => {
          throw options?.signal?.aborted ? error : asMemoryError(error);
        }),
    loadEntries:
      loadEntries &&
      ((id, places, options) =>
        limits.run(options, (limited) => loadEntries.call(store, id, places, limited))),
    loadRecords:
      loadRecords &&
      ((id, options) => limits.run(options, (limited) => loadRecords.call(store, id, limited))),
    commit(id, change, options) {
      const { length } = change.entries ?? [];
      const moreMs = length > MANY_ENTRIES ? length : 0;
      return limits.run(options, (limited) => store.commit(id, change, limited), moreMs);
    },
    secret: secret && ((options) => limits.run(options, (limited) => secret.call(store, limited))),
    list: (options) => limits.run(options, (limited) => store.list(limited)),
    delete: (id, options) => limits.run(options, (limited) => store.delete(id, limited)),
    hurry: () => limits.hurry(),
    rest: () => limits.rest(),
    askAnew: () => limits.askAnew(),
  } satisfies Partial<LimitedStore>);
}

/** The limits on the calls of one store. */
class Limits {
  readonly #storeName: string;
  readonly #clock: Clock;
  /** When a call was given up that has not been answered since. */
  #silentSinceMs: number | undefined;
  /** Calls under way: what gives each of them up. */
  readonly #underWay = new Set<Abort>();
  /** Nobody waits any longer, also not for calls to come. */
  #isOver = false;
  #stopHurry: (() => void) | undefined;

  constructor(storeName: string, clock: Clock) {
    this.#storeName = storeName;
    this.#clock = clock;
  }

  async run<Answer>(
    options: StoreCallOptions | undefined,
    call: (limited: { readonly signal: AbortSignalLike }) => Promise<Answer>,
    moreMs = 0,
  ): Promise<Answer> {
    if (this.#isOver || this.#isSilent()) throw this.#noAnswer();
    const beganAtMs = this.#clock.nowMs();
    const answered = (signal: AbortSignalLike) => {
      const answer = call({ signal });
      // An answer, however late, tells that the store is there.
      const noteAnswer = () => {
        this.#silentSinceMs = undefined;
      };
      answer.then(noteAnswer, () => undefined);
      return answer;
    };
    const end = createAbort();
    this.#underWay.add(end);
    try {
      return await withDeadline(answered, {
        ...{ limitMs: CALL_LIMIT_MS + moreMs, clock: this.#clock },
        ...{ signal: options?.signal, hurry: end.signal },
      });
    } catch (error) {
      const isGivenUp = error instanceof DeadlineError;
      // A driver that gave up by its own limit had no answer either.
      const isLate = this.#clock.nowMs() - beganAtMs >= LATE_MS && isSurvivable(error);
      if (isGivenUp || isLate) this.#silentSinceMs = this.#clock.nowMs();
      throw isGivenUp ? this.#noAnswer() : error;
    } finally {
      this.#underWay.delete(end);
    }
  }

  hurry(): void {
    const end = () => {
      this.#isOver = true;
      for (const call of this.#underWay) call.abort(this.#noAnswer());
    };
    this.#stopHurry ??= startTimerOn(this.#clock, end, CALL_LIMIT_MS);
  }

  /** The end that was waited for has come. */
  rest(): void {
    this.#stopHurry?.();
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

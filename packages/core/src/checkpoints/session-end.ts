import { checkFunctions, checkOption } from '../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { fields, nameOrNull, optional, time } from '../message/shape.ts';
import { callListener } from '../platform/call-listener.ts';
import { type Clock, startTimer, systemClock } from '../platform/clock.ts';
import { whileLocked } from '../platform/while-locked.ts';
import type { AgentMemory } from '../session/agent-memory.ts';
import { allLoaded } from '../session/all-loaded.ts';
import type { PartHandle, StoredPart } from '../storage/stored-part.ts';
import { checkMemory } from './check-memory.ts';
import { pageOfPlatform, type SessionPage } from './session-page.ts';

/** The parts of a memory that its end is told by. */
export type EndingMemory = Pick<
  AgentMemory<unknown>,
  'id' | 'ready' | 'entries' | 'entry' | 'getState' | 'part' | 'subscribe'
>;

/** A session that ended in a tab. */
export interface SessionEnd {
  /**
   * `idle`: nobody saw the page, and nothing happened, for `idleMs`. `closed`: the page was closed, and this
   * is the next start. `next_start`: nobody heard of its end, as when a tab was killed.
   */
  readonly reason: 'idle' | 'closed' | 'next_start';
  /** The place of the first entry since the end before; 0 for the first end. */
  readonly fromSeq: number;
  /** Entries of the conversation; those from `fromSeq` on are new. */
  readonly entries: number;
}

/** How the end of a session is watched for. */
export interface SessionEndOptions {
  /** How long nobody sees the page, and nothing happens, before that is an end. Default: 300,000 (5 minutes). */
  readonly idleMs?: number;
  /**
   * Called once for each end, to write a summary of the session for example; what it appends to the session
   * is no news, unless the user writes meanwhile. Where it throws or rejects the end counts as not yet told,
   * and the next start tells it.
   */
  readonly onEnd: (end: SessionEnd) => void | Promise<void>;
  /** Told of what `onEnd` threw, and of an end that could not be stored. Default: an unhandled rejection. */
  readonly onError?: (error: unknown) => void;
  /** Default: the page of the platform. */
  readonly page?: SessionPage;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

/** PERSISTED: the last end of a session, and when its page was closed since. */
interface EndMark {
  /** The entry that the conversation ended with; absent before the first end. */
  readonly headId?: string | null;
  readonly closedAtMs?: number;
}

const markShape = fields({ headId: optional(nameOrNull), closedAtMs: optional(time) });

/** PERSISTED: the part of a session that tells where it ended. */
export const END_MARK: StoredPart<EndMark> = {
  name: 'checkpoints/end',
  initial: {},
  read(value) {
    const fault = markShape(value, 'end');
    if (fault) throw new TypeError(`${fault.field} ${fault.problem}`);
    return value as EndMark;
  },
};

const OPTIONS = {
  idleMs: true,
  onEnd: true,
  onError: true,
  page: true,
  clock: true,
} as const satisfies KnownNames<SessionEndOptions>;

const IDLE_MS = 300_000;

/**
 * Tells when a session ends in a tab [CKP-1]: its page is hidden and idle, or it is found not ended when
 * the session is opened again. Closing a page only leaves a mark, for nothing can be waited for then. A page
 * that is loaded again within `idleMs` goes on, and is no end.
 *
 * @example
 * const stop = watchSessionEnd(memory, {
 *   onEnd: async () => {
 *     const archived = await memory.archived();
 *     console.log('Keep for the next session:', archived?.text);
 *   },
 * });
 *
 * @returns the function that stops it.
 * @throws InvalidOptionError if an option has a value that cannot be meant, or there is no such option.
 */
export function watchSessionEnd(memory: EndingMemory, options: SessionEndOptions): () => void {
  checkMemory(memory, ['part', 'entries', 'entry', 'getState', 'subscribe']);
  checkOption(options !== undefined, 'options', 'must have a function `onEnd`.');
  refuseUnknown(options, OPTIONS, 'watchSessionEnd');
  const { idleMs = IDLE_MS, onEnd, onError, page, clock } = options;
  checkOption(idleMs > 0, 'idleMs', `must be over 0; got ${idleMs}.`);
  checkOption(typeof onEnd === 'function', 'onEnd', 'must be a function.');
  const isListener = onError === undefined || typeof onError === 'function';
  checkOption(isListener, 'onError', 'must be a function.');
  checkFunctions('page', page, ['isHidden', 'onChange']);
  checkFunctions('clock', clock, ['nowMs']);
  const watch = new EndWatch(memory, {
    page: page ?? pageOfPlatform(),
    clock: clock ?? systemClock,
    onError: onError ?? rethrow,
    idleMs,
    onEnd,
  });
  void watch.start();
  return () => watch.stop();
}

function rethrow(error: unknown): never {
  throw error;
}

/** The watch over one session. */
class EndWatch {
  readonly #memory: EndingMemory;
  readonly #part: PartHandle<EndMark>;
  readonly #options: Required<SessionEndOptions>;
  #stops: readonly (() => void)[] = [];
  #stopTimer: (() => void) | undefined;
  #headId: string | null = null;
  #isStopped = false;
  /** An end is being told. */
  #isTelling = false;

  constructor(memory: EndingMemory, options: Required<SessionEndOptions>) {
    this.#memory = memory;
    this.#options = options;
    this.#part = memory.part(END_MARK);
  }

  async start(): Promise<void> {
    await allLoaded(this.#memory);
    if (this.#isStopped) return;
    const { page } = this.#options;
    this.#headId = this.#memory.getState().headId;
    this.#stops = [
      page.onChange((change) => (change === 'close' ? this.#markClosed() : this.#wait())),
      this.#memory.subscribe(() => this.#look()),
    ];
    const { closedAtMs } = this.#part.get();
    if (this.#isOld()) await this.#end(closedAtMs === undefined ? 'next_start' : 'closed');
    this.#wait();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
    for (const stop of this.#stops) stop();
  }

  /** Something that happens to the conversation begins the wait anew. */
  #look(): void {
    const { headId } = this.#memory.getState();
    if (headId === this.#headId) return;
    this.#headId = headId;
    this.#wait();
  }

  #wait(): void {
    const { page, idleMs, clock } = this.#options;
    this.#stopTimer?.();
    if (this.#isStopped || this.#isTelling || !page.isHidden() || !this.#hasNews()) return;
    const timer = clock.startTimer ?? startTimer;
    this.#stopTimer = timer(() => void this.#end('idle'), idleMs);
  }

  /** Something was said since the last end. */
  #hasNews(): boolean {
    const { headId } = this.#memory.getState();
    return headId !== null && headId !== this.#part.get().headId;
  }

  /** The newest entry is of a sitting before this one. */
  #isOld(): boolean {
    const { headId } = this.#memory.getState();
    const newest = headId === null ? undefined : this.#memory.entry(headId);
    const { clock, idleMs } = this.#options;
    return (newest?.createdAtMs ?? Number.POSITIVE_INFINITY) <= clock.nowMs() - idleMs;
  }

  async #end(reason: SessionEnd['reason']): Promise<void> {
    if (!this.#hasNews()) return;
    this.#isTelling = true;
    const { headId, entries } = this.#memory.getState();
    try {
      // Tabs that have one session open tell its end once at a time.
      await whileLocked(`agent-memory-end:${this.#memory.id}`, async () => {
        await this.#options.onEnd({ reason, fromSeq: this.#newFrom(), entries });
        await this.#part.set({ headId: this.#isOwnTail(headId) ? this.#head() : headId });
      });
    } catch (error) {
      callListener(() => this.#options.onError(error));
      return;
    } finally {
      this.#isTelling = false;
    }
    this.#wait();
  }

  #head(): string | null {
    return this.#memory.getState().headId;
  }

  /** Whether the conversation went on behind this entry, and without the user. */
  #isOwnTail(headId: string | null): boolean {
    let id = this.#head();
    while (id !== headId) {
      const entry = id === null ? undefined : this.#memory.entry(id);
      if (!entry || entry.message.role === 'user') return false;
      id = entry.parentId;
    }
    return true;
  }

  /** Behind the newest entry of the conversation that an end has told of. */
  #newFrom(): number {
    let told = this.#part.get().headId ?? null;
    while (told !== null) {
      const entry = this.#memory.entry(told);
      if (!entry) return 0;
      const { seq, id, parentId } = entry;
      if (this.#memory.entries({ fromSeq: seq, toSeq: seq + 1 })[0]?.id === id) return seq + 1;
      told = parentId;
    }
    return 0;
  }

  #markClosed(): void {
    if (!this.#hasNews()) return;
    const marked = this.#part.set({ ...this.#part.get(), closedAtMs: this.#options.clock.nowMs() });
    // The page may be gone before it is stored; the next start then says `next_start`.
    marked.catch(() => undefined);
  }
}

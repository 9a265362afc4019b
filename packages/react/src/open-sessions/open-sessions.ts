import type { AgentMemory, AgentMemoryOptions, MemoryStore } from '@agent-memory/core';
import { sessionHost } from '@agent-memory/core/internal';
import { isWriting, type WatchedCall } from './memory-calls.ts';
import { openSessionStore } from './open-session-store.ts';
import { watchedMemory } from './watched-memory.ts';

/** The one memory of a session, shared by everybody who uses it. */
export interface OpenSession<Pad> {
  readonly id: string;
  /** Tells sessions apart that have one id in several stores. */
  readonly key: string;
  readonly memory: AgentMemory<Pad>;
  /** The options that the memory was made with. */
  readonly options: AgentMemoryOptions<Pad>;
  /** How often the session had been replaced when the memory was made. */
  readonly generation: number;
}

/** The fields by which a session is found. */
interface SessionName {
  readonly id: string;
  readonly store?: MemoryStore | undefined;
  readonly user?: string | undefined;
}

/** Calls back once after so many milliseconds; gives the function that stops it. */
type StartTimer = (callback: () => void, delayMs: number) => () => void;

/** Makes the memory of a session; starts nothing. @throws AgentMemoryError if the options cannot be used. */
type MakeMemory = <Pad>(options: AgentMemoryOptions<Pad>) => AgentMemory<Pad>;

/** Holds a session; `onReplaced` is called when its memory has ended and has to be asked for again. */
interface Holder {
  readonly onReplaced: () => void;
}

/** The holders of a session, and the timer that ends it when there are none. */
interface Holds {
  readonly holders: Set<Holder>;
  /** How long it stays open with no holder. */
  idleMs: number;
  stopTimer?: () => void;
  isAwaited?: true;
  /** Its memory was disposed. */
  isOver?: true;
}

/** How long a session that was loaded stays open for its first holder. */
export const UNUSED_FOR_MS = 5_000;

/**
 * One memory per session and user, for as long as somebody holds it [RCT-1]. A session is an id in a store.
 * Where neither a store nor a user is named, the id alone decides.
 *
 *   sessionFor          finds or makes a session; starts nothing
 *   memory.ready        starts loading; without a holder the session ends `UNUSED_FOR_MS` later
 *   hold                starts loading; `undefined` when the session has another memory by now
 *   release             ends the session a task later, unless somebody holds it again by then
 *   memory.append, …    holds the session until the call is done, no matter who releases it meanwhile
 *   … after the end     opens the session again for the call, where it has a store
 *   replace             ends the session at once; its holders ask again
 *
 * - A session that was never loaded is garbage once nobody refers to it.
 * - A session that is opened again while its last memory still writes loads after those writes.
 */
export class OpenSessions {
  readonly #makeMemory: MakeMemory;
  readonly #startTimer: StartTimer;
  /** Sessions that are loading or loaded. */
  readonly #loaded = new Map<string, OpenSession<unknown>>();
  /** All sessions, by weak references: one that is not loaded lives as long as somebody refers to it. */
  readonly #made = new Map<string, WeakRef<OpenSession<unknown>>>();
  readonly #holds = new WeakMap<OpenSession<unknown>, Holds>();
  /** The last writes of sessions that ended. */
  readonly #ending = new Map<string, Promise<unknown>>();
  /** How often a session was replaced; a call for the session before must not reach the new one. */
  readonly #generations = new Map<string, number>();
  readonly #collected = new FinalizationRegistry<string>((key) => {
    if (!this.#made.get(key)?.deref()) this.#made.delete(key);
  });

  constructor({
    makeMemory,
    startTimer,
  }: {
    readonly makeMemory: MakeMemory;
    readonly startTimer: StartTimer;
  }) {
    this.#makeMemory = makeMemory;
    this.#startTimer = startTimer;
  }

  /**
   * The session of these options. Options other than `id`, `store` and `user` count only where it has to be
   * made. A caller that has a session, `own`, keeps it while it names the same id and user.
   *
   * @throws AgentMemoryError as the function does that makes memories.
   */
  sessionFor<Pad>(options: AgentMemoryOptions<Pad>, own?: OpenSession<Pad>): OpenSession<Pad> {
    sessionHost.checkStore(options.store);
    const isOwn = own?.id === options.id && own.options.user === options.user;
    const kept = isOwn ? this.#at(own.key) : undefined;
    // The caller knows the scratchpad's type; a map of all sessions cannot.
    const known = (kept ?? this.#named(options)) as OpenSession<Pad> | undefined;
    return known ?? this.#make(options);
  }

  /**
   * Holds a session open until the function that it gives is called. `undefined`: its session has
   * another memory by now; ask for that one.
   *
   * @param onReplaced called when `replace` has ended the session.
   */
  hold<Pad>(
    asked: OpenSession<Pad>,
    onReplaced: () => void = () => undefined,
  ): (() => void) | undefined {
    const session = asked as OpenSession<unknown>;
    const holds = this.#holdsOn(session);
    if (!holds) return undefined;
    const release = this.#take(session, holds, { onReplaced });
    holds.idleMs = 0;
    return release;
  }

  /**
   * Ends the memory that has a session of this store open, does the work on the stored session, and
   * tells every holder to ask for a fresh memory, which loads after the work.
   */
  replace<Done>(
    session: SessionName & { readonly store: MemoryStore },
    work: () => Promise<Done>,
  ): Promise<Done> {
    const key = sessionKey(session);
    const open = this.#at(key);
    this.#generations.set(key, this.#generationOf(key) + 1);
    const disposed = open && this.#dispose(open);
    const done = this.#afterEnding(key, disposed, work);
    const holders = open && this.#holds.get(open)?.holders;
    for (const { onReplaced } of holders ?? []) onReplaced();
    return done;
  }

  #at(key: string): OpenSession<unknown> | undefined {
    return this.#loaded.get(key) ?? this.#made.get(key)?.deref();
  }

  /** The session that is meant by an id, and a store and a user where they are named. */
  #named({ store, ...name }: SessionName): OpenSession<unknown> | undefined {
    const exact = this.#at(sessionKey({ ...name, store })) ?? this.#at(sessionKey(name));
    if (exact || store || name.user !== undefined) return exact;
    const made = [...this.#made.values()].map((session) => session.deref());
    return made.findLast((session) => session?.id === name.id);
  }

  #make<Pad>(options: AgentMemoryOptions<Pad>): OpenSession<Pad> {
    const { id, store } = options;
    const key = sessionKey(options);
    // A window is needed where a session is made, and not where one is found: its absence is refused here.
    const memory = this.#makeMemory<Pad>(
      store ? { ...options, store: openSessionStore(store, this.#ending.get(key)) } : options,
    );
    const session: OpenSession<Pad> = {
      id,
      key,
      generation: this.#generationOf(key),
      options,
      memory: watchedMemory(memory, {
        ready: () => this.#load(session as OpenSession<unknown>, memory),
        call: (name, call) => this.#call(session, memory, name, call),
      }),
    };
    this.#made.set(key, new WeakRef(session as OpenSession<unknown>));
    this.#collected.register(session, key);
    return session;
  }

  /** Loads a session, and ends it again where nobody comes to hold it. */
  #load(session: OpenSession<unknown>, memory: Pick<AgentMemory, 'ready'>): Promise<void> {
    const { ready } = memory;
    const holds = this.#holdsOn(session);
    if (holds && !holds.isAwaited) {
      holds.isAwaited = true;
      void ready.then(() => this.#endUnlessHeld(session, holds));
    }
    return ready;
  }

  /**
   * Answers a call; one that comes after the session ended, from the session opened again. The session
   * stays open until a writing call is done: it may have to wait, and what it was given must not be lost.
   */
  async #call<Pad, Answer>(
    asked: OpenSession<Pad>,
    memory: AgentMemory<Pad>,
    name: WatchedCall,
    call: (memory: AgentMemory<Pad>) => Promise<Answer>,
  ): Promise<Answer> {
    const opensAgain = this.#canOpenAgain(asked);
    if (!opensAgain && !isWriting(name)) return call(memory);
    const session = opensAgain ? this.#openedAgain(asked) : asked;
    const release = this.#holdForCall(session as OpenSession<unknown>);
    try {
      return await call(opensAgain ? session.memory : memory);
    } finally {
      release?.();
    }
  }

  /** Tells whether a session has ended, and its stored state is still its own. */
  #canOpenAgain<Pad>(session: OpenSession<Pad>): boolean {
    const isOver = this.#holds.get(session as OpenSession<unknown>)?.isOver === true;
    const isReplaced = session.generation !== this.#generationOf(session.key);
    return isOver && session.options.store !== undefined && !isReplaced;
  }

  #openedAgain<Pad>({ key, options }: OpenSession<Pad>): OpenSession<Pad> {
    return (this.#at(key) as OpenSession<Pad> | undefined) ?? this.#make(options);
  }

  /** Unlike `hold` it leaves a session that was never held its time to be held. */
  #holdForCall(session: OpenSession<unknown>): (() => void) | undefined {
    const holds = this.#holdsOn(session);
    return holds && this.#take(session, holds, { onReplaced: () => undefined });
  }

  #take(session: OpenSession<unknown>, holds: Holds, holder: Holder): () => void {
    holds.stopTimer?.();
    delete holds.stopTimer;
    holds.holders.add(holder);
    void session.memory.ready;
    return () => {
      if (holds.holders.delete(holder)) this.#endUnlessHeld(session, holds);
    };
  }

  /** The holds on a session, which is loaded from then on; `undefined` when that is too late. */
  #holdsOn(session: OpenSession<unknown>): Holds | undefined {
    const known = this.#holds.get(session);
    if (known) return known.isOver ? undefined : known;
    if (this.#loaded.has(session.key)) return undefined;
    const holds = newHolds();
    this.#loaded.set(session.key, session);
    this.#holds.set(session, holds);
    return holds;
  }

  #endUnlessHeld(session: OpenSession<unknown>, holds: Holds): void {
    if (holds.holders.size > 0 || holds.isOver) return;
    holds.stopTimer ??= this.#startTimer(
      () => void this.#afterEnding(session.key, this.#dispose(session), async () => undefined),
      holds.idleMs,
    );
  }

  /** Ends a memory: its session is open no more. Resolves when its last writes are done. */
  #dispose(session: OpenSession<unknown>): Promise<void> {
    const { key, memory } = session;
    const holds = this.#holds.get(session) ?? newHolds();
    holds.isOver = true;
    this.#holds.set(session, holds);
    if (this.#loaded.get(key) === session) this.#loaded.delete(key);
    if (this.#made.get(key)?.deref() === session) this.#made.delete(key);
    return memory.dispose();
  }

  /** Does the work when the session has ended; a memory that is made from now on loads after it. */
  #afterEnding<Done>(
    key: string,
    disposed: Promise<void> | undefined,
    work: () => Promise<Done>,
  ): Promise<Done> {
    const before = this.#ending.get(key)?.catch(() => undefined);
    const done = Promise.all([before, disposed])
      .then(work)
      .finally(() => {
        if (this.#ending.get(key) === done) this.#ending.delete(key);
      });
    this.#ending.set(key, done);
    return done;
  }

  #generationOf(key: string): number {
    return this.#generations.get(key) ?? 0;
  }
}

function newHolds(): Holds {
  return { holders: new Set(), idleMs: UNUSED_FOR_MS };
}

const storeNumbers = new WeakMap<MemoryStore, number>();
let numberedStores = 0;

/** A key that tells sessions of one id in several stores, in none, and of several users apart. */
function sessionKey({ id, store, user = '' }: SessionName): string {
  const number = store ? (storeNumbers.get(store) ?? ++numberedStores) : 0;
  if (store) storeNumbers.set(store, number);
  return JSON.stringify([number, user, id]);
}

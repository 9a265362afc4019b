import {
  type AgentMemory,
  type AgentMemoryError,
  type AgentMemoryOptions,
  createAgentMemory,
  type MemoryStore,
} from '@agent-memory/core';
import { getter } from './getter.ts';
import { forEachCall, isWriting, type MemoryCall } from './memory-calls.ts';
import { pageStore } from './page-store.ts';
import { refusalOf, refusedMemory } from './refused-memory.ts';

/** The memory of one session, shared by every mounted component that names it. */
export interface Tenancy<Pad> {
  readonly id: string;
  /** Which session it is: an id in a store. */
  readonly key: string;
  readonly memory: AgentMemory<Pad>;
  /** What it was made with. */
  readonly options: AgentMemoryOptions<Pad>;
  /** Why there is no working memory: the options were refused. */
  readonly refusal?: AgentMemoryError;
  /** How often its session had begun anew when it was made. */
  readonly era: number;
}

/** Who holds a tenancy; called when the session begins anew and has to be asked for again. */
export type Tenant = () => void;

/** Who holds a tenancy, and the task that ends it when nobody does. */
interface Hold {
  readonly tenants: Set<Tenant>;
  /** How long it is kept when nobody holds it. */
  waitMs: number;
  ending?: ReturnType<typeof setTimeout>;
  isAwaited?: true;
  /** It was disposed, because nobody held it or because its session began anew. */
  isOver?: true;
}

/**
 * How long a memory waits for a component that mounts: one that a suspended render has loaded, or one
 * that was opened again for a late call.
 */
export const GRACE_MS = 5_000;

/**
 * One memory per session, for as long as a mounted component uses it [RCT-1]. A session is an id in a
 * store: the same id in the store of another user is another session. Where no store is named, the
 * id alone decides.
 *
 *   render    tenancyFor   finds or makes; starts nothing, so an abandoned render leaves nothing
 *   suspend   memory.ready starts loading, and lets go of it `GRACE_MS` after, unless retained
 *   mount     retain       starts loading; `false` when the session has another memory by now
 *   write     append, …    holds the memory until it is done, whoever unmounts meanwhile
 *   unmount   release      disposes a task later, unless retained again (StrictMode, a move)
 *   late call append, …    on a released memory: opens its session again for the call
 *   delete    beginAnew    disposes at once, and its tenants ask again
 *
 * A memory taken up while its predecessor is still writing loads after those writes.
 */
class MemoryRegistry {
  readonly #held = new Map<string, Tenancy<unknown>>();
  /** Made by a render that may never be mounted: only that render keeps it alive. */
  readonly #rendered = new Map<string, WeakRef<Tenancy<unknown>>>();
  readonly #holds = new WeakMap<Tenancy<unknown>, Hold>();
  readonly #closing = new Map<string, Promise<unknown>>();
  /** How often a session began anew; a late call must not go to one that is not its own any more. */
  readonly #eras = new Map<string, number>();
  readonly #abandoned = new FinalizationRegistry<string>((key) => {
    if (!this.#rendered.get(key)?.deref()) this.#rendered.delete(key);
  });

  /**
   * The tenancy of a session; options beside `id` and `store` count only where it has to be made. Who
   * has one already, `own`, keeps it while it names the same id.
   */
  tenancyFor<Pad>(options: AgentMemoryOptions<Pad>, own?: Tenancy<Pad>): Tenancy<Pad> {
    const isOwn = own?.id === options.id && !own.refusal;
    const kept = isOwn ? this.#at(own.key) : undefined;
    // Who names a session knows the scratchpad behind it; a map of all of them cannot.
    const known = (kept ?? this.#named(options)) as Tenancy<Pad> | undefined;
    return known && !known.refusal ? known : this.#madeFor(options, known);
  }

  /** Takes a tenancy up. `false`: it is no longer the one of its session; ask for that one. */
  retain<Pad>(asked: Tenancy<Pad>, tenant: Tenant): boolean {
    const hold = this.#take(asked as Tenancy<unknown>, tenant);
    if (hold) hold.waitMs = 0;
    return hold !== undefined;
  }

  /** Gives back what `retain` gave this tenant. */
  release<Pad>(held: Tenancy<Pad>, tenant: Tenant): void {
    const tenancy = held as Tenancy<unknown>;
    const hold = this.#holds.get(tenancy);
    if (hold?.tenants.delete(tenant)) this.#endUnlessHeld(tenancy, hold);
  }

  /**
   * Ends the memory that has a session of this store open, does the work on the stored session, and
   * gives every component that showed it a fresh memory, which loads after the work.
   */
  beginAnew<Done>(id: string, store: MemoryStore, work: () => Promise<Done>): Promise<Done> {
    const key = keyOf(id, store);
    const tenancy = this.#at(key);
    this.#eras.set(key, this.#eraOf(key) + 1);
    const ended = tenancy && this.#dispose(tenancy);
    const done = this.#closed(key, ended, work);
    const tenants = tenancy && this.#holds.get(tenancy)?.tenants;
    for (const askAgain of tenants ?? []) askAgain();
    return done;
  }

  #take(tenancy: Tenancy<unknown>, tenant: Tenant): Hold | undefined {
    const hold = this.#holdOn(tenancy);
    if (!hold) return undefined;
    clearTimeout(hold.ending);
    delete hold.ending;
    hold.tenants.add(tenant);
    void tenancy.memory.ready;
    return hold;
  }

  #at(key: string): Tenancy<unknown> | undefined {
    return this.#held.get(key) ?? this.#rendered.get(key)?.deref();
  }

  /** The tenancy that is meant by an id, and a store where one is named. */
  #named({ id, store }: Pick<AgentMemoryOptions, 'id' | 'store'>): Tenancy<unknown> | undefined {
    const exact = this.#at(keyOf(id, store)) ?? this.#at(keyOf(id));
    if (exact || store) return exact;
    const rendered = [...this.#rendered.values()].map((tenancy) => tenancy.deref());
    return rendered.findLast((tenancy) => tenancy?.id === id);
  }

  /** A tenancy made anew, unless that is refused as it was before. */
  #madeFor<Pad>(options: AgentMemoryOptions<Pad>, refused: Tenancy<Pad> | undefined): Tenancy<Pad> {
    const made = this.#make(options);
    if (refused && made.refusal?.message === refused.refusal?.message) return refused;
    this.#remember(made as Tenancy<unknown>);
    return made;
  }

  #make<Pad>(options: AgentMemoryOptions<Pad>): Tenancy<Pad> {
    const { id, store } = options;
    const key = keyOf(id, store);
    const era = this.#eraOf(key);
    try {
      // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
      const complete = options as AgentMemoryOptions<Pad> &
        Required<Pick<AgentMemoryOptions<Pad>, 'scratchpad'>>;
      const memory = createAgentMemory<Pad>(
        store ? { ...complete, store: pageStore(store, this.#closing.get(key)) } : complete,
      );
      const tenancy: Tenancy<Pad> = {
        id,
        key,
        era,
        options,
        memory: throughRegistry(memory, {
          ready: () => this.#ready(tenancy as Tenancy<unknown>, () => memory.ready),
          call: (name, call) => this.#call(tenancy, memory, name, call),
        }),
      };
      return tenancy;
    } catch (cause) {
      const refusal = refusalOf(cause);
      return { id, key, era, options, memory: refusedMemory(options, refusal), refusal };
    }
  }

  #remember(tenancy: Tenancy<unknown>): void {
    // A server renders for many people: none may find the memory of another.
    if (isServer()) return;
    this.#rendered.set(tenancy.key, new WeakRef(tenancy));
    this.#abandoned.register(tenancy, tenancy.key);
  }

  /** Loads for whoever asks; a render that is never mounted must not hold what it asked for. */
  #ready(tenancy: Tenancy<unknown>, load: () => Promise<void>): Promise<void> {
    if (isServer()) return readyAtOnce();
    const ready = load();
    const hold = this.#holdOn(tenancy);
    if (hold && !hold.isAwaited) {
      hold.isAwaited = true;
      void ready.then(() => this.#endUnlessHeld(tenancy, hold));
    }
    return ready;
  }

  /**
   * Answers a call; one that comes when the memory was released, from the session opened again. The
   * memory stays until a call that writes is done: what it waits for first must not cost what was given.
   */
  async #call<Pad, Answer>(
    asked: Tenancy<Pad>,
    memory: AgentMemory<Pad>,
    name: MemoryCall,
    call: (memory: AgentMemory<Pad>) => Promise<Answer>,
  ): Promise<Answer> {
    const isReleased = this.#holds.get(asked as Tenancy<unknown>)?.isOver;
    const isLate = isReleased && asked.options.store && asked.era === this.#eraOf(asked.key);
    if (isServer() || !(isLate || isWriting(name))) return call(memory);
    const tenancy = isLate ? this.#openedAgain(asked) : asked;
    const tenant = (): void => undefined;
    this.#take(tenancy as Tenancy<unknown>, tenant);
    try {
      return await call(isLate ? tenancy.memory : memory);
    } finally {
      this.release(tenancy, tenant);
    }
  }

  #openedAgain<Pad>({ key, options }: Tenancy<Pad>): Tenancy<Pad> {
    const known = this.#at(key) as Tenancy<Pad> | undefined;
    return known && !known.refusal ? known : this.#madeFor(options, known);
  }

  /** The hold on a tenancy, made when it is first asked for; `undefined` when that is too late. */
  #holdOn(tenancy: Tenancy<unknown>): Hold | undefined {
    const known = this.#holds.get(tenancy);
    if (known) return known.isOver ? undefined : known;
    const holder = this.#held.get(tenancy.key);
    if (holder && !holder.refusal) return undefined;
    const hold = newHold();
    this.#held.set(tenancy.key, tenancy);
    this.#holds.set(tenancy, hold);
    return hold;
  }

  #endUnlessHeld(tenancy: Tenancy<unknown>, hold: Hold): void {
    if (hold.tenants.size > 0 || hold.isOver) return;
    hold.ending ??= setTimeout(
      () => this.#closed(tenancy.key, this.#dispose(tenancy)),
      hold.waitMs,
    );
  }

  /** Ends a memory: its session is open no more, and what it still writes is waited for. */
  #dispose(tenancy: Tenancy<unknown>): Promise<void> {
    const { key, memory } = tenancy;
    const hold = this.#holds.get(tenancy) ?? newHold();
    hold.isOver = true;
    this.#holds.set(tenancy, hold);
    if (this.#held.get(key) === tenancy) this.#held.delete(key);
    if (this.#rendered.get(key)?.deref() === tenancy) this.#rendered.delete(key);
    return memory.dispose();
  }

  /** Does the work when a session is closed. Who opens it from now on loads after that. */
  #closed<Done>(
    key: string,
    ended: Promise<void> | undefined,
    work?: () => Promise<Done>,
  ): Promise<Done> {
    const before = this.#closing.get(key)?.catch(() => undefined);
    const closed = Promise.all([before, ended])
      .then(() => work?.() as Promise<Done>)
      .finally(() => {
        if (this.#closing.get(key) === closed) this.#closing.delete(key);
      });
    this.#closing.set(key, closed);
    return closed;
  }

  #eraOf(key: string): number {
    return this.#eras.get(key) ?? 0;
  }
}

const storeNumbers = new WeakMap<MemoryStore, number>();
let numberedStores = 0;

/** The name of a session among those of all stores, and of none. */
function keyOf(id: string, store?: MemoryStore): string {
  if (!store) return `0 ${id}`;
  const number = storeNumbers.get(store) ?? ++numberedStores;
  storeNumbers.set(store, number);
  return `${number} ${id}`;
}

function newHold(): Hold {
  return { tenants: new Set(), waitMs: GRACE_MS };
}

/** How a memory of the registry is reached. */
interface Door<Pad> {
  ready(): Promise<void>;
  call<Answer>(
    name: MemoryCall,
    call: (memory: AgentMemory<Pad>) => Promise<Answer>,
  ): Promise<Answer>;
}

/** The same memory, where the registry hears of what is asked of it. */
function throughRegistry<Pad>(memory: AgentMemory<Pad>, door: Door<Pad>): AgentMemory<Pad> {
  const reached = Object.defineProperties({} as AgentMemory<Pad>, {
    ...Object.getOwnPropertyDescriptors(memory),
    ready: getter(door.ready),
  });
  return Object.assign(
    reached,
    forEachCall(
      (name) =>
        (...given: unknown[]) =>
          door.call(name, (open) => Reflect.apply(open[name], open, given) as Promise<unknown>),
    ),
  );
}

/** A server shows the memory as it is before anything happened, and waits for nothing. */
function readyAtOnce(): Promise<void> {
  // The marks by which React's `use` knows that it need not wait, not even for a microtask.
  return Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });
}

function isServer(): boolean {
  return typeof document === 'undefined';
}

/** The registry of this page. */
export const memoryRegistry = new MemoryRegistry();

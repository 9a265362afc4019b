import {
  type AgentMemory,
  type AgentMemoryError,
  type AgentMemoryOptions,
  createAgentMemory,
  type MemoryStore,
} from '@agent-memory/core';
import { warnings } from '#warnings';
import { getter } from './getter.ts';
import { forEachCall } from './memory-calls.ts';
import { pageStore } from './page-store.ts';
import { refusalOf, refusedMemory } from './refused-memory.ts';

/** The memory of one id, shared by every mounted component that names it. */
export interface Tenancy<Pad> {
  readonly id: string;
  readonly memory: AgentMemory<Pad>;
  /** What it was made with. */
  readonly options: AgentMemoryOptions<Pad>;
  /** Why there is no working memory: the options were refused. */
  readonly refusal?: AgentMemoryError;
  /** How often its session had begun anew when it was made. */
  readonly era: number;
}

/** Who holds a tenancy; called when the session begins anew and the id has to be asked for again. */
export type Tenant = () => void;

/** Who holds a tenancy, and the task that ends it when nobody does. */
interface Hold {
  readonly tenants: Set<Tenant>;
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
 * One memory per id, for as long as a mounted component uses it [RCT-1].
 *
 *   render    tenancyFor   finds or makes; starts nothing, so an abandoned render leaves nothing
 *   suspend   memory.ready starts loading, and lets go of it `GRACE_MS` after, unless retained
 *   mount     retain       starts loading; `false` when the id belongs to another memory by now
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
  readonly #closing = new Map<string, Promise<void>>();
  /** How often a session began anew; a late call must not go to one that is not its own any more. */
  readonly #eras = new Map<string, number>();
  readonly #abandoned = new FinalizationRegistry<string>((id) => {
    if (!this.#rendered.get(id)?.deref()) this.#rendered.delete(id);
  });

  /** The tenancy of `options.id`; the other options count only where it has to be made. */
  tenancyFor<Pad>(options: AgentMemoryOptions<Pad>): Tenancy<Pad> {
    // Who names an id knows the scratchpad behind it; a map of all of them cannot.
    const known = this.#known(options.id) as Tenancy<Pad> | undefined;
    if (known && !known.refusal) {
      const { memory } = known;
      warnings?.ignoredOptions(known.options, options, () => memory.getState().budget);
      return known;
    }
    const made = this.#make(options);
    if (known && made.refusal?.message === known.refusal?.message) return known;
    this.#remember(made as Tenancy<unknown>);
    return made;
  }

  /** Takes a tenancy up. `false`: it is no longer the one of its id; ask for that one. */
  retain<Pad>(asked: Tenancy<Pad>, tenant: Tenant): boolean {
    const tenancy = asked as Tenancy<unknown>;
    const hold = this.#holdOn(tenancy);
    if (!hold) return false;
    clearTimeout(hold.ending);
    delete hold.ending;
    hold.tenants.add(tenant);
    void tenancy.memory.ready;
    return true;
  }

  /** Gives back what `retain` gave this tenant. */
  release<Pad>(held: Tenancy<Pad>, tenant: Tenant): void {
    this.#release(held as Tenancy<unknown>, tenant, 0);
  }

  /**
   * Ends the memory that has a session of this store open, does the work on the stored session, and
   * gives every component that showed it a fresh memory, which loads after the work.
   */
  beginAnew(id: string, store: MemoryStore, work: () => Promise<void>): Promise<void> {
    const tenancy = this.#known(id);
    this.#eras.set(id, this.#eraOf(id) + 1);
    if (tenancy?.options.store !== store) return this.#closedBefore(id).then(work);
    const done = this.#end(tenancy, work);
    for (const askAgain of this.#holds.get(tenancy)?.tenants ?? []) askAgain();
    return done;
  }

  #release(tenancy: Tenancy<unknown>, tenant: Tenant, waitMs: number): void {
    const hold = this.#holds.get(tenancy);
    if (hold?.tenants.delete(tenant)) this.#endUnlessHeld(tenancy, hold, waitMs);
  }

  #known(id: string): Tenancy<unknown> | undefined {
    return this.#held.get(id) ?? this.#rendered.get(id)?.deref();
  }

  #make<Pad>(options: AgentMemoryOptions<Pad>): Tenancy<Pad> {
    const { id, store } = options;
    const era = this.#eraOf(id);
    try {
      // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
      const complete = options as AgentMemoryOptions<Pad> &
        Required<Pick<AgentMemoryOptions<Pad>, 'scratchpad'>>;
      const memory = createAgentMemory<Pad>(
        store ? { ...complete, store: pageStore(store, this.#closing.get(id)) } : complete,
      );
      const tenancy: Tenancy<Pad> = {
        id,
        era,
        options,
        memory: throughRegistry(memory, {
          ready: () => this.#ready(tenancy as Tenancy<unknown>, () => memory.ready),
          call: (call) => this.#call(tenancy, memory, call),
        }),
      };
      return tenancy;
    } catch (cause) {
      const refusal = refusalOf(cause);
      return { id, era, options, memory: refusedMemory(options, refusal), refusal };
    }
  }

  #remember(tenancy: Tenancy<unknown>): void {
    // A server renders for many people: none may find the memory of another.
    if (isServer()) return;
    this.#rendered.set(tenancy.id, new WeakRef(tenancy));
    this.#abandoned.register(tenancy, tenancy.id);
  }

  /** Loads for whoever asks; a render that is never mounted must not hold what it asked for. */
  #ready(tenancy: Tenancy<unknown>, load: () => Promise<void>): Promise<void> {
    if (isServer()) return readyAtOnce();
    const ready = load();
    const hold = this.#holdOn(tenancy);
    if (hold && !hold.isAwaited) {
      hold.isAwaited = true;
      void ready.then(() => this.#endUnlessHeld(tenancy, hold, GRACE_MS));
    }
    return ready;
  }

  /** Answers a call; one that comes when the memory was released, from the session opened again. */
  async #call<Pad, Answer>(
    asked: Tenancy<Pad>,
    memory: AgentMemory<Pad>,
    call: (memory: AgentMemory<Pad>) => Promise<Answer>,
  ): Promise<Answer> {
    const isReleased = this.#holds.get(asked as Tenancy<unknown>)?.isOver;
    const isStored = asked.options.store && asked.era === this.#eraOf(asked.id);
    if (!isReleased || !isStored) return call(memory);
    const tenancy = this.tenancyFor(asked.options);
    const tenant = (): void => undefined;
    this.retain(tenancy, tenant);
    try {
      return await call(tenancy.memory);
    } finally {
      this.#release(tenancy as Tenancy<unknown>, tenant, GRACE_MS);
    }
  }

  /** The hold on a tenancy, made when it is first asked for; `undefined` when that is too late. */
  #holdOn(tenancy: Tenancy<unknown>): Hold | undefined {
    const known = this.#holds.get(tenancy);
    if (known) return known.isOver ? undefined : known;
    const holder = this.#held.get(tenancy.id);
    if (holder && !holder.refusal) return undefined;
    const hold: Hold = { tenants: new Set() };
    this.#held.set(tenancy.id, tenancy);
    this.#holds.set(tenancy, hold);
    return hold;
  }

  #endUnlessHeld(tenancy: Tenancy<unknown>, hold: Hold, waitMs: number): void {
    if (hold.tenants.size > 0 || hold.isOver) return;
    hold.ending ??= setTimeout(() => this.#end(tenancy), waitMs);
  }

  #end(tenancy: Tenancy<unknown>, work?: () => Promise<void>): Promise<void> {
    const { id, memory } = tenancy;
    const hold: Hold = this.#holds.get(tenancy) ?? { tenants: new Set() };
    hold.isOver = true;
    this.#holds.set(tenancy, hold);
    if (this.#held.get(id) === tenancy) this.#held.delete(id);
    if (this.#rendered.get(id)?.deref() === tenancy) this.#rendered.delete(id);
    const closed = Promise.all([this.#closedBefore(id), memory.dispose()])
      .then(() => work?.())
      .finally(() => {
        if (this.#closing.get(id) === closed) this.#closing.delete(id);
      });
    this.#closing.set(id, closed);
    return closed;
  }

  #eraOf(id: string): number {
    return this.#eras.get(id) ?? 0;
  }

  async #closedBefore(id: string): Promise<void> {
    await this.#closing.get(id)?.catch(() => undefined);
  }
}

/** How a memory of the registry is reached. */
interface Door<Pad> {
  ready(): Promise<void>;
  call<Answer>(call: (memory: AgentMemory<Pad>) => Promise<Answer>): Promise<Answer>;
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
          door.call((open) => Reflect.apply(open[name], open, given) as Promise<unknown>),
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

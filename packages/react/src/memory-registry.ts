import {
  type AgentMemory,
  type AgentMemoryError,
  type AgentMemoryOptions,
  createAgentMemory,
} from '@agent-memory/core';
import { refusalOf, refusedMemory } from './refused-memory.ts';
import { storeAfter } from './store-after.ts';

/** The memory of one id, shared by every mounted component that names it. */
export interface Tenancy<Pad> {
  readonly id: string;
  readonly memory: AgentMemory<Pad>;
  /** Why there is no working memory: the options were refused. */
  readonly refusal?: AgentMemoryError;
}

/** How many mounted components hold a tenancy, and the task that ends it when none does. */
interface Hold {
  tenants: number;
  ending?: ReturnType<typeof setTimeout>;
}

/**
 * One memory per id, for as long as a mounted component uses it [RCT-1].
 *
 *   render    tenancyFor   finds or makes; starts nothing, so an abandoned render leaves nothing
 *   mount     retain       starts loading; `false` when the id belongs to another memory by now
 *   unmount   release      disposes a task later, unless retained again (StrictMode, a move)
 *
 * A memory taken up while its predecessor is still writing loads after those writes.
 */
class MemoryRegistry {
  readonly #held = new Map<string, Tenancy<unknown>>();
  /** Made by a render that may never be mounted: only that render keeps it alive. */
  readonly #rendered = new Map<string, WeakRef<Tenancy<unknown>>>();
  readonly #holds = new WeakMap<Tenancy<unknown>, Hold>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #abandoned = new FinalizationRegistry<string>((id) => {
    if (!this.#rendered.get(id)?.deref()) this.#rendered.delete(id);
  });

  /** The tenancy of `options.id`; the other options count only where it has to be made. */
  tenancyFor<Pad>(options: AgentMemoryOptions<Pad>): Tenancy<Pad> {
    // Who names an id knows the scratchpad behind it; a map of all of them cannot.
    const known = this.#known(options.id) as Tenancy<Pad> | undefined;
    if (known && !known.refusal) return known;
    const made = this.#make(options);
    if (known && made.refusal?.message === known.refusal?.message) return known;
    this.#remember(made as Tenancy<unknown>);
    return made;
  }

  /** Takes a tenancy up. `false`: it is no longer the one of its id; ask for that one. */
  retain<Pad>(asked: Tenancy<Pad>): boolean {
    const tenancy = asked as Tenancy<unknown>;
    const hold = this.#holdOn(tenancy);
    if (!hold) return false;
    clearTimeout(hold.ending);
    hold.tenants += 1;
    void tenancy.memory.ready;
    return true;
  }

  /** Gives a tenancy back, once for each `retain` that said `true`. */
  release<Pad>(held: Tenancy<Pad>): void {
    const tenancy = held as Tenancy<unknown>;
    const hold = this.#holds.get(tenancy);
    if (!hold || --hold.tenants > 0) return;
    hold.ending = setTimeout(() => this.#dispose(tenancy));
  }

  #known(id: string): Tenancy<unknown> | undefined {
    return this.#held.get(id) ?? this.#rendered.get(id)?.deref();
  }

  #make<Pad>(options: AgentMemoryOptions<Pad>): Tenancy<Pad> {
    const { id, store } = options;
    const previous = this.#closing.get(id);
    try {
      // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
      const complete = options as AgentMemoryOptions<Pad> &
        Required<Pick<AgentMemoryOptions<Pad>, 'scratchpad'>>;
      const memory = createAgentMemory<Pad>(
        previous && store ? { ...complete, store: storeAfter(previous, store) } : complete,
      );
      return { id, memory };
    } catch (cause) {
      const refusal = refusalOf(cause);
      return { id, memory: refusedMemory(options, refusal), refusal };
    }
  }

  #remember(tenancy: Tenancy<unknown>): void {
    // A server renders for many people: none may find the memory of another.
    if (typeof document === 'undefined') return;
    this.#rendered.set(tenancy.id, new WeakRef(tenancy));
    this.#abandoned.register(tenancy, tenancy.id);
  }

  /** The hold on a tenancy, made at its first mount; `undefined` when it came too late. */
  #holdOn(tenancy: Tenancy<unknown>): Hold | undefined {
    const holder = this.#held.get(tenancy.id);
    if (holder === tenancy) return this.#holds.get(tenancy);
    const isDisposed = this.#holds.has(tenancy);
    if (isDisposed || (holder && !holder.refusal)) return undefined;
    const hold: Hold = { tenants: 0 };
    this.#held.set(tenancy.id, tenancy);
    this.#holds.set(tenancy, hold);
    return hold;
  }

  #dispose(tenancy: Tenancy<unknown>): void {
    const { id, memory } = tenancy;
    if (this.#held.get(id) === tenancy) this.#held.delete(id);
    if (this.#rendered.get(id)?.deref() === tenancy) this.#rendered.delete(id);
    const closed = memory.dispose().finally(() => {
      if (this.#closing.get(id) === closed) this.#closing.delete(id);
    });
    this.#closing.set(id, closed);
  }
}

/** The registry of this page. */
export const memoryRegistry = new MemoryRegistry();

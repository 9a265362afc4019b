import { CompactionUnavailableError } from '../errors/errors.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { type AbortSignalLike, orAbort } from '../platform/abort.ts';
import type { Compactor, CompactorHost } from './compactor.ts';

/** The code behind the gate. */
export type OnDemand = typeof import('./on-demand.ts');

interface Opened<Pad> {
  readonly code: OnDemand;
  readonly compactor: Compactor<Pad>;
}

/**
 * Stands before everything that a first context can do without.
 *
 * - It is fetched in the background when the session opens, and again when a fetch failed.
 * - A context that may be sent as it is never waits for it.
 */
export class CompactionGate<Pad> {
  readonly #host: CompactorHost<Pad>;
  readonly #fetch: () => Promise<OnDemand>;
  #opening: Promise<Opened<Pad>> | undefined;
  #opened: Opened<Pad> | undefined;

  /** @param fetch fetches the code; default: the library's own chunk. */
  constructor(
    host: CompactorHost<Pad>,
    fetch: () => Promise<OnDemand> = () => import('./on-demand.ts'),
  ) {
    this.#host = host;
    this.#fetch = fetch;
  }

  /** The code, once it is here. */
  get code(): OnDemand | undefined {
    return this.#opened?.code;
  }

  /** Fetches ahead of need; resolves when that ended, well or badly. Whoever needs it hears of a failure. */
  async prefetch(): Promise<OnDemand | undefined> {
    try {
      return (await this.open()).code;
    } catch {
      return undefined;
    }
  }

  /** @throws CompactionUnavailableError when the code cannot be fetched. */
  async open(): Promise<Opened<Pad>> {
    this.#opening ??= this.#load();
    try {
      return await this.#opening;
    } catch (cause) {
      this.#opening = undefined;
      throw new CompactionUnavailableError({ cause });
    }
  }

  /**
   * Compacts until the plan may be sent, or until another compaction would not help; gives that
   * plan. A context that fits goes out as it is where the code that compacts cannot be fetched.
   */
  async compactWhereNeeded(
    signal: AbortSignalLike | undefined,
    trigger: 'auto' | 'overflow',
  ): Promise<ContextPlan> {
    if (!this.#opened) {
      const plan = this.#host.plan();
      if (plan.schedule.state === 'wait') return plan;
      try {
        await orAbort(this.open(), signal);
      } catch (error) {
        const fits = plan.totalTokens <= plan.budget.inputTokens;
        if (fits && error instanceof CompactionUnavailableError) return this.#host.plan();
        throw error;
      }
    }
    const { compactor } = this.#opened ?? (await this.open());
    return compactor.compactWhereNeeded(signal, trigger);
  }

  dispose(): void {
    this.#opened?.compactor.dispose();
  }

  async #load(): Promise<Opened<Pad>> {
    const code = await this.#fetch();
    this.#opened = { code, compactor: new code.Compactor(this.#host) };
    return this.#opened;
  }
}

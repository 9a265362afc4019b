import type { EffectRunner } from '../runner/effect-runner.ts';
import { modelsOf } from '../state/model-ledger.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import { headIdOf } from '../transcript/transcript.ts';
import type { MemoryState, MemoryStatus } from './agent-memory.ts';

/**
 * The state as a view of the memory shows it: the same object until something changes, and a field of
 * which nothing changed stays the same object.
 */
export class StateView<Pad> {
  readonly #runner: EffectRunner<Pad>;
  readonly #summariser: string;
  #state: MemoryState<Pad> | undefined;
  /** The snapshot that the state was made from. */
  #madeFrom: SessionSnapshot<Pad> | undefined;

  constructor(runner: EffectRunner<Pad>, summariser: string) {
    this.#runner = runner;
    this.#summariser = summariser;
  }

  state(): MemoryState<Pad> {
    const { snapshot, store } = this.#runner;
    const old = this.#state;
    const storeInUse = kept(old?.store, {
      name: store.name,
      persistent: store.persistent,
      owed: snapshot.owed,
      leads: snapshot.leads,
    });
    if (old?.store === storeInUse && this.#madeFrom === snapshot) return old;
    const { transcript } = snapshot;
    const state: MemoryState<Pad> = {
      status: statusOf(snapshot),
      error: snapshot.error,
      entries: transcript.length,
      unloaded: transcript.log.unloaded,
      headId: headIdOf(transcript),
      budget: snapshot.budget,
      plan: snapshot.assembled,
      scratchpad: snapshot.scratchpad,
      compactions: snapshot.compactions,
      breaker: snapshot.breaker,
      summary: kept(old?.summary, { ...snapshot.summary, name: this.#summariser }),
      ledger: snapshot.ledger,
      models: modelsOf(snapshot),
      degraded: snapshot.degraded,
      store: storeInUse,
    };
    this.#madeFrom = snapshot;
    this.#state = state;
    return state;
  }
}

function statusOf(snapshot: SessionSnapshot<unknown>): MemoryStatus {
  if (snapshot.error) return 'error';
  if (snapshot.phase !== 'ready') return 'hydrating';
  return snapshot.isCompacting ? 'compacting' : 'ready';
}

/** The old object where the new one says the same, so that a reader of it alone sees no change. */
function kept<Value extends object>(old: Value | undefined, value: Value): Value {
  const [before, after] = [Object.values(old ?? {}), Object.values(value)];
  const isSame = before.length === after.length && after.every((field, at) => field === before[at]);
  return old && isSame ? old : value;
}

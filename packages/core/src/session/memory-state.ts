import { frozenCopy } from '../message/frozen-copy.ts';
import { modelsOf } from '../state/model-ledger.ts';
import { initialSnapshot, type SessionSnapshot } from '../state/snapshot.ts';
import { headIdOf } from '../transcript/transcript.ts';
import type { MemoryState, MemoryStatus } from './agent-memory.ts';
import type { SessionParts } from './session-parts.ts';
import type { EffectRunner } from './store/effect-runner.ts';
import { NO_STORE, type StoreInUse } from './store/no-store.ts';
import type { StoreState } from './store-state.ts';

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
    const storeInUse = kept(old?.store, storeStateOf(snapshot, store));
    if (old?.store === storeInUse && this.#madeFrom === snapshot) return old;
    const made = stateOf(snapshot, this.#summariser, store);
    this.#madeFrom = snapshot;
    this.#state = { ...made, summary: kept(old?.summary, made.summary), store: storeInUse };
    return this.#state;
  }
}

/** The state of a memory to which nothing has happened yet. */
export function untouchedState<Pad>(parts: SessionParts<Pad>): MemoryState<Pad> {
  return stateOf(firstSnapshot(parts, 0), summariserNameOf(parts), parts.store ?? NO_STORE);
}

/** The snapshot that a session begins with. */
export function firstSnapshot<Pad>(
  { id, settings, scratchpad, store }: SessionParts<Pad>,
  policyIndex: number,
): SessionSnapshot<Pad> {
  return initialSnapshot({
    id,
    ...settings,
    policyIndex,
    scratchpad: frozenCopy(scratchpad.initial),
    // Where other tabs may be, one that leads has the lock for it.
    leads: store?.address === undefined,
  });
}

export function summariserNameOf({
  summarizer,
}: Pick<SessionParts<unknown>, 'summarizer'>): string {
  return summarizer?.name ?? 'extractive';
}

function stateOf<Pad>(
  snapshot: SessionSnapshot<Pad>,
  summariser: string,
  store: StoreInUse,
): MemoryState<Pad> {
  const { transcript } = snapshot;
  return {
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
    ledger: snapshot.ledger,
    models: modelsOf(snapshot),
    degraded: snapshot.degraded,
    summary: { ...snapshot.summary, name: summariser },
    store: storeStateOf(snapshot, store),
  };
}

function storeStateOf(
  { owed, leads }: SessionSnapshot<unknown>,
  { name, persistent }: StoreInUse,
): StoreState {
  return { name, persistent, owed, leads };
}

function statusOf(snapshot: SessionSnapshot<unknown>): MemoryStatus {
  if (snapshot.error) return 'error';
  if (!snapshot.isLoaded) return 'hydrating';
  return snapshot.isCompacting ? 'compacting' : 'ready';
}

/** The old object where the new one says the same, so that a reader of it alone sees no change. */
function kept<Value extends object>(old: Value | undefined, value: Value): Value {
  const [before, after] = [Object.values(old ?? {}), Object.values(value)];
  const isSame = before.length === after.length && after.every((field, at) => field === before[at]);
  return old && isSame ? old : value;
}

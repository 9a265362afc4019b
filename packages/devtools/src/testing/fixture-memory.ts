import type {
  ArchivedContext,
  CompactionPreview,
  CompactionRecord,
  ContextPlan,
  Decision,
  Entry,
  HistoryRecord,
  MemoryEvent,
  MemoryState,
} from '@agent-memory/core';
import type { InspectableMemory } from '../source/inspectable-memory.ts';
import { contextRecordOf } from './history-fixture.ts';
import { aBudget, aDecision, FIXTURE_NOW_MS } from './plan-fixture.ts';

export interface FixtureMemoryOptions {
  readonly plan?: ContextPlan;
  readonly entries?: readonly Entry[];
  readonly compactions?: readonly CompactionRecord[];
  readonly state?: Partial<MemoryState<unknown>>;
  readonly archived?: ArchivedContext;
  /** The outcome that a preview shows and `compact` then records; `undefined`: nothing to gain. */
  readonly preview?: CompactionPreview;
  /** Answers of `explain`; anything else is explained by the range that holds it. */
  readonly decisions?: Readonly<Record<string, Decision>>;
  /** Its history so far. Default: the call of `plan`, where there is one. */
  readonly history?: readonly HistoryRecord[];
}

/** A memory that shows what it was given. `assemble` gives it the next plan, as an engine would. */
export class FixtureMemory implements InspectableMemory {
  readonly id = 'support-4127';
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: MemoryEvent) => void>();
  readonly #entries: readonly Entry[];
  readonly #decisions: Readonly<Record<string, Decision>>;
  readonly #preview: CompactionPreview | undefined;
  readonly #archived: ArchivedContext | undefined;
  /** The plans of the calls, by their number. */
  readonly #pasts = new Map<number, ContextPlan>();
  #history: readonly HistoryRecord[];
  #state: MemoryState<unknown>;

  constructor(options: FixtureMemoryOptions = {}) {
    this.#entries = options.entries ?? [];
    this.#decisions = options.decisions ?? {};
    this.#preview = options.preview;
    this.#archived = options.archived;
    this.#history = options.history ?? [];
    this.#state = {
      status: 'ready',
      error: undefined,
      entries: this.#entries.length,
      unloaded: 0,
      headId: this.#entries.at(-1)?.id ?? null,
      budget: options.plan?.budget ?? aBudget(),
      plan: options.plan,
      scratchpad: {},
      compactions: options.compactions ?? [],
      breaker: { status: 'closed', failures: 0 },
      summary: { status: 'idle', name: 'extractive' },
      ledger: { factor: 1, reservedTokens: 0, reports: 0 },
      models: [],
      degraded: [],
      store: { name: 'memory', persistent: false, owed: 0, leads: true },
      ...options.state,
    };
    if (options.plan && !options.history) this.#sent(options.plan, FIXTURE_NOW_MS);
  }

  /** Listeners of either kind together. */
  get listenerCount(): number {
    return this.#listeners.size + this.#eventListeners.size;
  }

  readonly getState = (): MemoryState<unknown> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly onEvent = (listener: (event: MemoryEvent) => void): (() => void) => {
    this.#eventListeners.add(listener);
    return () => void this.#eventListeners.delete(listener);
  };

  readonly entries = (range?: { fromSeq?: number; toSeq?: number }): readonly Entry[] =>
    this.#entries.slice(range?.fromSeq ?? 0, range?.toSeq ?? this.#entries.length);

  readonly entry = (entryId: string): Entry | undefined =>
    this.#entries.find((entry) => entry.id === entryId);

  readonly explain = (entryId: string): Decision | undefined => {
    const given = this.#decisions[entryId];
    const entry = this.entry(entryId);
    if (given || !entry) return given;
    const { plan } = this.#state;
    const item = plan?.items.find((candidate) => candidate.id === entryId);
    if (item) return item.decision;
    const range = plan?.ranges.find(
      ({ fromSeq, toSeq }) => fromSeq <= entry.seq && entry.seq < toSeq,
    );
    if (!range) return undefined;
    const { value: raw, source } = entry.tokens;
    return {
      ...aDecision(entryId),
      ...range.decision,
      itemId: entryId,
      tokens: { raw, sent: 0, source },
    };
  };

  readonly archived = async (): Promise<ArchivedContext | undefined> => this.#archived;

  readonly previewCompaction = async (): Promise<CompactionPreview | undefined> => this.#preview;

  readonly compact = async (): Promise<CompactionRecord | undefined> => {
    const record = this.#preview?.record;
    if (record) this.setState({ compactions: [...this.#state.compactions, record] });
    return record;
  };

  readonly undoCompaction = async (compactionId?: string): Promise<CompactionRecord> => {
    const undone = this.#state.compactions.find(({ id }) => id === compactionId);
    if (!undone) throw new Error(`There is no compaction ${compactionId}.`);
    const { summariser: _, lost: __, reason: ___, ...rest } = undone;
    const record: CompactionRecord = {
      ...rest,
      id: `undo-of-${undone.id}`,
      trigger: 'undo',
      tokensBefore: undone.tokensAfter,
      tokensAfter: undone.tokensBefore,
      stages: [
        {
          stage: 'undo',
          tokensBefore: undone.tokensAfter,
          tokensAfter: undone.tokensBefore,
          entries: undone.left.reduce((all, { fromSeq, toSeq }) => all + toSeq - fromSeq, 0),
        },
      ],
      left: [],
      undoes: undone.id,
    };
    this.setState({ compactions: [...this.#state.compactions, record] });
    return record;
  };

  readonly history = (): readonly HistoryRecord[] => this.#history;

  readonly stateAt = async (call: number): Promise<ContextPlan | undefined> =>
    this.#pasts.get(call);

  /** Makes this the newest plan, sends it where it is not refused, and says so. */
  assemble(plan: ContextPlan, atMs = FIXTURE_NOW_MS): void {
    if (!plan.isRefused) this.#sent(plan, atMs);
    this.setState({ plan });
    this.emit({ version: 1, sessionId: this.id, atMs, type: 'plan-create', plan });
  }

  #sent(plan: ContextPlan, atMs: number): void {
    const record = contextRecordOf(plan, this.#history, this.#state.headId, atMs);
    this.#pasts.set(record.call, plan);
    this.#history = [...this.#history, record];
  }

  emit(event: MemoryEvent): void {
    for (const listener of this.#eventListeners) listener(event);
  }

  setState(change: Partial<MemoryState<unknown>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

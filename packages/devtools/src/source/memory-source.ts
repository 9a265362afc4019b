import type { ContextPlan, MemoryEvent, MemoryState } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { bringBack } from './bring-back.ts';
import type { CallFacts } from './call-facts.ts';
import { CallLog, keptCalls } from './call-log.ts';
import { changeListeners } from './change-listeners.ts';
import { checkpointsSource, type InspectableCheckpoints } from './checkpoints-source.ts';
import {
  compactionFacts,
  compactionListFacts,
  type DevtoolsSource,
  type DevtoolsState,
  planFacts,
  previewFacts,
} from './devtools-source.ts';
import { documentSource, type InspectableDocuments } from './document-facts.ts';
import { extractionSource, type InspectableExtraction } from './extraction-facts.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { type InspectableLongTerm, longTermSource } from './long-term-source.ts';
import { followedModels, type InspectableModel, type ModelFacts } from './model-facts.ts';
import { pastSource } from './past-source.ts';
import { contextIn, type EntriesBetween, findPhrase, sentMessage } from './plan-texts.ts';
import { readDecisions } from './read-decisions.ts';
import { type InspectableRuns, runsSource } from './runs-source.ts';
import { type InspectableSessions, storageSource, storeFacts } from './storage-source.ts';
import { tracePhrase } from './trace-phrase.ts';

/** Options of `memorySource`. */
export interface MemorySourceOptions {
  /** Shown in the panel's head. Default: the memory's id. */
  readonly name?: string;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly nowMs?: () => number;
  /** The long-term memory of the same agent, for the tab Memories. Default: none, and no such tab. */
  readonly longTerm?: InspectableLongTerm;
  /**
   * The extraction that fills it, for the log in the tab Memories; shown where there is a `longTerm`.
   * Default: none, and no such log.
   */
  readonly extraction?: InspectableExtraction;
  /**
   * The documents beside it, what `createDocuments` gives; shown in that tab where there is a `longTerm`.
   * Default: none.
   */
  readonly documents?: InspectableDocuments;
  /**
   * Sets the input budget where a person raises it in the panel, in tokens; a rejection is shown in its
   * words. Default: none, and the panel says that the app decides the budget.
   */
  readonly setBudget?: (inputTokens: number) => void | Promise<void>;
  /** Models whose state is shown in the tab Models: on this device, chains, endpoints. Default: none. */
  readonly models?: readonly InspectableModel[];
  /**
   * The session's runs, as `sessionRuns().of(memory)` gives them: for the tab Runs, the headings of the
   * context list and the marks of what was recalled. Default: none.
   */
  readonly runs?: InspectableRuns;
  /**
   * The session's checkpoints, as `sessionCheckpoints().of(memory)` gives them, for the tab Runs.
   * Default: none.
   */
  readonly checkpoints?: InspectableCheckpoints;
  /**
   * The sessions of the same store, for their list in the tab Storage: the store itself, which may measure
   * them, or `sessionCatalog(store)`. Default: none, and no such list.
   */
  readonly sessions?: InspectableSessions;
  /**
   * Default false; `true` for a copy that nobody stores, such as of a session file: it has no store to be
   * in trouble, and nothing that could be done about one.
   */
  readonly isCopy?: boolean;
}

/** The parts beside a memory. */
export const PARTS = {
  longTerm: true,
  extraction: true,
  documents: true,
  models: true,
  runs: true,
  checkpoints: true,
  sessions: true,
} as const;

const OPTIONS = {
  ...PARTS,
  ...{ name: true, nowMs: true, isCopy: true, setBudget: true },
} as const satisfies KnownNames<MemorySourceOptions>;

/**
 * A memory of the same page as a source for the panel.
 *
 * - Subscribes to the memory with its first listener and lets go with its last; in between it keeps
 *   one figure record per plan, bounded, and the figures of the calls that were asked for.
 * - Texts stay where they are: they are handed over by reference when asked for.
 *
 * @example
 * ```tsx
 * <MemoryPanel source={memorySource(memory, { name: 'Support chat' })} />;
 * ```
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function memorySource(
  memory: InspectableMemory,
  options: MemorySourceOptions = {},
): DevtoolsSource {
  refuseUnknown(options, OPTIONS, 'memorySource');
  const {
    nowMs = Date.now,
    longTerm,
    extraction,
    runs,
    documents,
    checkpoints,
    setBudget,
    sessions,
    isCopy = false,
  } = options;
  const models = followedModels(options.models ?? []);
  const seenAtMs = new WeakMap<ContextPlan, number>();
  let callLog: CallLog | undefined;
  let latest: { from: MemoryState<unknown>; facts: readonly ModelFacts[]; state: DevtoolsState };

  function getState(): DevtoolsState {
    const from = memory.getState();
    const facts = models.facts();
    const isSame = latest?.from === from && latest.facts === facts;
    if (isSame) return latest.state;
    const planAtMs = from.plan ? timeOf(from.plan) : nowMs();
    const calls = keptCalls(memory.history());
    const state = { ...devtoolsState(from, planAtMs, isCopy), calls, models: facts };
    latest = { from, facts, state };
    return latest.state;
  }

  function timeOf(plan: ContextPlan): number {
    const seen = seenAtMs.get(plan) ?? nowMs();
    seenAtMs.set(plan, seen);
    return seen;
  }

  const { tell, subscribe } = changeListeners(listen);

  function keep(event: MemoryEvent): void {
    if (event.type !== 'plan-create') return;
    seenAtMs.set(event.plan, event.atMs);
    tell();
  }

  function listen(): () => void {
    const { plan } = memory.getState();
    if (plan) timeOf(plan);
    const stops = [memory.subscribe(tell), memory.onEvent(keep), models.subscribe(tell)];
    callLog = new CallLog();
    return () => {
      for (const stop of stops) stop();
      callLog = undefined;
    };
  }

  function calls(fromCall: number): readonly CallFacts[] {
    const log = callLog ?? new CallLog();
    log.read(memory.history(), memory.getState().compactions);
    return log.from(fromCall);
  }

  const entries: EntriesBetween = (fromSeq, toSeq) => memory.entries({ fromSeq, toSeq });

  const source: DevtoolsSource = {
    name: options.name ?? memory.id,
    sessionId: memory.id,
    getState,
    subscribe,
    calls,
    at: (call) => pastSource(memory, call, source, { runs, checkpoints }),
    decisions: (query, { signal }) => readDecisions(memory, query, signal),
    trace: (phrase, { signal }) => tracePhrase(memory, phrase, signal, { longTerm, nowMs }),
    sentMessage: (itemId) => sentMessage(memory.getState().plan, itemId),
    entry: (seq) => entries(seq, seq + 1)[0],
    entryById: (entryId) => memory.entry(entryId),
    explain: (entryId) => memory.explain(entryId),
    ...(memory.remedies && { remedies: memory.remedies }),
    find: (phrase, scope) => findPhrase(memory.getState().plan, entries, phrase, scope),
    contextIn: async (format) => {
      const { plan } = memory.getState();
      return plan ? contextIn(format, plan) : [];
    },
    archived: () => memory.archived(),
    lostValues: (compactionId) =>
      memory.getState().compactions.find(({ id }) => id === compactionId)?.lost?.values ?? [],
    previewCompaction: async (previewOptions) => {
      const preview = await memory.previewCompaction(previewOptions);
      return preview && previewFacts(preview);
    },
    compact: async () => {
      const record = await memory.compact();
      return record && compactionFacts(record);
    },
    undoCompaction: async (compactionId) =>
      compactionFacts(await memory.undoCompaction(compactionId)),
    bringBack: (action) => bringBack(memory, longTerm, action),
    ...(setBudget && { setBudget: (inputTokens: number) => setBudget(inputTokens) }),
    ...(!isCopy && { storage: storageSource(memory, sessions, nowMs) }),
    ...(runs && { runs: runsSource(memory, runs) }),
    ...(checkpoints && { checkpoints: checkpointsSource(memory, checkpoints, nowMs) }),
    ...(longTerm && {
      longTerm: longTermSource(longTerm, nowMs, {
        ...(extraction && { extraction: extractionSource(memory, extraction) }),
        ...(documents && { documents: documentSource(documents) }),
      }),
    }),
  };
  return source;
}

/** The options that have a value. */
export function given(
  options: {
    readonly [Name in keyof MemorySourceOptions]?: MemorySourceOptions[Name] | undefined;
  },
): MemorySourceOptions {
  return Object.fromEntries(Object.entries(options).filter(([, option]) => option !== undefined));
}

function devtoolsState(
  from: MemoryState<unknown>,
  planAtMs: number,
  isCopy: boolean,
): Omit<DevtoolsState, 'calls' | 'models'> {
  return {
    status: from.status,
    problem: from.error && { code: from.error.code, message: from.error.message },
    entries: from.entries,
    plan: from.plan && planFacts(from.plan),
    planAtMs,
    compactions: compactionListFacts(from.compactions),
    breaker: from.breaker,
    summary: from.summary,
    ledger: from.ledger,
    modelTotals: from.models,
    degraded: from.degraded,
    store: storeFacts(from, isCopy),
  };
}

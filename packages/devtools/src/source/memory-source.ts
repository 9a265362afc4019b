import type {
  AgentMemory,
  ContextPlan,
  Entry,
  MemoryEvent,
  MemoryState,
  Message,
} from '@agent-memory/core';
import { loadFormat } from '@agent-memory/core/formats';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { checkpointsSource, type InspectableCheckpoints } from './checkpoints-source.ts';
import { compactionFacts, compactionListFacts, previewFacts } from './compaction-facts.ts';
import type {
  CopyFormat,
  DevtoolsSource,
  DevtoolsState,
  FindResult,
  FindScope,
} from './devtools-source.ts';
import { documentSource, type InspectableDocuments } from './document-facts.ts';
import { extractionSource, type InspectableExtraction } from './extraction-facts.ts';
import { followedModels } from './followed-models.ts';
import { type InspectableLongTerm, longTermSource } from './long-term-source.ts';
import { indexOfPhrase, messageText } from './message-text.ts';
import type { InspectableModel, ModelFacts } from './model-facts.ts';
import { type PlanNumbers, planFacts, planNumbers } from './plan-facts.ts';
import { type InspectableRuns, runsSource } from './runs-source.ts';

/**
 * The part of a memory that the panel uses. It reads; `compact` and `undoCompaction` are called only
 * when a person presses their button.
 */
export type InspectableMemory = Pick<
  AgentMemory<unknown>,
  | 'id'
  | 'getState'
  | 'subscribe'
  | 'onEvent'
  | 'entries'
  | 'entry'
  | 'explain'
  | 'archived'
  | 'previewCompaction'
  | 'compact'
  | 'undoCompaction'
>;

/** Options of `memorySource`. */
export interface MemorySourceOptions {
  /** Shown in the panel's head. Default: the memory's id. */
  readonly name?: string;
  /** The number of plans whose figures are kept while a panel listens. Default 120. */
  readonly historyLength?: number;
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
}

const OPTIONS = {
  name: true,
  longTerm: true,
  extraction: true,
  documents: true,
  models: true,
  runs: true,
  checkpoints: true,
  historyLength: true,
  nowMs: true,
} as const satisfies KnownNames<MemorySourceOptions>;

const DEFAULT_HISTORY_LENGTH = 120;

/**
 * A memory of the same page as a source for the panel.
 *
 * - Subscribes to the memory with its first listener and lets go with its last; in between it keeps
 *   one figure record per plan, bounded.
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
    historyLength = DEFAULT_HISTORY_LENGTH,
    nowMs = Date.now,
    longTerm,
    extraction,
    runs,
    documents,
    checkpoints,
  } = options;
  const models = followedModels(options.models ?? []);
  const listeners = new Set<() => void>();
  const seenAtMs = new WeakMap<ContextPlan, number>();
  let history: readonly PlanNumbers[] = [];
  let letGo: (() => void) | undefined;
  let latest: {
    from: MemoryState<unknown>;
    history: typeof history;
    facts: readonly ModelFacts[];
    state: DevtoolsState;
  };

  function getState(): DevtoolsState {
    const from = memory.getState();
    const facts = models.facts();
    const isSame = latest?.from === from && latest.history === history && latest.facts === facts;
    if (isSame) return latest.state;
    const planAtMs = from.plan ? timeOf(from.plan) : nowMs();
    const state = { ...devtoolsState(from, history, planAtMs), models: facts };
    latest = { from, history, facts, state };
    return latest.state;
  }

  function timeOf(plan: ContextPlan): number {
    const seen = seenAtMs.get(plan) ?? nowMs();
    seenAtMs.set(plan, seen);
    return seen;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function keep(event: MemoryEvent): void {
    if (event.type !== 'plan-create') return;
    seenAtMs.set(event.plan, event.atMs);
    history = [...history, planNumbers(event.plan, event.atMs)].slice(-historyLength);
    notify();
  }

  function listen(): () => void {
    const { plan } = memory.getState();
    history = plan ? [planNumbers(plan, timeOf(plan))] : [];
    const stops = [memory.subscribe(notify), memory.onEvent(keep), models.subscribe(notify)];
    return () => {
      for (const stop of stops) stop();
      history = [];
    };
  }

  function subscribe(listener: () => void): () => void {
    const own = () => listener();
    listeners.add(own);
    letGo ??= listen();
    return () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      letGo?.();
      letGo = undefined;
    };
  }

  return {
    name: options.name ?? memory.id,
    sessionId: memory.id,
    getState,
    subscribe,
    sentMessage: (itemId) => sentMessages(memory.getState().plan).get(itemId),
    entry: (seq) => memory.entries({ fromSeq: seq, toSeq: seq + 1 })[0],
    entryById: (entryId) => memory.entry(entryId),
    explain: (entryId) => memory.explain(entryId),
    find: (phrase, scope) => findPhrase(memory, phrase, scope),
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
    ...(runs && { runs: runsSource(memory, runs) }),
    ...(checkpoints && { checkpoints: checkpointsSource(memory, checkpoints, nowMs) }),
    ...(longTerm && {
      longTerm: longTermSource(longTerm, nowMs, {
        ...(extraction && { extraction: extractionSource(memory, extraction) }),
        ...(documents && { documents: documentSource(documents) }),
      }),
    }),
  };
}

function devtoolsState(
  from: MemoryState<unknown>,
  history: readonly PlanNumbers[],
  planAtMs: number,
): Omit<DevtoolsState, 'models'> {
  return {
    status: from.status,
    problem: from.error && { code: from.error.code, message: from.error.message },
    entries: from.entries,
    plan: from.plan && planFacts(from.plan),
    planAtMs,
    history,
    compactions: compactionListFacts(from.compactions),
    breaker: from.breaker,
    summary: from.summary,
    ledger: from.ledger,
    modelTotals: from.models,
    degraded: from.degraded,
    store: from.store,
  };
}

/** The list of messages, or what goes into a request beside it where the format has more than that. */
async function contextIn(choice: CopyFormat, plan: ContextPlan): Promise<unknown> {
  const format = await loadFormat(choice);
  const context: { readonly messages?: unknown } = format.render(plan);
  return Object.keys(context).length === 1 ? context.messages : context;
}

const byPlan = new WeakMap<ContextPlan, ReadonlyMap<string, Message>>();
const NO_MESSAGES: ReadonlyMap<string, Message> = new Map();

function sentMessages(plan: ContextPlan | undefined): ReadonlyMap<string, Message> {
  if (!plan) return NO_MESSAGES;
  let messages = byPlan.get(plan);
  if (!messages) {
    messages = new Map(plan.items.map((item) => [item.id, item.message]));
    byPlan.set(plan, messages);
  }
  return messages;
}

function findPhrase(memory: InspectableMemory, phrase: string, scope: FindScope): FindResult {
  const itemIds = new Set<string>();
  const seqs = new Set<number>();
  const { plan } = memory.getState();
  const holds = (message: Message) => indexOfPhrase(messageText(message), phrase) >= 0;
  for (const item of plan?.items ?? []) {
    if (holds(item.message)) itemIds.add(item.id);
  }
  if (scope === 'considered') {
    for (const { fromSeq, toSeq } of plan?.ranges ?? []) {
      for (const entry of memory.entries({ fromSeq, toSeq }) as readonly Entry[]) {
        if (holds(entry.message)) seqs.add(entry.seq);
      }
    }
  }
  return { itemIds, seqs };
}

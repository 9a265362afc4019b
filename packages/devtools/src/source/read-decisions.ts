import type {
  CompactionRecord,
  ContextAssembled,
  ContextPlan,
  Decision,
  Degradation,
  Entry,
  HistoryRecord,
  LiveRecord,
} from '@agent-memory/core';
import { isWhole, nextTask, throwIfAborted } from '@agent-memory/core/internal';
import { failuresIn, isUndoRecord } from './call-marks.ts';
import { conversationAt } from './conversation-at.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import type {
  DecisionPage,
  DecisionQuery,
  LiveDecision,
  LoggedDecision,
  MessageDecision,
  SessionDecision,
} from './logged-decision.ts';

/** A page ends behind so many decisions, or so many plans that had to be made. */
const PAGE_DECISIONS = 500;
const PAGE_PLANS = 6;
/** So many calls without a plan are gone through before others may have their turn. */
const CALLS_PER_STEP = 100;

type Told = Pick<InspectableMemory, 'getState' | 'history' | 'stateAt' | 'entries' | 'entry'>;
type Records = ReadonlyMap<string, CompactionRecord>;

/**
 * The decisions that changed from call to call, read from the newest call back, a page at a time [DEV-3].
 *
 * - Two plans tell of all that left, however many messages; calls in between cost next to nothing.
 * - Works in slices.
 *
 * @throws the signal's reason when it aborts.
 */
export async function readDecisions(
  memory: Told,
  { fromCall, beforeCall = Number.POSITIVE_INFINITY }: DecisionQuery,
  signal: AbortSignal,
): Promise<DecisionPage> {
  throwIfAborted(signal);
  const wanted = decisionSteps(memory.history()).filter(
    ({ call }) => call >= fromCall && call < beforeCall,
  );
  const pages: (readonly LoggedDecision[])[] = [];
  const records = new Map(memory.getState().compactions.map((record) => [record.id, record]));
  const sent = new SentConversations(memory, signal);
  let count = 0;
  for (const step of wanted.toReversed()) {
    const decisions = await decisionsOf(step, sent, records);
    pages.push(decisions);
    count += decisions.length;
    const isFull = count >= PAGE_DECISIONS || sent.plans >= PAGE_PLANS;
    if (isFull) return { decisions: pages.reverse().flat(), fromCall: step.call };
    if (pages.length % CALLS_PER_STEP === 0) await nextTask();
    throwIfAborted(signal);
  }
  return { decisions: pages.reverse().flat(), fromCall };
}

async function decisionsOf(
  step: DecisionStep,
  sent: SentConversations,
  records: Records,
): Promise<readonly LoggedDecision[]> {
  const { call, before, after, between } = step;
  const decisions: LoggedDecision[] = [...sessionDecisions(step, records)];
  if (!after) return decisions;
  const atMs = between.at(-1)?.atMs ?? after.record.atMs;
  if (mayChangeMessages(step)) {
    const now = await sent.of(after);
    const old = before && (await sent.of(before));
    // Nothing can be told where a message of either call was erased since.
    if (now && (old || !before)) decisions.push(...messageChanges(old, now, { call, atMs }));
  }
  const at = { call, atMs: after.record.atMs };
  decisions.push(...liveChanges(before?.live, after.live, at), ...newErrors(step));
  return decisions;
}

/** Contexts of calls, the last one kept: a step begins where the next older one ends. */
class SentConversations {
  readonly #memory: Told;
  readonly #signal: AbortSignal;
  #last: { readonly call: number; readonly sent: SentConversation | undefined } | undefined;
  /** The plans that had to be made. */
  plans = 0;

  constructor(memory: Told, signal: AbortSignal) {
    this.#memory = memory;
    this.#signal = signal;
  }

  /** `undefined` where it cannot be shown any more. */
  async of({ record }: KnownCall): Promise<SentConversation | undefined> {
    if (this.#last?.call === record.call) return this.#last.sent;
    await nextTask();
    throwIfAborted(this.#signal);
    this.plans += 1;
    const plan = await this.#memory.stateAt(record.call, { signal: this.#signal });
    const entries = conversationAt(this.#memory, record);
    const sent = plan && entries ? { plan, entries } : undefined;
    this.#last = { call: record.call, sent };
    return sent;
  }
}

type LiveStates = ReadonlyMap<string, { readonly isPart: boolean; readonly decision: Decision }>;

const NONE: LiveRecord = { items: [], withheld: [] };

/** The decisions on live state that are others than in the call before. */
function liveChanges(
  before: LiveRecord = NONE,
  after: LiveRecord = NONE,
  { call, atMs }: { readonly call: number; readonly atMs: number },
): readonly LiveDecision[] {
  if (before === after) return [];
  const [old, now] = [statesOf(before), statesOf(after)];
  const changes: LiveDecision[] = [];
  const add = (kind: LiveDecision['kind'], itemId: string, decision?: Decision) =>
    changes.push({
      ...{ key: `${call}:live:${itemId}`, call, atMs, kind, itemId },
      ...(decision && { decision }),
    });
  for (const [itemId, { isPart, decision }] of now) {
    const last = old.get(itemId)?.decision;
    const isNew = last?.rule !== decision.rule || last.fate !== decision.fate;
    if (isNew) {
      const kind = isPart ? partKind(decision, last) : sectionKind(decision, last);
      if (kind) add(kind, itemId, decision);
    }
  }
  for (const [itemId, { isPart, decision }] of old) {
    if (isPart && isShown(decision) && !now.has(itemId)) add('not-retrieved', itemId);
  }
  return changes;
}

function partKind(now: Decision, before: Decision | undefined): LiveDecision['kind'] | undefined {
  if (now.fate === 'pinned') return 'pinned';
  if (!isShown(now)) return 'not-retrieved';
  return before && isShown(before) ? undefined : 'retrieved';
}

function sectionKind(
  now: Decision,
  before: Decision | undefined,
): LiveDecision['kind'] | undefined {
  if (!isShown(now)) return 'gave-way';
  return before && !isShown(before) ? 'restored' : undefined;
}

function isShown({ fate }: Decision): boolean {
  return fate === 'sent' || fate === 'pinned';
}

/** Parts by their ids, and sections without parts. */
function statesOf({ items, withheld }: LiveRecord): LiveStates {
  const states = new Map<string, { isPart: boolean; decision: Decision }>();
  for (const decision of [...items.map((item) => item.decision), ...withheld]) {
    const { parts = [] } = decision;
    for (const part of parts) states.set(part.itemId, { isPart: true, decision: part });
    if (parts.length === 0) states.set(decision.itemId, { isPart: false, decision });
  }
  return states;
}

/** A conversation as a call was sent of it. */
interface SentConversation {
  readonly plan: ContextPlan;
  readonly entries: readonly Entry[];
}

/** The decisions on messages that are others than in the call before. */
function messageChanges(
  before: SentConversation | undefined,
  after: SentConversation,
  { call, atMs }: { readonly call: number; readonly atMs: number },
): readonly MessageDecision[] {
  const old = notWhole(before?.plan);
  const now = notWhole(after.plan);
  const changes: MessageDecision[] = [];
  const add = (kind: MessageDecision['kind'], { seq, id: entryId, tokens }: Entry, why: Decision) =>
    changes.push({
      ...{ key: `${call}:message:${seq}`, call, atMs, kind, seq, entryId },
      ...{ decision: why, tokens: tokens.value, tokenSource: tokens.source },
    });
  for (const [seq, decision] of now) {
    const entry = after.entries[seq];
    if (!entry) continue;
    // Where the conversation went on somewhere else, another message stands at this place.
    const last = before?.entries[seq]?.id === entry.id ? old.get(seq) : undefined;
    if (!last || !isSame(last, decision)) add(kindOf(decision), entry, decision);
  }
  for (const item of after.plan.items) {
    const { seq } = item;
    const entry = item.kind === 'entry' && seq !== undefined ? after.entries[seq] : undefined;
    const isBack = entry && !now.has(entry.seq) && old.has(entry.seq);
    if (isBack && before?.entries[entry.seq]?.id === entry.id) add('back', entry, item.decision);
  }
  return changes.sort((one, other) => one.seq - other.seq);
}

function kindOf({ fate, tokens }: Decision): MessageDecision['kind'] {
  if (tokens.sent > 0) return 'shortened';
  return fate === 'summarised' ? 'condensed' : 'left';
}

function isSame(one: Decision, other: Decision): boolean {
  const hasSameLimit = one.numbers.limitTokens === other.numbers.limitTokens;
  return one.fate === other.fate && one.rule === other.rule && hasSameLimit;
}

/** The decision on each message that is not sent whole, by its place. */
function notWhole(plan: ContextPlan | undefined): ReadonlyMap<number, Decision> {
  const decisions = new Map<number, Decision>();
  for (const { fromSeq, toSeq, decision } of plan?.ranges ?? []) {
    for (let seq = fromSeq; seq < toSeq; seq += 1) decisions.set(seq, decision);
  }
  for (const { kind, seq, decision } of plan?.items ?? []) {
    const isShorter = decision.fate === 'trimmed' || decision.fate === 'evicted';
    if (kind === 'entry' && seq !== undefined && isShorter) decisions.set(seq, decision);
  }
  return decisions;
}

/** A call with all that a context of it may depend on. */
interface KnownCall {
  readonly record: ContextAssembled;
  readonly live: LiveRecord;
  readonly degraded: readonly Degradation[];
}

/** The way from one call to the next. */
interface DecisionStep {
  readonly call: number;
  /** Absent before the first call of a session. */
  readonly before?: KnownCall;
  /** Absent for what happened since the newest call. */
  readonly after?: KnownCall;
  /** The records between them, oldest first. */
  readonly between: readonly HistoryRecord[];
}

/** The steps from call to call, oldest first. Calls before the first that is known whole are left out. */
function decisionSteps(records: readonly HistoryRecord[]): readonly DecisionStep[] {
  const steps: DecisionStep[] = [];
  let before: KnownCall | undefined;
  let between: HistoryRecord[] = [];
  for (const record of records) {
    if (record.kind !== 'context') {
      if (record.kind !== 'usage') between.push(record);
      continue;
    }
    const after = knownCall(before, record);
    // The call before the first one that is kept is not known.
    if (after && (before || record.call === 1)) {
      steps.push({ call: record.call, ...(before && { before }), after, between });
    }
    before = after;
    between = [];
  }
  if (between.length === 0) return steps;
  const call = (before?.record.call ?? 0) + 1;
  return [...steps, { call, ...(before && { before }), between }];
}

function knownCall(before: KnownCall | undefined, record: ContextAssembled): KnownCall | undefined {
  const { changed } = record;
  if (!before && !isWhole(changed)) return undefined;
  const live = changed.live ?? before?.live;
  const degraded = changed.degraded ?? before?.degraded;
  return live && degraded && { record, live, degraded };
}

/** Whether messages may be sent in another way than in the call before. */
function mayChangeMessages({ before, after }: DecisionStep): boolean {
  if (!after) return false;
  const hasExcerpt = ({ degraded }: KnownCall) =>
    degraded.some(({ code }) => code === 'EXCERPT_SENT');
  const isOther = before?.record.overlayVersion !== after.record.overlayVersion;
  return isOther || hasExcerpt(after) || (before !== undefined && hasExcerpt(before));
}

/** Everything that happened to the session as a whole. `records` are those that the memory keeps. */
function sessionDecisions(
  { call, between }: DecisionStep,
  records: ReadonlyMap<string, CompactionRecord>,
): readonly SessionDecision[] {
  return between.flatMap((record): readonly SessionDecision[] => {
    const { index, atMs } = record;
    const logged = { key: `history:${index}`, call, atMs };
    switch (record.kind) {
      case 'compaction': {
        const { compactionId } = record;
        const kept = records.get(compactionId);
        if (!isUndoRecord(record.undoes, kept)) {
          return [{ ...logged, kind: 'compaction', compactionId }];
        }
        const undoes = record.undoes ?? kept?.undoes;
        const undone = { ...logged, kind: 'undo', compactionId } as const;
        return [undoes === undefined ? undone : { ...undone, undoes }];
      }
      case 'refused': {
        const { totalTokens, tokenSource, inputTokens } = record;
        return [{ ...logged, kind: 'refused', totalTokens, tokenSource, inputTokens }];
      }
      case 'head-move':
        return [{ ...logged, kind: 'head-move' }];
      case 'settings':
        return [{ ...logged, kind: 'settings', inputTokens: record.inputTokens }];
      default:
        return [];
    }
  });
}

/** Failures since the call before. */
function newErrors({ call, before, after }: DecisionStep): readonly LoggedDecision[] {
  if (!after || before?.degraded === after.degraded) return [];
  const known = failuresIn(before?.degraded ?? []);
  const failures = failuresIn(after.degraded);
  const { atMs } = after.record;
  return after.degraded
    .filter(({ code }) => failures.has(code) && !known.has(code))
    .map(({ code, message }, at) => ({
      ...{ key: `${call}:error:${at}:${code}`, call, atMs },
      ...{ kind: 'error', code, message },
    }));
}

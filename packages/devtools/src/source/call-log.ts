import type {
  CompactionRecord,
  ContextAssembled,
  HistoryRecord,
  TokenBudget,
  UsageReported,
} from '@agent-memory/core';
import { isWhole } from '@agent-memory/core/internal';
import type { CallFacts, CallMark, KeptCalls } from './call-facts.ts';
import { failuresIn, marksOfCompaction, retrievedIn } from './call-marks.ts';

/** Everything that the facts of the next call are told from, beside its own record. */
interface Surroundings {
  readonly budget: TokenBudget;
  readonly retrieved: ReadonlySet<string>;
  readonly failures: ReadonlySet<string>;
}

/**
 * The calls of a session in figures, read from its history as it grows.
 *
 * - A record is read once: reading on costs the records that are new.
 * - It holds no more calls than the history does.
 */
export class CallLog {
  #facts: CallFacts[] = [];
  #nextIndex = 0;
  #firstIndex = 0;
  #newest: HistoryRecord | undefined;
  #surroundings: Surroundings | undefined;
  #marks = new Set<CallMark>();
  #compactionIds: string[] = [];

  /** Reads the records that came since. Another history is read again. */
  read(records: readonly HistoryRecord[], compactions: readonly CompactionRecord[]): void {
    const firstIndex = records[0]?.index ?? 0;
    const newest = records[this.#nextIndex - 1 - firstIndex];
    const isGrown = newest !== undefined && newest === this.#newest;
    if (!isGrown || firstIndex < this.#firstIndex) this.#forget(firstIndex);
    else if (firstIndex > this.#firstIndex) this.#drop(records, firstIndex);
    for (const record of records.slice(this.#nextIndex - firstIndex)) {
      this.#add(record, compactions);
      this.#nextIndex = record.index + 1;
      this.#newest = record;
    }
  }

  /** The calls from this number on, oldest first. Costs what it gives. */
  from(fromCall: number): readonly CallFacts[] {
    return this.#facts.slice(this.#facts.findLastIndex(({ call }) => call < fromCall) + 1);
  }

  /** The calls go that history has dropped; what is known of the others stays. */
  #drop(records: readonly HistoryRecord[], firstIndex: number): void {
    const { first } = keptCalls(records);
    this.#facts = this.#facts.filter(({ call }) => call >= first);
    this.#firstIndex = firstIndex;
  }

  #forget(firstIndex: number): void {
    this.#facts = [];
    this.#firstIndex = firstIndex;
    this.#nextIndex = firstIndex;
    this.#newest = undefined;
    this.#surroundings = undefined;
    this.#begin();
  }

  /** Another call begins: nothing has happened before it yet. */
  #begin(): void {
    this.#marks = new Set();
    this.#compactionIds = [];
  }

  #add(record: HistoryRecord, compactions: readonly CompactionRecord[]): void {
    switch (record.kind) {
      case 'context':
        this.#addCall(record);
        break;
      case 'usage':
        this.#addUsage(record);
        break;
      case 'compaction': {
        const { compactionId } = record;
        const known = compactions.findLast(({ id }) => id === compactionId);
        this.#compactionIds.push(compactionId);
        this.#mark(marksOfCompaction(record, known));
        break;
      }
      case 'refused':
        this.#mark(['refusal']);
        break;
      case 'head-move':
      case 'settings':
        this.#mark([record.kind]);
        break;
      default:
        // A record of a kind that a later release added says nothing of calls.
        record satisfies never;
    }
  }

  #mark(marks: readonly CallMark[]): void {
    for (const mark of marks) this.#marks.add(mark);
  }

  #addCall(record: ContextAssembled): void {
    const before = this.#surroundings;
    const now = surroundingsAfter(before, record);
    if (!now) return;
    // The call before the first one that is kept is not known.
    if (before || record.call === 1) this.#compare(before, now);
    const marks = [...this.#marks];
    this.#facts.push(callFacts(record, now.budget, marks, this.#compactionIds));
    this.#surroundings = now;
    this.#begin();
  }

  #compare(before: Surroundings | undefined, now: Surroundings): void {
    if (isNewIn(before?.retrieved, now.retrieved)) this.#marks.add('retrieval');
    if (isNewIn(before?.failures, now.failures)) this.#marks.add('error');
  }

  #addUsage({ call, inputTokens: reportedTokens }: UsageReported): void {
    const at = this.#facts.findLastIndex((facts) => facts.call === call);
    const facts = this.#facts[at];
    if (facts) this.#facts[at] = { ...facts, reportedTokens };
  }
}

/** The numbers of the calls whose contexts can be told from these records. */
export function keptCalls(records: readonly HistoryRecord[]): KeptCalls {
  const isStart = (record: HistoryRecord) => record.kind === 'context' && isWhole(record.changed);
  const first = records.find(isStart);
  const last = records.findLast(({ kind }) => kind === 'context');
  return first?.kind === 'context' && last?.kind === 'context'
    ? { first: first.call, last: last.call }
    : { first: 0, last: 0 };
}

/** `undefined` while some part of them was never said: then the context cannot be shown either. */
function surroundingsAfter(
  before: Surroundings | undefined,
  { changed }: ContextAssembled,
): Surroundings | undefined {
  if (!before && !isWhole(changed)) return undefined;
  const budget = changed.budget ?? before?.budget;
  const retrieved = changed.live ? retrievedIn(changed.live) : before?.retrieved;
  const failures = changed.degraded ? failuresIn(changed.degraded) : before?.failures;
  return budget && retrieved && failures && { budget, retrieved, failures };
}

function isNewIn(before: ReadonlySet<string> | undefined, now: ReadonlySet<string>): boolean {
  return now !== before && [...now].some((one) => !before?.has(one));
}

function callFacts(
  record: ContextAssembled,
  { inputTokens, highTokens, lowTokens }: TokenBudget,
  marks: readonly CallMark[],
  compactionIds: readonly string[],
): CallFacts {
  const { call, atMs, entries, totalTokens, tokenSource, tiers, epoch } = record;
  const tierTokens = Object.fromEntries(
    Object.entries(tiers).map(([tier, { tokens }]) => [tier, tokens]),
  );
  return {
    ...{ call, atMs, entries, totalTokens, tokenSource, tierTokens, epoch },
    ...{ inputTokens, highTokens, lowTokens, marks, compactionIds },
  };
}

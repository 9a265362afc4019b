import { findingFault } from '../compaction/check.ts';
import { runToEnd } from '../ground/platform/steps.ts';
import type { AgentMemory, AssembledContext } from '../session/agent-memory.ts';
import type { MemoryStore, StoredSession } from '../store/memory-store.ts';
import { storedTranscript } from '../store/stored-transcript.ts';
import type { Entry } from '../transcript/entry.ts';
import { viewOf } from '../view/view.ts';
import { grammarFaults } from './context-faults.ts';
import { simpleMeasurer } from './transcripts.ts';

interface Appended {
  readonly id: string;
  readonly json: string;
  /** Ids from the start to this one. */
  readonly way: readonly string[];
}

/**
 * A session as it must be whatever was done to it, kept as naively as can be: all that was appended,
 * each with the whole way to it. Every check gives faults in words; none when all is well.
 */
export class ReferenceSession {
  readonly #appended: Appended[] = [];
  #way: readonly string[] = [];

  /** How many entries there are, on whichever branch. */
  get size(): number {
    return this.#appended.length;
  }

  get headId(): string | null {
    return this.#way.at(-1) ?? null;
  }

  /** The entry of this place in the order of appending, counted around; `null` where there is none. */
  idAt(place: number): string | null {
    return this.#appended[place % Math.max(1, this.size)]?.id ?? null;
  }

  /** The entry so many before the head; `null`: the start. */
  idAhead(back: number): string | null {
    return this.#way[this.#way.length - 1 - back] ?? null;
  }

  /** Tells whether appending this id makes the way longer: it is new, or follows the head elsewhere. */
  isLonger(id: string): boolean {
    const known = this.#appended.find((one) => one.id === id);
    return !known || known.way.join() === [...this.#way, id].join();
  }

  /** Tells whether an entry stands on the way, or follows the head elsewhere. */
  isAtHand(id: string): boolean {
    const known = this.#appended.find((one) => one.id === id);
    return known !== undefined && (this.#way.includes(id) || this.isLonger(id));
  }

  /** Takes note of entries in the order they were appended; known ids are no new entries. */
  append(entries: readonly Entry[]): void {
    for (const { id, message } of entries) {
      if (this.#way.includes(id)) continue;
      this.#way = [...this.#way, id];
      if (this.#appended.some((one) => one.id === id)) continue;
      this.#appended.push({ id, json: JSON.stringify(message), way: this.#way });
    }
  }

  /** The conversation continues behind this entry. */
  moveTo(id: string | null): void {
    this.#way = this.#appended.find((one) => one.id === id)?.way ?? [];
  }

  /** The faults of the session as it stands. */
  faultsOf(memory: AgentMemory): readonly string[] {
    return [
      ...this.#transcriptFaults(memory),
      ...this.#branchFaults(memory),
      ...partitionFaults(memory),
      ...restFaults(memory),
    ];
  }

  #transcriptFaults(memory: AgentMemory): readonly string[] {
    const faults: string[] = [];
    const way = memory.entries().map(({ id }) => id);
    if (way.join() !== this.#way.join()) faults.push(`path ${way}, expected ${this.#way}`);
    if (memory.getState().headId !== this.headId) faults.push('another head');
    for (const { id, json, way: its } of this.#appended) {
      const entry = memory.entry(id);
      const isSame =
        entry?.seq === its.length - 1 &&
        entry.parentId === (its.at(-2) ?? null) &&
        JSON.stringify(entry.message) === json;
      if (!isSame) faults.push(`entry ${id} is not as it was appended`);
      const isElsewhere = memory.explain(id)?.rule === 'OTHER_BRANCH';
      if (isElsewhere === this.#way.includes(id)) faults.push(`${id} is not on that branch`);
    }
    return faults;
  }

  /** Compared whole with the whole way of every end. */
  #branchFaults(memory: AgentMemory): readonly string[] {
    const isEnd = ({ id }: Appended) =>
      id === this.headId || !this.#appended.some(({ way }) => way.at(-2) === id);
    const expected = this.#appended.filter(isEnd).map(({ id, way }) => ({
      headId: id,
      entries: way.length,
      forkedAfter:
        id === this.headId
          ? null
          : (way.findLast((one, index) => one === this.#way[index]) ?? null),
      isCurrent: id === this.headId,
    }));
    const isSame = JSON.stringify(memory.branches()) === JSON.stringify(expected);
    return isSame ? [] : [`branches ${JSON.stringify(memory.branches())}`];
  }
}

/** Every entry is in the plan once: shown, or in a range that left; the figures add up. */
function partitionFaults(memory: AgentMemory): readonly string[] {
  const plan = memory.plan();
  const faults: string[] = [];
  if (plan !== memory.plan()) faults.push('the same plan is made twice');
  const seen = plan.items.filter(({ kind }) => kind === 'entry').map(({ seq }) => seq ?? -1);
  for (const { fromSeq, toSeq } of plan.ranges) {
    for (let seq = fromSeq; seq < toSeq; seq += 1) seen.push(seq);
  }
  const inOrder = seen.toSorted((a, b) => a - b);
  const isWhole = inOrder.every((seq, index) => seq === index);
  if (!isWhole || seen.length !== memory.entries().length) {
    faults.push(`the plan speaks of ${seen.length} entries of ${memory.entries().length}`);
  }
  const sent = plan.items.reduce((sum, { decision }) => sum + decision.tokens.sent, 0);
  if (sent !== plan.totalTokens) faults.push(`items of ${sent} tokens, ${plan.totalTokens} in all`);
  return faults;
}

/** The faults that a session at rest must not show. */
function restFaults(memory: AgentMemory): readonly string[] {
  const { status, breaker, compactions } = memory.getState();
  const faults: string[] = [];
  if (status === 'compacting' || status === 'hydrating') faults.push(`at rest and ${status}`);
  if (breaker.status === 'half-open') faults.push('at rest and half-open');
  for (const { id, trigger, tokensBefore, tokensAfter } of compactions) {
    if (trigger !== 'undo' && tokensAfter >= tokensBefore) faults.push(`${id} freed nothing`);
  }
  return faults;
}

/** The faults for which a provider or a caller would refuse an assembled context. */
export function contextFaultsOf(
  { messages, plan }: AssembledContext,
  memory: AgentMemory,
  systemText: string,
): readonly string[] {
  const faults = [...grammarFaults(messages)];
  const { inputTokens } = plan.budget;
  if (plan.totalTokens > inputTokens) faults.push(`${plan.totalTokens} of ${inputTokens} tokens`);
  if (messages[0]?.content !== systemText) faults.push('the system text does not come first');
  const hasAnchor = plan.items.some(({ decision }) => decision.rule.startsWith('ANCHOR'));
  const firstUser = memory
    .entries({ toSeq: plan.transcriptLength })
    .find(({ message }) => message.role === 'user');
  if (firstUser && !hasAnchor) faults.push('the anchor is not there');
  return faults;
}

/** Items of the plan whose unit holds neither system, anchor, current user message nor newest entry. */
export function unprotectedItems(memory: AgentMemory): readonly string[] {
  const entries = memory.entries();
  const users = entries.filter((entry) => entry.message.role === 'user');
  const firm = [users[0], users.at(-1), entries.at(-1)].map((entry) => entry?.unitStart);
  const units = new Set(firm);
  for (const { message, unitStart } of entries) if (message.role === 'system') units.add(unitStart);
  return memory
    .plan()
    .items.filter(({ kind }) => kind !== 'system')
    .filter(({ seq }) => seq === undefined || !units.has(entries[seq]?.unitStart))
    .map(({ id, decision }) => `${id} ${decision.rule} ${decision.tokens.sent}`);
}

/** Tells whether a value is a record of a history: what a store asks of one that it reads. */
type IsRecord = (value: unknown) => boolean;

/** The faults of the overlays and the history that a store holds. */
export async function storedFaultsOf(
  store: MemoryStore,
  id: string,
  isRecord: IsRecord,
): Promise<readonly string[]> {
  const stored = await store.load(id);
  if (!stored) return [];
  const transcript = storedTranscript(stored);
  const { overlays } = stored;
  const fault = runToEnd(
    findingFault(transcript, overlays, viewOf(transcript, overlays, simpleMeasurer), []),
  );
  return [...(fault === undefined ? [] : [`stored: ${fault}`]), ...historyFaults(stored, isRecord)];
}

function historyFaults({ history }: StoredSession, isRecord: IsRecord): readonly string[] {
  return history.flatMap((record, place) => {
    const isBehind = record.index === (history[0]?.index ?? 0) + place;
    return [
      ...(isRecord(record) ? [] : [`stored: history.${place} is no record`]),
      ...(isBehind ? [] : [`stored: history.${place} has the index ${record.index}`]),
    ];
  });
}

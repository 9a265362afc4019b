import { faultOf } from '../compaction/check-compaction.ts';
import { viewOf } from '../plan/view.ts';
import type { AgentMemory, AssembledContext } from '../session/agent-memory.ts';
import type { MemoryStore } from '../storage/memory-store.ts';
import type { Entry } from '../transcript/entry.ts';
import { transcriptOf } from '../transcript/transcript.ts';
import { grammarFaults } from './context-faults.ts';
import { simpleMeasurer } from './transcripts.ts';

/**
 * What a session must be whatever was done to it, kept as naively as can be: the list of what was
 * appended. Every check gives faults in words; none when all is well.
 */
export class ReferenceSession {
  readonly #appended: { readonly id: string; readonly json: string }[] = [];
  readonly #ids = new Set<string>();

  /** Takes note of entries in the order they were appended; known ids are no new entries. */
  append(entries: readonly Entry[]): void {
    for (const { id, message } of entries) {
      if (this.#ids.has(id)) continue;
      this.#ids.add(id);
      this.#appended.push({ id, json: JSON.stringify(message) });
    }
  }

  /** What is wrong with the session as it stands. */
  faultsOf(memory: AgentMemory): readonly string[] {
    return [...this.#transcriptFaults(memory), ...partitionFaults(memory), ...restFaults(memory)];
  }

  #transcriptFaults(memory: AgentMemory): readonly string[] {
    const entries = memory.entries();
    const isSame =
      entries.length === this.#appended.length &&
      entries.every(({ id, message, seq }, index) => {
        const expected = this.#appended[index];
        return seq === index && id === expected?.id && JSON.stringify(message) === expected.json;
      });
    return isSame
      ? []
      : [`transcript of ${entries.length}, appended were ${this.#appended.length}`];
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

/** What a session at rest must not show. */
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

/** What a provider or a caller would refuse of an assembled context. */
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

/** What is wrong with the overlays that a store holds. */
export async function storedFaultsOf(store: MemoryStore, id: string): Promise<readonly string[]> {
  const stored = await store.load(id);
  if (!stored) return [];
  const transcript = transcriptOf(stored.entries);
  const { overlays } = stored;
  const fault = faultOf(transcript, overlays, viewOf(transcript, overlays, simpleMeasurer), []);
  return fault === undefined ? [] : [`stored: ${fault}`];
}

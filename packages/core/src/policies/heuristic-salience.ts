import type { Entry } from '../transcript/entry.ts';
import type { MeasuredUnit } from './eviction-policy.ts';
import { messageImportance } from './message-importance.ts';
import { messageTerms } from './message-terms.ts';

export const DEFAULT_HALF_LIFE_MESSAGES = 20;

/**
 * The built-in score of an entry: recency + importance + relevance, each from 0 to 1.
 *
 * The sum is that of Generative Agents (Park et al., 2023, https://arxiv.org/abs/2304.03442, section
 * 4.1), which weighs all three alike, adapted to do without a model:
 *
 * - Recency falls exponentially there with game hours since a memory was last used; here it halves
 *   with every `halfLifeMessages` messages since the entry.
 * - Importance is there what a model answers when asked; here it is what the `score` of the memory said
 *   when the message was appended, and without one it is told by rules, `messageImportance`.
 * - Relevance is there the likeness of embeddings to the situation; here it is the share of the
 *   newest user message's terms that the entry has too, a term that is rare in the view weighing more.
 * - There each is rescaled to the candidates at hand; here each keeps its scale, so that an entry
 *   does not change its importance with its company.
 */
export function heuristicSalience(
  units: readonly MeasuredUnit[],
  halfLifeMessages: number,
): (entry: Entry) => number {
  const entries = units.flatMap((unit) => unit.entries);
  const newestSeq = entries.at(-1)?.seq ?? 0;
  const relevance = relevanceTo(
    entries.findLast(({ message }) => message.role === 'user'),
    entries,
  );
  return (entry) =>
    0.5 ** ((newestSeq - entry.seq) / halfLifeMessages) +
    (entry.importance ?? messageImportance(entry.message)) +
    relevance(entry);
}

function relevanceTo(
  asked: Entry | undefined,
  entries: readonly Entry[],
): (entry: Entry) => number {
  if (!asked) return () => 0;
  const sought = messageTerms(asked.message);
  const shared = new Map(
    entries.map((entry) => [entry, sharedTerms(sought, messageTerms(entry.message))]),
  );
  const holders = new Map<string, number>();
  for (const terms of shared.values()) {
    for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  const weightOf = (term: string) => Math.log2(1 + entries.length / (holders.get(term) ?? 1));
  const weigh = (terms: Iterable<string>) => {
    let sum = 0;
    for (const term of terms) sum += weightOf(term);
    return sum;
  };
  const whole = weigh(sought);
  return (entry) => (whole === 0 ? 0 : weigh(shared.get(entry) ?? []) / whole);
}

/** Walks the smaller of the two, so that all entries together cost no more than their texts. */
function sharedTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): readonly string[] {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  return [...small].filter((term) => large.has(term));
}

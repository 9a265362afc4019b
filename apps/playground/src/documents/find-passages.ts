import type { ContextPlan, Decision } from '@agent-memory/core';
import type { CutChunk, DocumentHit, Documents } from '@agent-memory/long-term/documents';
import { plural } from '../facts/figures.ts';

/** A passage that fits a question, and whether the model was sent it. */
export interface Passage {
  readonly hit: DocumentHit;
  /** The decision of the context about it, in a sentence; absent where it was not asked about. */
  readonly why: string | undefined;
  readonly isSent: boolean;
}

/** Everything that was found for one question. */
export interface FoundPassages {
  readonly question: string;
  readonly passages: readonly Passage[];
  readonly held: readonly CutChunk[];
}

/** Finds what fits a question, with the decision of the context that was assembled for it. */
export async function findPassages(
  documents: Documents,
  question: string,
  plan: ContextPlan | undefined,
): Promise<FoundPassages> {
  const { hits, cut } = await documents.search({ text: question });
  const decisions = decisionsById(plan?.items.map(({ decision }) => decision) ?? []);
  const passages = hits.map((hit) => {
    const decision = decisions.get(hit.chunk.id);
    return { hit, why: decision?.sentence, isSent: decision?.fate === 'sent' };
  });
  return { question, passages, held: cut };
}

function decisionsById(decisions: readonly Decision[]): ReadonlyMap<string, Decision> {
  const parts = decisions.flatMap((decision) => decision.parts ?? []);
  return new Map(parts.map((part) => [part.itemId, part]));
}

/** Leaves out passages of documents that are gone. */
export function stillThere(
  found: FoundPassages,
  stored: readonly { readonly id: string }[],
): FoundPassages {
  const ids = new Set(stored.map(({ id }) => id));
  return {
    ...found,
    passages: found.passages.filter(({ hit }) => ids.has(hit.chunk.documentId)),
    held: found.held.filter(({ documentId }) => ids.has(documentId)),
  };
}

/** The answer that stays in the conversation: without a word of the documents, which may be removed. */
export function answerWords({ passages, held }: FoundPassages): string {
  const count = passages.length;
  const fit =
    count === 0
      ? 'No passage of the documents fits.'
      : `${count} ${plural(count, 'passage')} of the documents ${count === 1 ? 'fits' : 'fit'}; each is quoted with its place.`;
  if (held.length === 0) return fit;
  const like = held.length === 1 ? 'was held back' : 'were held back';
  return `${fit} ${held.length} ${like}: an order to the assistant, it seems.`;
}

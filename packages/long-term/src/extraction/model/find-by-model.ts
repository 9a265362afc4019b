import type { AbortSignalLike, OpenAiMessage } from '@agent-memory/core';
import type { Candidate, Findings, RefusedCandidate } from '../candidate.ts';
import type { ReadableEntry } from '../find/readable-entry.ts';
import { checkProposal, type ToolTrust } from './check-proposal.ts';
import { type Chunk, type ChunkOptions, chunksOf } from './chunks.ts';
import type { ExtractionModel } from './extraction-model.ts';
import {
  ANSWER_SCHEMA,
  continuedRequestText,
  extractionRequestText,
  extractionRules,
} from './extraction-prompts.ts';
import { readAnswer } from './read-answer.ts';

/** A pass asks a model so often at most: with one round of reads and one of writes it has five steps [EXT-4]. */
const MOST_QUESTIONS = 3;
const ANSWER_TOKENS = 1_200;

/** The means of extraction by a model. */
export interface ModelParts {
  readonly model: ExtractionModel;
  readonly chunk: Required<ChunkOptions>;
  readonly tools: Readonly<Record<string, ToolTrust>>;
  /** The conversation as the main call sends it, for a cache that holds it. */
  readonly sharedPrefix?: () => readonly OpenAiMessage[] | Promise<readonly OpenAiMessage[]>;
}

/** Messages to read, and what they are understood by. */
export interface ModelWork {
  readonly entries: readonly ReadableEntry[];
  readonly before: readonly ReadableEntry[];
  /** The records that are known already, a line each. */
  readonly known: string;
}

/** The finds of a model, and how far it read. */
export interface ModelFindings extends Findings {
  /** So many of the messages were read, from the first on. */
  readonly read: number;
  readonly questions: number;
}

/**
 * Has a model propose what is worth keeping and holds each proposal against its source [EXT-5].
 *
 * @throws UnreadableAnswerError, what the model throws, or the signal's reason: then nothing was found.
 */
export async function findByModel(
  { entries, before, known }: ModelWork,
  parts: ModelParts,
  signal: AbortSignalLike,
): Promise<ModelFindings> {
  const { sharedPrefix } = parts;
  const prefix = sharedPrefix && (await sharedPrefix());
  const chunks = prefix
    ? [{ earlier: before, entries }]
    : chunksOf(entries, before, parts.chunk).slice(0, MOST_QUESTIONS);
  const answers = await Promise.all(
    chunks.map(async (chunk) => {
      const task = { known, ...chunk };
      const messages: readonly OpenAiMessage[] = prefix
        ? [...prefix, { role: 'user', content: continuedRequestText(task) }]
        : [RULES, { role: 'user', content: extractionRequestText(task) }];
      const { text } = await parts.model.chat({
        messages,
        maxTokens: ANSWER_TOKENS,
        temperature: 0,
        answerSchema: ANSWER_SCHEMA,
        urgency: 'background',
        signal,
      });
      return checked(text, chunk, parts);
    }),
  );
  return {
    candidates: answers.flatMap(({ candidates }) => candidates),
    refused: answers.flatMap(({ refused }) => refused),
    read: chunks.reduce((sum, chunk) => sum + chunk.entries.length, 0),
    questions: chunks.length,
  };
}

const RULES: OpenAiMessage = { role: 'system', content: extractionRules() };

function checked(answer: string, chunk: Chunk, { tools }: ModelParts): Findings {
  const source = { entries: [...chunk.earlier, ...chunk.entries], tools };
  const isNew = (entryId: string) => chunk.entries.some((entry) => entry.entryId === entryId);
  const candidates: Candidate[] = [];
  const refused: RefusedCandidate[] = [];
  for (const proposal of readAnswer(answer)) {
    const { candidate, ...fault } = { candidate: undefined, ...checkProposal(proposal, source) };
    if (!candidate) {
      const {
        rule = 'MALFORMED',
        entryId,
        kind,
      } = { entryId: undefined, kind: undefined, ...fault };
      refused.push({
        rule,
        entryIds: entryId === undefined ? [] : [entryId],
        ...(kind && { kind }),
      });
      continue;
    }
    const { kind, spans } = candidate;
    const [{ entryId }] = spans;
    // Messages that were read before are looked at only where the new ones refer to them.
    if (isNew(entryId)) candidates.push(candidate);
    else refused.push({ rule: 'DUPLICATE', entryIds: [entryId], kind });
  }
  return { candidates, refused };
}

import type {
  AbortSignalLike,
  BackgroundCalls,
  Clock,
  ModelCall,
  OpenAiMessage,
} from '@agent-memory/core';
import type { Candidate, Findings, RefusedCandidate } from '../candidate.ts';
import type { ReadableEntry } from '../find/readable-entry.ts';
import { checkProposal, type Proposal, type ToolTrust } from './check-proposal.ts';
import type { ExtractionModel } from './extraction-model.ts';
import { ANSWER_SCHEMA, extractionRequestText, extractionRules } from './extraction-prompts.ts';

/** A pass asks a model so often at most: with one round of reads and one of writes it has five steps [EXT-4]. */
const MOST_QUESTIONS = 3;
const ANSWER_TOKENS = 1_200;

/** The means of extraction by a model. */
export interface ModelParts {
  readonly model: ExtractionModel;
  readonly tools: Readonly<Record<string, ToolTrust>>;
}

/** The same, with those who count its calls. */
export interface ModelCalls extends ModelParts {
  readonly calls: BackgroundCalls;
  readonly clock: Clock;
}

/** Messages to read, and what they are understood by. */
interface ModelWork {
  readonly entries: readonly ReadableEntry[];
  readonly before: readonly ReadableEntry[];
  /** The records that are known already, a line each. */
  readonly known: string;
}

/** The finds of a model, and how far it read. */
interface ModelFindings extends Findings {
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
  parts: ModelCalls,
  signal: AbortSignalLike,
): Promise<ModelFindings> {
  const due = chunksOf(entries, before).slice(0, MOST_QUESTIONS);
  const refusedAt = due.findIndex(() => !parts.calls.begin());
  if (refusedAt === 0) throw new Error('the limit on spending was reached before it was asked');
  const chunks = refusedAt < 0 ? due : due.slice(0, refusedAt);
  const answers = await Promise.all(
    chunks.map(async (chunk) => {
      const content = extractionRequestText({ known, ...chunk });
      const messages: readonly OpenAiMessage[] = [RULES, { role: 'user', content }];
      const { model, calls, clock } = parts;
      const atMs = clock.nowMs();
      let call: Partial<ModelCall> = { outcome: { kind: 'failed' } };
      try {
        const { text, usage } = await model.chat({
          messages,
          maxTokens: ANSWER_TOKENS,
          temperature: 0,
          answerSchema: ANSWER_SCHEMA,
          urgency: 'background',
          signal,
        });
        call = { ...usage };
        return checked(text, chunk, parts);
      } finally {
        calls.told({ ...call, ms: clock.nowMs() - atMs }, model.name);
      }
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

/** Characters of the new messages of one request: about 3,000 tokens. */
const CHARACTERS = 12_000;
/** Characters of the messages before them, by which they are understood. */
const OVERLAP = 1_200;

/** Messages that are read at once. */
interface Chunk {
  readonly earlier: readonly ReadableEntry[];
  readonly entries: readonly ReadableEntry[];
}

/** The messages in pieces of so many characters; a longer message is a piece by itself, and is cut in the middle. */
function chunksOf(
  entries: readonly ReadableEntry[],
  before: readonly ReadableEntry[],
): readonly Chunk[] {
  const pieces: ReadableEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const cut = { ...entry, text: cutMiddle(entry.text, CHARACTERS) };
    const newest = pieces.at(-1);
    if (newest && cut.text.length <= room) newest.push(cut);
    else {
      pieces.push([cut]);
      room = CHARACTERS;
    }
    room -= cut.text.length;
  }
  let ahead = [...before];
  return pieces.map((piece) => {
    const chunk = { earlier: tailOf(ahead, OVERLAP), entries: piece };
    ahead = [...ahead, ...piece];
    return chunk;
  });
}

function tailOf(entries: readonly ReadableEntry[], characters: number): readonly ReadableEntry[] {
  const tail: ReadableEntry[] = [];
  let room = characters;
  for (const entry of entries.toReversed()) {
    if (room <= 0) break;
    const text = entry.text.slice(-room);
    if (text !== '') tail.unshift({ ...entry, text });
    room -= entry.text.length;
  }
  return tail;
}

function cutMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const half = Math.floor(characters / 2) - 5;
  return `${text.slice(0, half)} […] ${text.slice(-half)}`;
}

/** An answer that is not of the form asked for. */
export class UnreadableAnswerError extends Error {
  constructor(problem: string) {
    super(`The model's answer cannot be read: ${problem}.`);
    this.name = 'UnreadableAnswerError';
  }
}

const MOST_PROPOSALS = 40;

/**
 * The proposals of an answer. Words or fences around the JSON are passed over.
 * @throws UnreadableAnswerError where there is no such JSON; an empty answer is not one.
 */
function readAnswer(text: string): readonly Proposal[] {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to < from) throw new UnreadableAnswerError('it has no JSON');
  let answer: unknown;
  try {
    answer = JSON.parse(text.slice(from, to + 1));
  } catch {
    throw new UnreadableAnswerError('its JSON is broken');
  }
  const { memories } = answer as { readonly memories?: unknown };
  if (!Array.isArray(memories)) throw new UnreadableAnswerError('it has no list of memories');
  return memories
    .slice(0, MOST_PROPOSALS)
    .map((one) => (typeof one === 'object' && one !== null ? one : {}));
}

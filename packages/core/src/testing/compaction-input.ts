import { fixedBudget } from '../budget/token-budget.ts';
import type { CompactionInput } from '../compaction/compaction-input.ts';
import { draftCompaction } from '../compaction/draft-compaction.ts';
import { DEFAULT_LIMITS } from '../compaction/limits.ts';
import type { CompactionStage, StageInput } from '../compaction/stage.ts';
import { defaultStages } from '../compaction/stages/default-stages.ts';
import type { Message } from '../message/message.ts';
import { tokenBudget } from '../policies/eviction-policy.ts';
import { noOverlays } from '../view/overlay.ts';
import { aTextMessage, aToolCall, aToolResult } from './builders.ts';
import { aTranscript, simpleMeasurer } from './transcripts.ts';

/**
 * The input for a compaction of these messages; a budget of 1,000 and defaults unless told
 * otherwise.
 */
export function aCompactionInput(
  messages: readonly Message[],
  input: Partial<CompactionInput> = {},
): CompactionInput {
  return {
    compactionId: 'k',
    transcript: aTranscript(messages),
    overlays: noOverlays(),
    budget: fixedBudget(1_000),
    fixedTokens: 0,
    stages: defaultStages,
    policy: tokenBudget(),
    toolHints: {},
    limits: DEFAULT_LIMITS,
    allowExcerpt: false,
    notes: undefined,
    asksModel: false,
    measurer: simpleMeasurer,
    ...input,
  };
}

/**
 * The input of a stage at the start of such a compaction; the view has to be over the low
 * watermark.
 */
export function aStageInput(
  messages: readonly Message[],
  input: Partial<CompactionInput> = {},
): StageInput {
  let seen: StageInput | undefined;
  const probe: CompactionStage = {
    name: 'probe',
    decide: (given) => {
      seen ??= given;
      return {};
    },
  };
  draftCompaction(aCompactionInput(messages, { ...input, stages: [probe] }));
  if (!seen) throw new Error('No stage runs: the view is under the low watermark.');
  return seen;
}

/** Text of so many tokens by `simpleCounter`. */
export const textOfTokens = (tokens: number): string => 'x'.repeat(tokens * 4);

export const aUserMessage = (tokens: number): Message => aTextMessage('user', textOfTokens(tokens));

export const aReply = (tokens: number): Message => aTextMessage('assistant', textOfTokens(tokens));

/** A call of `toolName` with arguments of its own, and its result of about so many tokens. */
export function aStep(
  name: string,
  tokens: number,
  call: { readonly toolName?: string; readonly callId?: string } = {},
): readonly Message[] {
  const { toolName = 'read_file', callId = name } = call;
  return [
    aToolCall({ callId, toolName, arguments: `{"path":"${name}"}` }),
    aToolResult({ callId, text: textOfTokens(tokens) }),
  ];
}

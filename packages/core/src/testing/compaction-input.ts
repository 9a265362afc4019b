import { defaultStages } from '../compaction/default-stages.ts';
import { DEFAULT_LIMITS } from '../compaction/limits.ts';
import {
  type EvictionPolicy,
  type PolicyInput,
  type StageReason,
  tokenBudget,
} from '../compaction/policies/eviction-policy.ts';
import type {
  CompactionInput,
  CompactionStage,
  StageDecision,
  StageInput,
} from '../compaction/stage.ts';
import type { Summary } from '../condense/summarizer.ts';
import type { Steps } from '../ground/platform/steps.ts';
import type { Message } from '../message/message.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { noOverlays } from '../view/overlay.ts';
import { aTextMessage, aToolCall, aToolResult } from './builders.ts';
import { draftCompaction } from './to-the-end.ts';
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
  const probe = aStage({
    *decide(given) {
      seen ??= given;
      yield;
      return {};
    },
  });
  draftCompaction(aCompactionInput(messages, { ...input, stages: [probe] }));
  if (!seen) throw new Error('No stage runs: the view is under the low watermark.');
  return seen;
}

const OF_A_TEST: StageReason = { rule: 'POLICY_CHOSE', decidedBy: 'test', keptByRoom: true };

/** A stage's decision; units that leave by their starts. */
export function aDecision({
  trim = [],
  leave = [],
  summary,
  ...given
}: {
  readonly trim?: readonly { readonly seq: number; readonly maxTokens: number }[];
  readonly leave?: readonly number[];
  readonly summary?: string;
} & Pick<StageDecision, 'evict'>): StageDecision {
  return {
    ...given,
    ...(summary !== undefined && { summary: aSummary(summary) }),
    trim: trim.map((one) => ({ ...one, why: OF_A_TEST })),
    leave: leave.map((start) => ({ start, why: OF_A_TEST })),
  };
}

const aSummary = (text: string): Summary => ({ madeBy: 'test', fromSeq: 1, toSeq: 2, text });

/** A stage that decides nothing, unless told otherwise. */
function aStage(stage: Partial<CompactionStage> = {}): CompactionStage {
  return { name: 'test', decide: () => stepsTo({}), ...stage };
}

/** A stage that always decides so. */
export function aStageOf(
  decision: Parameters<typeof aDecision>[0],
  stage: Omit<Partial<CompactionStage>, 'decide'> = {},
): CompactionStage {
  return aStage({ ...stage, decide: () => stepsTo(aDecision(decision)) });
}

function* stepsTo(decision: StageDecision): Steps<StageDecision> {
  yield;
  return decision;
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

/** The starts of the units that a policy lets go. */
export function startsChosen(policy: EvictionPolicy, input: PolicyInput): readonly number[] {
  return policy.choose(input).map((one) => (typeof one === 'number' ? one : one.start));
}

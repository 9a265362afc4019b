import type { Keeps, OverlayReason } from '../view/overlay-reason.ts';
import type { Decision, Remedy, RuleCode } from './decision.ts';

/** The size of a conversation with nothing cut, and the budget that it has. */
export interface WholeSize {
  /** No fewer than the tokens of every original, system text and tools. */
  readonly tokens: number;
  /** No fewer than its messages. */
  readonly messages: number;
  readonly inputTokens: number;
}

/** The part of a decision that an overlay's own reason gives; `rule` where it has none. */
export function reasonFields(
  why: OverlayReason | undefined,
  rule: RuleCode,
  fromSeq: number,
  whole: WholeSize,
): Pick<Decision, 'rule' | 'decidedBy' | 'sentence' | 'remedy' | 'remedies'> {
  if (!why) return { rule };
  const { decidedBy, sentence, remedy, keeps } = why;
  const remedies = keeps && remediesOf(keeps, fromSeq, whole);
  return {
    rule: why.rule as RuleCode,
    ...(decidedBy !== undefined && { decidedBy }),
    ...(sentence !== undefined && { sentence }),
    ...(remedy !== undefined && { remedy }),
    ...(remedies && { remedies }),
  };
}

/** The settings that keep what stands at `fromSeq`; those that are enough already are left out. */
function remediesOf(
  { budgetShare, windows = [], tools = [] }: Keeps,
  fromSeq: number,
  { tokens, messages, inputTokens }: WholeSize,
): readonly Remedy[] {
  const option = 'policy.messages';
  const reach = messages - fromSeq;
  const budgetTokens = Math.ceil(tokens / budgetShare);
  return [
    ...windows.flatMap(({ policy: of, messages: kept }) =>
      kept < reach ? [{ option, of, atLeast: reach } as const] : [],
    ),
    ...tools.map(
      (tool) =>
        ({ option: 'toolHints.maxTokens', of: tool.toolName, atLeast: tool.tokens }) as const,
    ),
    ...(budgetTokens > inputTokens
      ? [{ option: 'inputBudget', atLeast: budgetTokens } as const]
      : []),
  ];
}

import type { TokenBudget } from '../budget/token-budget.ts';
import type { TokenCount } from '../tokens/token-count.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Condensed, EntryOverlay, RangeOverlay } from '../view/overlay.ts';
import { type Protection, protectionOf } from '../view/protected.ts';
import type { ViewCondensed, ViewEntry, ViewRepair } from '../view/view.ts';
import type { Decision, RuleCode } from './decision.ts';
import type { PlanRange } from './plan-item.ts';
import type { SentTier } from './tier.ts';

/** The facts that a decision looks up beside the item itself. */
export interface DecisionContext {
  readonly transcript: Transcript;
  readonly budget: TokenBudget;
}

const PROTECTION_RULES: Readonly<Record<Protection, RuleCode>> = {
  system: 'SYSTEM_PROTECTED',
  anchor: 'ANCHOR_PROTECTED',
  'current-user': 'CURRENT_USER_PROTECTED',
  'newest-unit': 'NEWEST_UNIT_PROTECTED',
};

const EVICTION_RULES = {
  superseded: 'RESULT_SUPERSEDED',
  'latest-only': 'RESULT_NOT_LATEST',
  ephemeral: 'RESULT_USED_UP',
} as const satisfies Readonly<Record<string, RuleCode>>;

/** Shared by the many decisions that need no figures. */
const NO_NUMBERS: Readonly<Record<string, number>> = Object.freeze({});

/** Why an entry of the view is sent, and sent as it is. */
export function decideEntry(member: ViewEntry, tier: SentTier, context: DecisionContext): Decision {
  const { entry, overlay } = member;
  const tokens = { raw: entry.tokens.value, sent: member.tokens, source: member.source };
  if (overlay) {
    const overlaid = overlaidDecision(entry, overlay, context.transcript);
    return { itemId: entry.id, tier, tokens, ...overlaid };
  }
  const rule = member.mended ? 'STRAY_RESULT_AS_TEXT' : wholeRule(entry, context.transcript);
  return { itemId: entry.id, tier, fate: 'sent', rule, tokens, numbers: NO_NUMBERS };
}

function wholeRule(entry: Entry, transcript: Transcript): RuleCode {
  const protection = protectionOf(transcript, entry.seq);
  return protection ? PROTECTION_RULES[protection] : 'FITS';
}

function overlaidDecision(
  entry: Entry,
  overlay: EntryOverlay,
  transcript: Transcript,
): Pick<Decision, 'fate' | 'rule' | 'numbers' | 'by'> {
  switch (overlay.kind) {
    case 'trimmed': {
      const rule = trimRule(entry, transcript);
      return { fate: 'trimmed', rule, numbers: { limitTokens: overlay.limitTokens } };
    }
    case 'shortened-calls':
      return {
        fate: 'trimmed',
        rule: 'CALL_ARGUMENTS_OVER_LIMIT',
        numbers: { limitTokens: overlay.limitTokens },
      };
    case 'evicted-results': {
      const { supersededBySeq, reason } = overlay;
      const rule = EVICTION_RULES[reason ?? 'superseded'];
      if (supersededBySeq === undefined) return { fate: 'evicted', rule, numbers: {} };
      const by = [transcript.log.at(supersededBySeq).id];
      return { fate: 'evicted', rule, numbers: { supersededBySeq }, by };
    }
    default:
      return overlay satisfies never;
  }
}

function trimRule({ seq, message }: Entry, { anchorSeq }: Transcript): RuleCode {
  if (message.role === 'tool') return 'TOOL_RESULT_OVER_LIMIT';
  return seq === anchorSeq ? 'ANCHOR_OVER_SHARE' : 'TEXT_OVER_LIMIT';
}

/** Why a message stands in the view that is in no transcript. */
export function decideRepair(member: ViewRepair, itemId: string, tier: SentTier): Decision {
  const isPlaceholder = member.message.role === 'tool';
  return {
    itemId,
    tier,
    fate: 'sent',
    rule: isPlaceholder ? 'MISSING_RESULT_FILLED' : 'STRAY_RESULT_AS_TEXT',
    tokens: { raw: 0, sent: member.tokens, source: member.source },
    numbers: {},
    by: [member.entry.id],
  };
}

/** Why the condensed text stands in the view. */
export function decideCondensed(member: ViewCondensed, context: DecisionContext): Decision {
  const { condensed, tokens } = member;
  return {
    itemId: condensed.id,
    tier: 'archive',
    fate: 'sent',
    rule: 'STANDS_FOR_RANGES',
    tokens: { raw: condensed.coveredTokens, sent: tokens.value, source: tokens.source },
    numbers: {
      coveredMessages: condensed.coveredEntries,
      coveredTokens: condensed.coveredTokens,
      budgetShare: tokens.value / context.budget.inputTokens,
    },
  };
}

/** Why a range of entries is not sent. */
export function decideRange(
  range: RangeOverlay,
  condensed: Condensed | undefined,
  budget: TokenBudget,
): PlanRange {
  const { fromSeq, toSeq } = range;
  const original = { value: range.tokens, source: range.source ?? 'counted' } as const;
  return {
    fromSeq,
    toSeq,
    decision: {
      itemId: `range-${fromSeq}-${toSeq}`,
      tier: 'archive',
      ...leftTheView(original, condensed, budget),
    },
  };
}

/** The part of a decision that an entry of a range shares with the range as a whole. */
export function leftTheView(
  original: Pick<TokenCount, 'value' | 'source'>,
  condensed: Condensed | undefined,
  budget: TokenBudget,
): Pick<Decision, 'fate' | 'rule' | 'tokens' | 'numbers' | 'by'> {
  // Without room for its text nothing stands for what left.
  const standsForIt = condensed !== undefined && condensed.text !== '';
  return {
    fate: standsForIt ? 'summarised' : 'evicted',
    rule: 'TIER_OVER_BUDGET_OLDEST_FIRST',
    tokens: { raw: original.value, sent: 0, source: original.source },
    numbers: {
      highTokens: budget.highTokens,
      lowTokens: budget.lowTokens,
      inputTokens: budget.inputTokens,
    },
    ...(standsForIt && { by: [condensed.id] }),
  };
}

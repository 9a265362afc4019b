import type { TokenBudget } from '../tokens/budget/token-budget.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Condensed, EntryOverlay, OverlayReason, RangeOverlay } from '../view/overlay.ts';
import { type Protection, protectionOf } from '../view/protected.ts';
import type { ViewCondensed, ViewEntry, ViewRepair } from '../view/view.ts';
import type { Decision, RuleCode, SentTier } from './decision.ts';
import type { PlanRange } from './plan-item.ts';

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

/** Shared by the many decisions that need no figures. */
const NO_NUMBERS: Readonly<Record<string, number>> = Object.freeze({});

/** Why an entry of the view is sent, and sent as it is. */
export function decideEntry(member: ViewEntry, tier: SentTier, context: DecisionContext): Decision {
  const { entry, overlay } = member;
  const tokens = { raw: entry.tokens.value, sent: member.tokens, source: member.source };
  if (overlay) {
    const overlaid = overlaidDecision(overlay, context);
    return { itemId: entry.id, tier, tokens, ...overlaid };
  }
  const rule = member.repaired ? 'STRAY_RESULT_AS_TEXT' : wholeRule(entry, context.transcript);
  return { itemId: entry.id, tier, fate: 'sent', rule, tokens, numbers: NO_NUMBERS };
}

function wholeRule(entry: Entry, transcript: Transcript): RuleCode {
  const protection = protectionOf(transcript, entry.seq);
  return protection ? PROTECTION_RULES[protection] : 'FITS';
}

function overlaidDecision(
  overlay: EntryOverlay,
  { transcript }: DecisionContext,
): Omit<Decision, 'itemId' | 'tier' | 'tokens'> {
  const { why, kind } = overlay;
  const reason = reasonFields(why);
  if (kind !== 'evicted-results') {
    const { limitTokens } = overlay;
    return { fate: 'trimmed', ...reason, numbers: { ...why?.numbers, limitTokens } };
  }
  const { supersededBySeq } = overlay;
  if (supersededBySeq === undefined) return { fate: 'evicted', ...reason, numbers: {} };
  const by = transcript.log.slice(supersededBySeq, supersededBySeq + 1).map(({ id }) => id);
  return { fate: 'evicted', ...reason, numbers: { supersededBySeq }, by };
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
  { fromSeq, toSeq, tokens, source, why }: RangeOverlay,
  condensed: Condensed | undefined,
): PlanRange {
  // Without room for its text nothing stands for what left.
  const standsForIt = condensed !== undefined && condensed.text !== '';
  return {
    fromSeq,
    toSeq,
    decision: {
      itemId: `range-${fromSeq}-${toSeq}`,
      tier: 'archive',
      fate: standsForIt ? 'summarised' : 'evicted',
      ...reasonFields(why),
      tokens: { raw: tokens, sent: 0, source: source ?? 'counted' },
      numbers: why?.numbers ?? NO_NUMBERS,
      ...(standsForIt && { by: [condensed.id] }),
    },
  };
}

/** The part of a decision that an overlay's own reason gives. */
function reasonFields(
  why: OverlayReason | undefined,
): Pick<Decision, 'rule' | 'decidedBy' | 'sentence' | 'remedy'> {
  if (!why) return { rule: 'REASON_NOT_RECORDED' };
  const { decidedBy, sentence, remedy } = why;
  return {
    rule: why.rule as RuleCode,
    ...(decidedBy !== undefined && { decidedBy }),
    ...(sentence !== undefined && { sentence }),
    ...(remedy !== undefined && { remedy }),
  };
}

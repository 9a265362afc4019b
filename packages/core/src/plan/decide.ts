import type { TokenBudget } from '../budget/token-budget.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Condensed, EntryOverlay, RangeOverlay } from '../view/overlay.ts';
import { type Protection, protectionOf } from '../view/protected.ts';
import type { ViewCondensed, ViewEntry, ViewRepair } from '../view/view.ts';
import type { Decision, RuleCode } from './decision.ts';
import type { PlanRange } from './plan-item.ts';
import { reasonFields, type WholeSize } from './remedies.ts';
import type { SentTier } from './tier.ts';

/** The facts that a decision looks up beside the item itself. */
export interface DecisionContext {
  readonly transcript: Transcript;
  readonly budget: TokenBudget;
  readonly whole: WholeSize;
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
    const overlaid = overlaidDecision(entry, overlay, context);
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
  { transcript, whole }: DecisionContext,
): Omit<Decision, 'itemId' | 'tier' | 'tokens'> {
  const reason = (rule: RuleCode) => reasonFields(overlay.why, rule, entry.unitStart, whole);
  if (overlay.kind === 'evicted-results') {
    const { supersededBySeq } = overlay;
    const fields = {
      fate: 'evicted',
      ...reason(EVICTION_RULES[overlay.reason ?? 'superseded']),
    } as const;
    if (supersededBySeq === undefined) return { ...fields, numbers: {} };
    const by = transcript.log.slice(supersededBySeq, supersededBySeq + 1).map(({ id }) => id);
    return { ...fields, numbers: { supersededBySeq }, by };
  }
  const { kind, limitTokens } = overlay;
  const rule = kind === 'trimmed' ? trimRule(entry, transcript) : 'CALL_ARGUMENTS_OVER_LIMIT';
  return { fate: 'trimmed', ...reason(rule), numbers: { ...overlay.why?.numbers, limitTokens } };
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
  { fromSeq, toSeq, tokens, source, why }: RangeOverlay,
  condensed: Condensed | undefined,
  { highTokens, lowTokens, inputTokens }: TokenBudget,
  whole: WholeSize,
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
      ...reasonFields(why, 'REASON_NOT_RECORDED', fromSeq, whole),
      tokens: { raw: tokens, sent: 0, source: source ?? 'counted' },
      numbers: { ...why?.numbers, highTokens, lowTokens, inputTokens },
      ...(standsForIt && { by: [condensed.id] }),
    },
  };
}

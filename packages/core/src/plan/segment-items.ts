import { wellFormedMessage } from '../message/well-formed.ts';
import type { ViewCondensed, ViewUnit } from '../view/view.ts';
import { type DecisionContext, decideCondensed, decideEntry, decideRepair } from './decide.ts';
import type { FixedContext } from './fixed-context.ts';
import type { PlanItem } from './plan-item.ts';
import type { SentTier } from './tier.ts';

/** The items that stand ahead of the view. */
export function fixedItems(fixed: FixedContext): readonly PlanItem[] {
  const items: PlanItem[] = [];
  for (const kind of ['system', 'tools'] as const) {
    const part = fixed[kind];
    if (!part) continue;
    const rule = kind === 'system' ? 'SYSTEM_PROTECTED' : 'TOOLS_COUNTED';
    const { value, source } = part.tokens;
    items.push({
      id: kind,
      kind,
      tier: 'system',
      message: wellFormedMessage(part.message),
      decision: {
        itemId: kind,
        tier: 'system',
        fate: 'sent',
        rule,
        tokens: { raw: value, sent: value, source },
        numbers: {},
      },
    });
  }
  return items;
}

/** The items of one segment of the view, each with its reason. */
export function segmentItems(
  segment: ViewUnit | ViewCondensed,
  tier: SentTier,
  context: DecisionContext,
): readonly PlanItem[] {
  if (segment.kind === 'condensed') {
    const { id } = segment.condensed;
    const message = wellFormedMessage(segment.message);
    return [{ id, kind: 'condensed', tier, message, decision: decideCondensed(segment, context) }];
  }
  return segment.members.map((member, index): PlanItem => {
    const { entry } = member;
    const message = wellFormedMessage(member.message);
    if (member.kind === 'entry') {
      const decision = decideEntry(member, tier, context);
      return { id: entry.id, kind: 'entry', tier, seq: entry.seq, message, decision };
    }
    const id = `${entry.id}/repair-${index}`;
    const decision = decideRepair(member, id, tier);
    return { id, kind: 'repair', tier, seq: entry.seq, message, decision };
  });
}

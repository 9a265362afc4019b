import type { ContextPlan, PlanItem, Role, Tier } from '@agent-memory/core';

/** A sent item without its text. */
export type ItemFacts = Omit<PlanItem, 'message'> & { readonly role: Role };

/** A plan without its texts: structured-cloneable, and as large as the number of items. */
export type PlanFacts = Omit<ContextPlan, 'items'> & { readonly items: readonly ItemFacts[] };

/** The figures of one plan, small enough to keep many. */
export interface PlanNumbers {
  readonly atMs: number;
  readonly epoch: number;
  readonly transcriptLength: number;
  readonly items: number;
  readonly totalTokens: number;
  readonly freeTokens: number;
  readonly tierTokens: Readonly<Record<Tier, number>>;
}

const known = new WeakMap<ContextPlan, PlanFacts>();

/** Takes the texts out of a plan; the same plan gives the same facts again. */
export function planFacts(plan: ContextPlan): PlanFacts {
  const made = known.get(plan);
  if (made) return made;
  const facts: PlanFacts = {
    ...plan,
    items: plan.items.map(itemFacts),
  };
  known.set(plan, facts);
  return facts;
}

function itemFacts(item: PlanItem): ItemFacts {
  return item.kind === 'entry' || item.kind === 'repair' ? entryFacts(item) : madeItemFacts(item);
}

// Field by field: this runs for every item of every plan while a panel is open, and copying the rest
// of an object takes many times as long.
function entryFacts({ id, kind, tier, seq, message, decision }: PlanItem): ItemFacts {
  const { role } = message;
  return seq === undefined
    ? { id, kind, tier, role, decision }
    : { id, kind, tier, seq, role, decision };
}

/** A handful in a plan; a kind that came later may bring facts of its own along. */
function madeItemFacts({ message, ...facts }: PlanItem): ItemFacts {
  return { ...facts, role: message.role };
}

/** The figures of a plan that are worth keeping once a newer one has come. */
export function planNumbers(plan: ContextPlan, atMs: number): PlanNumbers {
  const { system, archive, working, live, headroom } = plan.tiers;
  return {
    atMs,
    epoch: plan.epoch,
    transcriptLength: plan.transcriptLength,
    items: plan.items.length,
    totalTokens: plan.totalTokens,
    freeTokens: plan.freeTokens,
    tierTokens: {
      system: system.tokens,
      archive: archive.tokens,
      working: working.tokens,
      live: live.tokens,
      headroom: headroom.tokens,
    },
  };
}

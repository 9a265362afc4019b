import type { PolicyReason } from '../policies/eviction-policy.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Keeps, OverlayReason, ToolLimit } from '../view/overlay-reason.ts';
import { type KeepingSettings, keptBy, toolsOverLimit } from './kept-by.ts';

/** Gives reasons the form in which overlays keep them. */
export interface ReasonMaker {
  /** The reason for what was done to these entries, or that the stage did it. */
  reasonFor(
    why: (PolicyReason & Pick<OverlayReason, 'keeps' | 'decidedBy'>) | undefined,
    fallback: PolicyReason,
    entries: readonly Entry[],
  ): OverlayReason;
}

/** A maker for what one stage decided. The same reason for entries of the same kind is one object. */
export function reasonMaker(stage: string, settings: KeepingSettings): ReasonMaker {
  const keepsAll = keptBy(settings);
  const made = new Map<PolicyReason, OverlayReason>();
  return {
    reasonFor(why, fallback, entries) {
      const given = why ?? { ...fallback, decidedBy: stage };
      const tools = toolsOverLimit(entries, settings.toolHints);
      const known = tools.length === 0 && why ? made.get(why) : undefined;
      if (known) return known;
      const { keptByRoom, rule = fallback.rule ?? 'STAGE_TOOK_OUT', ...rest } = given;
      const keeps = rest.keeps ?? (keptByRoom && keepsAll ? withTools(keepsAll, tools) : undefined);
      const reason: OverlayReason = { ...rest, rule, ...(keeps && { keeps }) };
      if (tools.length === 0 && why) made.set(why, reason);
      return reason;
    },
  };
}

function withTools(keeps: Keeps, tools: readonly ToolLimit[]): Keeps {
  return tools.length > 0 ? { ...keeps, tools } : keeps;
}

/**
 * The one reason for neighbours that left for the same reason; `undefined` where there are two. Figures
 * on which they differ are left out, and bounds hold for both.
 */
export function joinedReason(
  a: OverlayReason | undefined,
  b: OverlayReason | undefined,
): { readonly why?: OverlayReason } | undefined {
  if (a === b) return b ? { why: b } : {};
  if (!a || !b || identityOf(a) !== identityOf(b)) return undefined;
  const numbers = joinedNumbers(a.numbers, b.numbers);
  const tools = joinedTools(a.keeps?.tools, b.keeps?.tools);
  const keeps = b.keeps && withTools({ ...b.keeps, ...leastShare(a.keeps, b.keeps) }, tools);
  return { why: { ...b, ...(numbers && { numbers }), ...(keeps && { keeps }) } };
}

/** Everything of a reason but its figures. */
function identityOf({ rule, decidedBy, sentence, remedy, keeps }: OverlayReason): string {
  return JSON.stringify([rule, decidedBy, sentence, remedy, keeps && (keeps.windows ?? [])]);
}

function leastShare(a: Keeps | undefined, b: Keeps): Pick<Keeps, 'budgetShare'> {
  return { budgetShare: Math.min(a?.budgetShare ?? b.budgetShare, b.budgetShare) };
}

type Numbers = NonNullable<OverlayReason['numbers']>;

function joinedNumbers(a: Numbers = {}, b: Numbers = {}): Numbers | undefined {
  const joined: Record<string, number> = {};
  for (const [name, value] of Object.entries(b)) {
    const other = a[name];
    if (other === undefined) continue;
    if (name.startsWith('least')) joined[name] = Math.min(other, value);
    else if (name.startsWith('most')) joined[name] = Math.max(other, value);
    else if (other === value) joined[name] = value;
  }
  return Object.keys(joined).length > 0 || Object.keys(b).length > 0 ? joined : undefined;
}

function joinedTools(
  a: readonly ToolLimit[] = [],
  b: readonly ToolLimit[] = [],
): readonly ToolLimit[] {
  const largest = new Map(a.map(({ toolName, tokens }) => [toolName, tokens]));
  for (const { toolName, tokens } of b) {
    largest.set(toolName, Math.max(largest.get(toolName) ?? 0, tokens));
  }
  return [...largest].map(([toolName, tokens]) => ({ toolName, tokens }));
}

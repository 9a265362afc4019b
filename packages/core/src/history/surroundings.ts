import type { ContextPlan } from '../plan/context-plan.ts';
import { archiveSectionsIn } from '../plan/with-archive-sections.ts';
import type { ContextSurroundings, LiveRecord } from './history-record.ts';

/** The surroundings of an assembled context, read off its plan. */
export function surroundingsOf(plan: ContextPlan): ContextSurroundings {
  return {
    budget: plan.budget,
    system: textOf(plan, 'system'),
    tools: textOf(plan, 'tools'),
    live: liveRecordOf(plan),
    degraded: plan.degraded,
  };
}

/** One object for every context without live text: comparing two of them costs nothing. */
const NOTHING_LIVE: LiveRecord = Object.freeze({
  items: Object.freeze([]),
  withheld: Object.freeze([]),
});

/** The live tier is the end of a plan; the rest of a long context is not walked. */
function liveRecordOf({ items, tiers, withheld }: ContextPlan): LiveRecord {
  const live = items.slice(items.length - tiers.live.items);
  const sections = [...archiveSectionsIn(items), ...live];
  return sections.length + withheld.length === 0 ? NOTHING_LIVE : { items: sections, withheld };
}

/** The parts that are not as they were. */
export function surroundingsChange(
  before: ContextSurroundings,
  now: ContextSurroundings,
): Partial<ContextSurroundings> {
  return {
    ...(!isSameData(before.budget, now.budget) && { budget: now.budget }),
    ...(before.system !== now.system && { system: now.system }),
    ...(before.tools !== now.tools && { tools: now.tools }),
    ...(!isSameData(before.live, now.live) && { live: now.live }),
    ...(!isSameData(before.degraded, now.degraded) && { degraded: now.degraded }),
  };
}

/** The surroundings with the parts that changed; `undefined` while some part was never said. */
export function surroundingsAfter(
  before: ContextSurroundings | undefined,
  changed: Partial<ContextSurroundings>,
): ContextSurroundings | undefined {
  if (before) return { ...before, ...changed };
  return isWhole(changed) ? changed : undefined;
}

/** Tells whether nothing has to be looked up in earlier contexts. */
export function isWhole(changed: Partial<ContextSurroundings>): changed is ContextSurroundings {
  const { budget, system, tools, live, degraded } = changed;
  return [budget, system, tools, live, degraded].every((part) => part !== undefined);
}

/** System text and tools are the first items of a plan; the rest of a long context is not walked. */
function textOf({ items }: ContextPlan, kind: 'system' | 'tools'): string {
  const found = items.slice(0, 2).find((item) => item.id === kind && item.kind === kind);
  const [part] = found?.message.parts ?? [];
  return part?.type === 'text' ? part.text : '';
}

/** Small values, made by the planner with their fields in one order. */
function isSameData(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

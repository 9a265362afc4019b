import type { AgentMemory, ContextPlan } from '@agent-memory/core';
import { useAgentMemoryState } from './use-agent-memory-state.ts';

/**
 * The plan of the last assembled context: every item with its tokens and the reason it is there;
 * `undefined` before the first `assemble`. Renders again only when there is another plan.
 *
 * @example
 * ```tsx
 * const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 * const plan = useContextPlan(memory);
 * const freeTokens = useContextPlan(memory, (plan) => plan.freeTokens);
 * ```
 */
export function useContextPlan<Pad>(memory: AgentMemory<Pad>): ContextPlan | undefined;
/**
 * Selects part of the plan of the last assembled context; renders again only when that part changes.
 *
 * @param selector pure; may be written inline. Not called before the first `assemble`.
 * @param isEqual whether two selections count as the same. Default `Object.is`.
 */
export function useContextPlan<Selection, Pad>(
  memory: AgentMemory<Pad>,
  selector: (plan: ContextPlan) => Selection,
  isEqual?: (left: Selection, right: Selection) => boolean,
): Selection | undefined;
export function useContextPlan<Selection, Pad>(
  memory: AgentMemory<Pad>,
  selector: (plan: ContextPlan) => Selection | ContextPlan = (plan) => plan,
  isEqual: (left: Selection, right: Selection) => boolean = Object.is,
): Selection | ContextPlan | undefined {
  return useAgentMemoryState<Selection | ContextPlan | undefined, Pad>(
    memory,
    ({ plan }) => plan && selector(plan),
    // Without a selector the comparison is `Object.is`, which takes plans as well.
    (left, right) =>
      left === undefined || right === undefined
        ? left === right
        : isEqual(left as Selection, right as Selection),
  );
}

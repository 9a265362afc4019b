import {
  type DefaultScratchpad,
  defaultScratchpad,
  padOfTexts,
} from '../scratchpad/default-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';

/** The default scratchpad with a plan: one line a step, as `update_plan` writes them. */
export interface PlanScratchpad extends DefaultScratchpad {
  plan: string[];
}

/**
 * The default scratchpad with a plan in steps.
 *
 * @example
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 128_000,
 *   scratchpad: planScratchpad,
 * });
 * const tools = scratchpadTools(memory, planScratchpad);
 */
export const planScratchpad: ScratchpadSchema<PlanScratchpad> = padOfTexts({
  ...defaultScratchpad.initial,
  plan: [],
});

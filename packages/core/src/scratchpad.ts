export type { PadMemory } from './upkeep/kept-pad.ts';
export { type PlanScratchpad, planScratchpad } from './upkeep/plan-scratchpad.ts';
export {
  type ScratchpadGap,
  type ScratchpadGapsOptions,
  scratchpadGaps,
} from './upkeep/scratchpad-gaps.ts';
export { type ScratchpadToolsOptions, scratchpadTools } from './upkeep/scratchpad-tools.ts';
export {
  type ScratchpadModel,
  type ScratchpadUpdate,
  type ScratchpadUpdater,
  type ScratchpadUpdaterOptions,
  scratchpadUpdater,
} from './upkeep/scratchpad-updater.ts';
export {
  type ScratchpadVersion,
  type ScratchpadVersions,
  type ScratchpadVersionsOptions,
  scratchpadVersions,
} from './upkeep/scratchpad-versions.ts';

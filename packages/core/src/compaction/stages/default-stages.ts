import type { CompactionStage } from '../stage.ts';
import { condense } from './condense.ts';
import { evictSuperseded } from './evict-superseded.ts';
import { sessionMemory } from './session-memory.ts';
import { trimResults } from './trim-results.ts';

/** The default pipeline, cheapest first [CMP-1]. */
export const defaultStages: readonly CompactionStage[] = [
  trimResults(),
  evictSuperseded(),
  sessionMemory(),
  condense(),
];

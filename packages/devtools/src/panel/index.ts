export type { CompactionFacts, PreviewFacts } from '../source/compaction-facts.ts';
export type {
  Answer,
  CopyFormat,
  DevtoolsSource,
  DevtoolsState,
  FindResult,
  FindScope,
  ReportedProblem,
} from '../source/devtools-source.ts';
export type {
  ActionOutcome,
  InspectableLongTerm,
  LongTermSource,
} from '../source/long-term-source.ts';
export {
  type InspectableMemory,
  type MemorySourceOptions,
  memorySource,
} from '../source/memory-source.ts';
export type { ItemFacts, PlanFacts, PlanNumbers } from '../source/plan-facts.ts';
export type { RecallCut, RecallFacts, RecallHit, RecordFacts } from '../source/record-facts.ts';
export type { RecordMark, RecordPage, RecordQuery } from '../source/record-scan.ts';
export { MemoryPanel, type MemoryPanelProps } from './memory-panel.tsx';
export { type DrawnPanel, type MountedPanel, mountPanel } from './mount-panel.tsx';
export type { PanelTheme } from './styles/theme.ts';

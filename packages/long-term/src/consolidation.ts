export {
  type AcceptedChange,
  acceptChanges,
  type ConsolidationOptions,
  declineChanges,
  proposeConsolidation,
  undoChanges,
} from './consolidation/consolidate.ts';
export type { ProposedChange, RecordThen } from './consolidation/proposed-change.ts';

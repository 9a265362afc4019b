export {
  type ConsolidationOptions,
  type ConsolidationReport,
  consolidateMemory,
} from './consolidation/consolidate-memory.ts';
export type { ForgetProposal } from './consolidation/plan-consolidation.ts';
export type { ExtractionRule, RefusedCandidate } from './extraction/candidate.ts';
export {
  type MemoryExtraction,
  type MemoryExtractionOptions,
  memoryExtraction,
} from './extraction/memory-extraction.ts';
export type { ToolTrust } from './extraction/model/check-proposal.ts';
export type { ChunkOptions } from './extraction/model/chunks.ts';
export type { ExtractionModel, ExtractionRequest } from './extraction/model/extraction-model.ts';
export type { CheckText } from './extraction/run/choose-candidates.ts';
export type {
  ExtractionCause,
  ExtractionFailure,
  ExtractionReport,
  ForgottenRecord,
  TakenRecord,
} from './extraction/run/report.ts';
export { type MemoryManifestOptions, memoryManifest } from './manifest/memory-manifest.ts';

export type { ExtractionRule } from './extraction/candidate.ts';
export {
  type MemoryExtraction,
  type MemoryExtractionOptions,
  memoryExtraction,
} from './extraction/memory-extraction.ts';
export type { ExtractionModel } from './extraction/model/extraction-model.ts';
export type { ExtractionReport } from './extraction/run/report.ts';
export { memoryManifest } from './manifest/memory-manifest.ts';

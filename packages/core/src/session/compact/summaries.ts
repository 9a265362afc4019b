// For code that writes or checks summaries.
export { sourcesOf } from '../../compaction/sources.ts';
export { mapReduce, rangeOf } from '../../condense/division/map-reduce.ts';
export {
  lastSentenceEnd,
  sentencesOf,
  wholeSentencesWithin,
} from '../../condense/division/split-text.ts';
export { summarizeWithinWindow } from '../../condense/division/summarize-within-window.ts';
export type { SummaryTask } from '../../condense/division/summary-task.ts';
export { summarisingExtractively } from '../../condense/extractive-summary.ts';
export { findValues } from '../../condense/find-values.ts';
export { summaryFault } from '../../condense/summary-fault.ts';
export { valuesInText } from '../../condense/values-in-text.ts';
export { isModelFree } from './checked-summarizer.ts';

// For code that writes or checks summaries.
export { sourcesOf } from '../../compaction/sources.ts';
export { summarisingExtractively } from '../../condense/extractive-summary.ts';
export { findValues } from '../../condense/find-values.ts';
export { SENTENCE_END } from '../../condense/split-sentences.ts';
export { headWithin, lastSentenceEnd, wholeSentencesWithin } from '../../condense/split-text.ts';
export { summaryFault } from '../../condense/summary-fault.ts';
export { valuesInText } from '../../condense/values-in-text.ts';
export { isModelFree } from './checked-summarizer.ts';

/**
 * Everything that only a compaction needs, as one door: a session loads it in the background, so
 * that an app's first load does not carry it.
 */
export { summarizeOrFallBack } from '../condense/summarize-or-fall-back.ts';
export { draftCompaction } from './draft-compaction.ts';
export { finishCompaction } from './finish-compaction.ts';

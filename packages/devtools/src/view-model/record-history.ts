import type { MemoryRecord } from '@agent-memory/long-term';
import { endWords, sourceWords } from './record-words.ts';

/** One step in the history of a record and of those that it corrects. */
export interface HistoryStep {
  readonly key: string;
  readonly atMs: number;
  readonly words: string;
  /** The text from then on; absent where it stayed. */
  readonly text?: string;
  /** Another record than the one whose history it is. */
  readonly recordId?: string;
}

/** The history of a record as steps, newest first. */
export function historySteps(
  recordId: string,
  versions: readonly MemoryRecord[],
): readonly HistoryStep[] {
  const before = new Map<string, MemoryRecord>();
  const steps = versions.map((version): HistoryStep => {
    const earlier = before.get(version.id);
    before.set(version.id, version);
    const isNewText = earlier?.text !== version.text;
    return {
      key: `${version.id}:${version.revision}`,
      atMs: version.updatedAtMs,
      words: stepWords(version, earlier),
      ...(isNewText ? { text: version.text } : {}),
      ...(version.id === recordId ? {} : { recordId: version.id }),
    };
  });
  return steps.reverse();
}

function stepWords(version: MemoryRecord, earlier: MemoryRecord | undefined): string {
  const { meaning } = sourceWords(version.source);
  if (earlier === undefined) return `stored: ${meaning}`;
  if (version.ended && !earlier.ended) return endWords(version.ended.why);
  if (earlier.ended && !version.ended) return `said again: ${meaning}`;
  if (version.pinned !== earlier.pinned) return version.pinned ? 'pinned' : 'unpinned';
  if (version.muted !== earlier.muted) {
    return version.muted ? 'kept from recall' : 'recall allowed again';
  }
  if (version.verifiedAtMs !== earlier.verifiedAtMs) return 'confirmed';
  if (version.text !== earlier.text) return `changed: ${meaning}`;
  if (version.evidence.length > earlier.evidence.length) return 'said again in another message';
  return 'changed around its text';
}

import type { Listeners } from './events.ts';
import type { IndexedRecords } from './indexed-records.ts';
import type { MemorySettings } from './options.ts';

/** The means that the parts of one memory share. */
export interface MemoryParts {
  readonly settings: MemorySettings;
  readonly records: IndexedRecords;
  readonly listeners: Listeners;
  /** Tells that something works less well than it should. */
  onProblem(sentence: string): void;
  nowMs(): number;
}

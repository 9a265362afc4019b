import type { Listeners } from './events.ts';
import type { IndexKeeper } from './index-keeper.ts';
import type { MemorySettings } from './options.ts';
import type { Writer } from './writer.ts';

/** The means that the parts of one memory share. */
export interface MemoryParts {
  readonly settings: MemorySettings;
  readonly writer: Writer;
  readonly keeper: IndexKeeper;
  readonly listeners: Listeners;
  nowMs(): number;
}

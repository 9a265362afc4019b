import type { CompactorParts } from '../compactor/compactor-parts.ts';
import type { FormatsRoom } from '../conversation/conversation-log.ts';
import { CompactionUnavailableError } from '../errors/errors.ts';
import { FormatUnavailableError } from '../errors/format-unavailable-error.ts';
import { Door } from '../platform/door.ts';
import type { CompactionRoom } from './compaction-room.ts';

/**
 * The code that a session fetches by subject, when it is first needed: compaction with condensing, and
 * message formats other than OpenAI's. Token ranks are the third door, in `ExactCounts`. Everything that
 * a user can do to the state is there from the start.
 */
export interface Doors<Pad> {
  readonly compaction: Door<CompactionRoom<Pad>>;
  readonly formats: Door<FormatsRoom>;
}

export function doorsOf<Pad>(parts: CompactorParts<Pad>): Doors<Pad> {
  return {
    compaction: new Door(
      async () => new (await import('./compaction-room.ts')).CompactionRoom(parts),
      (cause) => new CompactionUnavailableError({ cause }),
    ),
    formats: new Door(
      () => import('../conversation/foreign-messages.ts'),
      (cause) => new FormatUnavailableError(undefined, { cause }),
    ),
  };
}

import { type IsSaid, saidBy } from '../conversation/said.ts';
import { StoreUnavailableError } from '../errors/errors.ts';
import { Door } from '../platform/door.ts';
import type { Redact } from '../redaction/redact.ts';
import type { ChangeToRedact } from '../redaction/redacted-change.ts';
import type { SessionChange } from '../storage/memory-store.ts';

/** What storing leaves of what is said [STO-5]. */
export interface Redaction {
  /** What of a change may be stored. */
  storable(change: ChangeToRedact): Promise<SessionChange>;
  /** Whether an entry shows what was read, or what storing leaves of it. */
  isSaid(): Promise<IsSaid>;
}

/** The code that redacts is fetched with the first write. */
export function redactionOf(redact: Redact): Redaction {
  const door = new Door(
    () => import('../redaction/redaction.ts'),
    (cause) => new StoreUnavailableError(UNAVAILABLE, { cause }),
  );
  return {
    storable: async (change) => (await door.open()).redactedChange(change, redact),
    async isSaid() {
      const { redactedMessage } = await door.open();
      return saidBy((message) => redactedMessage(message, redact));
    },
  };
}

const UNAVAILABLE =
  'The code that redacts could not be fetched, so nothing was stored. What was said stays in this ' +
  'page, and the next write tries again when the page can reach its files.';

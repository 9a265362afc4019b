import { type IsSameMessage, messageComparison } from '../conversation/same-message.ts';
import { StoreUnavailableError } from '../errors/errors.ts';
import { Door } from '../platform/door.ts';
import type { Redact } from '../redaction/redact.ts';
import type { ChangeToRedact } from '../redaction/redacted-change.ts';
import type { SessionChange } from '../storage/memory-store.ts';

/** The two uses of `redact`: what is stored, and whether a stored message is one that was read [STO-5]. */
export interface Redaction {
  /** Gives the part of a change that may be stored. */
  storable(change: ChangeToRedact): Promise<SessionChange>;
  /** Tells whether an entry shows what was read, or what storing leaves of it. */
  messageComparison(): Promise<IsSameMessage>;
}

/** The code that redacts is fetched with the first write. */
export function redactionOf(redact: Redact): Redaction {
  const door = new Door(
    () => import('../redaction/redaction.ts'),
    (cause) => new StoreUnavailableError(UNAVAILABLE, { cause }),
  );
  return {
    storable: async (change) => (await door.open()).redactedChange(change, redact),
    async messageComparison() {
      const { redactedMessage } = await door.open();
      return messageComparison((message) => redactedMessage(message, redact));
    },
  };
}

const UNAVAILABLE =
  'The code that redacts could not be fetched, so nothing was stored. What was said stays in this ' +
  'page, and the next write tries again when the page can reach its files.';

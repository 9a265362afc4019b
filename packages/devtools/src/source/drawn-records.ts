import type { LongTermMemory } from '@agent-memory/long-term';
import { startOf } from './record-facts.ts';

const READ_AT_ONCE = 500;
/** Records that are looked through; the list can be asked for a page, and for no message. */
const MOST_READ = 5_000;

/** A record that holds, and the messages of a session that it was drawn from. */
export interface DrawnRecord {
  readonly id: string;
  /** The beginning of its text, on one line. */
  readonly start: string;
  readonly entryIds: readonly string[];
}

/** The records that were drawn from the messages of a session. */
export interface DrawnRecords {
  readonly records: readonly DrawnRecord[];
  /** False where there are more records than were looked through. */
  readonly isAll: boolean;
}

/** Looks through the records that hold, newest first, for those drawn from a session. */
export async function drawnRecords(
  memory: Pick<LongTermMemory, 'list'>,
  sessionId: string,
): Promise<DrawnRecords> {
  const records: DrawnRecord[] = [];
  let after: string | undefined;
  let read = 0;
  do {
    const at = after === undefined ? {} : { after };
    const page = await memory.list({}, { limit: READ_AT_ONCE, ...at });
    for (const { record } of page.items) {
      const own = record.evidence.filter((one) => one.sessionId === sessionId);
      const entryIds = own.map(({ entryId }) => entryId);
      if (own.length > 0) records.push({ id: record.id, start: startOf(record.text), entryIds });
    }
    after = page.next;
    read += READ_AT_ONCE;
  } while (after !== undefined && read < MOST_READ);
  return { records, isAll: after === undefined };
}

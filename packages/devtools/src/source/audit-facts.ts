import type {
  AuditAction,
  LoggedEntry,
  LongTermMemory,
  Page,
  RecordSource,
} from '@agent-memory/long-term';
import { startOf } from './record-facts.ts';

/** Records of an entry that are named; an import or an erasure may have hundreds. */
const NAMED_RECORDS = 20;
/** Entries that are looked through for one page; behind them the page ends, and the next one continues. */
const MOST_SCANNED = 1_000;

/** A record that an entry of the audit log names. */
export interface AuditedRecord {
  readonly id: string;
  /** The beginning of its text as it is now; absent where it was erased. */
  readonly start?: string;
  readonly source?: RecordSource;
}

/** An entry of the audit log with the records that it is about. */
export interface AuditFacts extends Omit<LoggedEntry, 'recordIds'> {
  readonly recordCount: number;
  /** The first of them. */
  readonly records: readonly AuditedRecord[];
}

/** The part of the audit log that is wanted. */
export interface AuditQuery {
  readonly limit: number;
  readonly after?: string;
  /** Default: every action. */
  readonly action?: AuditAction;
}

/** Looks through the log for one page. The log cannot be filtered; that is done here. */
export async function auditPage(
  memory: Pick<LongTermMemory, 'audit' | 'record'>,
  { limit, after, action }: AuditQuery,
): Promise<Page<AuditFacts>> {
  const found: LoggedEntry[] = [];
  let next = after;
  let scanned = 0;
  do {
    const at = next === undefined ? {} : { after: next };
    const page = await memory.audit({ limit, ...at });
    found.push(...page.items.filter((entry) => action === undefined || entry.action === action));
    next = page.next;
    scanned += limit;
  } while (next !== undefined && found.length < limit && scanned < MOST_SCANNED);
  const byId = await recordsOf(memory, found);
  const items = found.map((entry) => auditFacts(entry, byId));
  return { items, ...(next === undefined ? {} : { next }) };
}

/** Each record once, however often the log names it. */
async function recordsOf(
  memory: Pick<LongTermMemory, 'record'>,
  entries: readonly LoggedEntry[],
): Promise<ReadonlyMap<string, AuditedRecord>> {
  const ids = new Set(entries.flatMap(({ recordIds }) => recordIds.slice(0, NAMED_RECORDS)));
  const records = await Promise.all(
    [...ids].map(async (id): Promise<AuditedRecord> => {
      const known = await memory.record(id);
      return known
        ? { id, start: startOf(known.record.text), source: known.record.source }
        : { id };
    }),
  );
  return new Map(records.map((record) => [record.id, record]));
}

function auditFacts(
  { recordIds, ...entry }: LoggedEntry,
  byId: ReadonlyMap<string, AuditedRecord>,
): AuditFacts {
  return {
    ...entry,
    recordCount: recordIds.length,
    records: recordIds.slice(0, NAMED_RECORDS).map((id) => byId.get(id) ?? { id }),
  };
}

import type { HoldingRecord } from '@agent-memory/explain';
import type { MemoryRecord } from '@agent-memory/long-term';
import { fieldOf } from './field-of.ts';
import type { InspectableLongTerm } from './long-term-source.ts';
import { indexOfPhrase } from './message-text.ts';

/** What else may hold a phrase, and the time by which it is over. */
export interface BesideTheSession {
  readonly longTerm?: InspectableLongTerm | undefined;
  readonly nowMs?: () => number;
}

/** So many records are named; those that hold stand before those that ended. */
const MOST_RECORDS = 20;
/** So many are looked through at once. */
const PAGE = 200;

/** The records that have a phrase in their text, or that it names by their id. */
export async function recordsHolding(
  phrase: string,
  { longTerm, nowMs = Date.now }: BesideTheSession,
): Promise<readonly HoldingRecord[]> {
  if (!longTerm || phrase.trim() === '') return [];
  const named = (await longTerm.record(phrase))?.record;
  if (named) {
    const isOver = named.expiresAtMs !== undefined && named.expiresAtMs <= nowMs();
    return [holding(named, named.ended?.why ?? (isOver ? 'expired' : 'active'))];
  }
  const found: HoldingRecord[] = [];
  const isWanted = ({ text }: MemoryRecord) => indexOfPhrase(text, phrase) >= 0;
  for await (const { record } of pagesOf((page) => longTerm.list({}, page))) {
    if (isWanted(record)) found.push(holding(record, 'active'));
    if (found.length === MOST_RECORDS) return found;
  }
  for await (const { id, record } of pagesOf((page) => longTerm.quarantine.list(page))) {
    if (isWanted(record)) found.push({ ...holding(record, 'held'), id });
  }
  if (found.length > 0) return found;
  // Nothing but an export has those that ended.
  for await (const line of longTerm.exportLines()) {
    const record = fieldOf(JSON.parse(line), 'record') as MemoryRecord | undefined;
    if (typeof record?.text === 'string' && isWanted(record)) {
      found.push(holding(record, record.ended?.why ?? 'expired'));
    }
  }
  if (found.length > 0 || /\s/.test(phrase)) return found.slice(0, MOST_RECORDS);
  for await (const { action, recordIds } of pagesOf((page) => longTerm.audit(page))) {
    if (action === 'erase' && recordIds.includes(phrase)) {
      return [{ id: phrase, text: '', standing: 'erased', muted: false }];
    }
  }
  return [];
}

function holding({ id, text, muted }: MemoryRecord, standing: string): HoldingRecord {
  return { id, text, standing, muted: muted === true };
}

interface PageAt {
  readonly limit: number;
  readonly after?: string;
}

async function* pagesOf<Item>(
  list: (page: PageAt) => Promise<{ readonly items: readonly Item[]; readonly next?: string }>,
): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const { items, next } = await list({ limit: PAGE, ...(after !== undefined && { after }) });
    yield* items;
    after = next;
  } while (after !== undefined);
}

import type { KnownRecord, LongTermMemory, RecordLabel } from '@agent-memory/long-term';
import { type RecordFacts, recordFacts } from './record-facts.ts';

/** Records that are looked through for one page; behind them the page ends, and the next one goes on. */
const MOST_SCANNED = 1_000;
const SCANNED_AT_ONCE = 200;

/** A mark that records are listed by: a label, what a person set, or that no context had it yet. */
export type RecordMark = RecordLabel | 'pinned' | 'muted' | 'never-recalled';

/** The records that are wanted. An absent field lets all through. */
export interface RecordQuery {
  /** Part of the text, the key or the subject, whatever its case. */
  readonly phrase?: string;
  readonly type?: RecordFacts['type'];
  readonly kind?: RecordFacts['kind'];
  readonly source?: RecordFacts['source'];
  readonly namespace?: string;
  readonly mark?: RecordMark;
}

/** Some of the records that are wanted, newest first. */
export interface RecordPage {
  readonly records: readonly RecordFacts[];
  /** Where the next page begins; absent behind the last one. A page may be empty and have a next one. */
  readonly next?: string;
}

/** Looks through the list for one page. What the memory cannot filter by is filtered here. */
export async function scanForPage(
  memory: Pick<LongTermMemory, 'list'>,
  query: RecordQuery,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<RecordPage> {
  const { namespace, type, kind, source } = query;
  const filter = {
    ...(namespace === undefined ? {} : { namespaces: [namespace] }),
    ...(type === undefined ? {} : { types: [type] }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(source === undefined ? {} : { sources: [source] }),
  };
  const isWanted = predicateOf(query);
  const isSearch = isWanted !== undefined;
  const records: RecordFacts[] = [];
  let next = after;
  let scanned = 0;
  do {
    // A page that is taken whole keeps its own end; a searched one ends with the list's page.
    const step = isSearch ? SCANNED_AT_ONCE : limit - records.length;
    const at = next === undefined ? {} : { after: next };
    const page = await memory.list(filter, { limit: step, ...at });
    const wanted = isSearch ? page.items.filter(isWanted) : page.items;
    records.push(...wanted.map(recordFacts));
    next = page.next;
    scanned += step;
  } while (next !== undefined && records.length < limit && scanned < MOST_SCANNED);
  return { records, ...(next === undefined ? {} : { next }) };
}

function predicateOf({
  phrase = '',
  mark,
}: RecordQuery): ((known: KnownRecord) => boolean) | undefined {
  const sought = phrase.trim().toLowerCase();
  if (sought === '' && mark === undefined) return undefined;
  return (known) => {
    const { text, key, subject } = known.record;
    if (mark !== undefined && !hasMark(known, mark)) return false;
    return [text, key, subject].some((field) => field?.toLowerCase().includes(sought) === true);
  };
}

function hasMark({ record, labels }: KnownRecord, mark: RecordMark): boolean {
  if (mark === 'pinned') return record.pinned;
  if (mark === 'muted') return record.muted === true;
  return mark === 'never-recalled' ? record.uses === 0 : labels.includes(mark);
}

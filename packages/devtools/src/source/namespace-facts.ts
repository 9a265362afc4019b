import type { KnownRecord, LongTermMemory, Page, RecordLabel } from '@agent-memory/long-term';
import { fieldOf } from './field-of.ts';
import { type RecordFacts, recordFacts } from './record-facts.ts';

/** Where a page begins that continues another one. */
export interface PageOptions {
  readonly limit: number;
  readonly after?: string;
}

const COUNTED_AT_ONCE = 500;

/** A namespace that holds something. */
export interface NamespaceFacts {
  readonly name: string;
  /** Records that hold, history apart. */
  readonly records: number;
}

/** Everything that an erasure of a namespace would take. */
export interface NamespaceExtent {
  readonly records: number;
  /** Those of them that hold no more and are kept as history. */
  readonly ended: number;
}

/** The namespaces that may be read, and how many records hold in each. */
export async function namespaceList(
  memory: Pick<LongTermMemory, 'namespaces' | 'list'>,
): Promise<readonly NamespaceFacts[]> {
  const names = await memory.namespaces();
  return Promise.all(
    names.map(async (name) => ({ name, records: await countHolding(memory, name) })),
  );
}

function countHolding(memory: Pick<LongTermMemory, 'list'>, namespace: string): Promise<number> {
  return countOf((options) => memory.list({ namespaces: [namespace] }, options));
}

/** Counts what a list has, page by page. */
export async function countOf(
  list: (options: PageOptions) => Promise<Page<unknown>>,
): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const at = after === undefined ? {} : { after };
    const { items, next } = await list({ limit: COUNTED_AT_ONCE, ...at });
    count += items.length;
    after = next;
  } while (after !== undefined);
  return count;
}

/** Counts the ended ones too: nothing but an export lists them. */
export async function namespaceExtent(
  memory: Pick<LongTermMemory, 'exportLines' | 'list'>,
  namespace: string,
): Promise<NamespaceExtent> {
  const holding = await countHolding(memory, namespace);
  let records = 0;
  for await (const line of memory.exportLines()) {
    if (namespaceIn(line) === namespace) records += 1;
  }
  return { records, ended: Math.max(0, records - holding) };
}

/** The namespace of the record in a line of JSON Lines; `undefined` where it holds none, as the first line of a file. */
function namespaceIn(line: string): unknown {
  const record = fieldOf(jsonOf(line), 'record');
  return typeof fieldOf(record, 'text') === 'string' ? fieldOf(record, 'namespace') : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No record then: the memory that reads the file says what is wrong with it.
    return undefined;
  }
}

/** Records that are looked through for one page; behind them the page ends, and the next one continues. */
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

/** Looks through the list for one page. What the memory cannot filter by is filtered here. */
export async function scanForPage(
  memory: Pick<LongTermMemory, 'list'>,
  query: RecordQuery,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<Page<RecordFacts>> {
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
  return { items: records, ...(next === undefined ? {} : { next }) };
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

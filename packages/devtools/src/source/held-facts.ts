import type { Evidence, HeldRecord, LongTermMemory, MemoryRecord } from '@agent-memory/long-term';

const COUNTED_AT_ONCE = 500;

/** A text that waits in quarantine for somebody to look at it. */
export interface HeldFacts {
  readonly id: string;
  readonly namespace: string;
  readonly type: MemoryRecord['type'];
  readonly kind: MemoryRecord['kind'];
  readonly source: MemoryRecord['source'];
  /** Whole, and as it came: show it as text. */
  readonly text: string;
  /** Its other fields that a model would have come to read. */
  readonly subject?: string;
  readonly key?: string;
  readonly value?: MemoryRecord['value'];
  /** Why it waits: a sentence for each sign, the heaviest first. */
  readonly reasons: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly heldAtMs: number;
  /** It is erased at this time. */
  readonly expiresAtMs: number;
}

/** Some of what waits, newest first. */
export interface HeldPage {
  readonly held: readonly HeldFacts[];
  /** Where the next page begins; absent behind the last one. */
  readonly next?: string;
}

/** A page of the quarantine. */
export async function heldPage(
  { quarantine }: Pick<LongTermMemory, 'quarantine'>,
  options: { readonly limit: number; readonly after?: string },
): Promise<HeldPage> {
  const { items, next } = await quarantine.list(options);
  return { held: items.map(heldFacts), ...(next === undefined ? {} : { next }) };
}

/** How much waits. A quarantine is bounded, so all of it is counted. */
export async function heldCount({
  quarantine,
}: Pick<LongTermMemory, 'quarantine'>): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const at = after === undefined ? {} : { after };
    const page = await quarantine.list({ limit: COUNTED_AT_ONCE, ...at });
    count += page.items.length;
    after = page.next;
  } while (after !== undefined);
  return count;
}

function heldFacts({ id, record, reasons, heldAtMs, expiresAtMs }: HeldRecord): HeldFacts {
  const { namespace, type, kind, source, text, subject, key, value, evidence } = record;
  return {
    ...{ id, namespace, type, kind, source, text, reasons, evidence, heldAtMs, expiresAtMs },
    ...(subject === undefined ? {} : { subject }),
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value }),
  };
}

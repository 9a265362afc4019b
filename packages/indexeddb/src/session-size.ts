import type { AbortSignalLike } from '@agent-memory/core';
import { inSlices, type Steps } from '@agent-memory/core/internal';
import type { Connection, Transaction } from './connection.ts';
import { allKeysOf, MANY, SINGLE, type StoreName } from './schema.ts';

const FIRST_BATCH = 16;
const LARGEST_BATCH = 512;
/** Reading a batch is one task of the browser's, so a batch of more than this is followed by a smaller one. */
const BATCH_BYTES = 128 * 1024;

/**
 * About how many bytes are stored of a session, indexes and the browser's own overhead apart. Reads all
 * of it, a batch after another, and counts in slices, so that the page continues.
 */
export async function sizeOfSession(
  connection: Connection,
  sessionId: string,
  signal: AbortSignalLike | undefined,
): Promise<number> {
  const single = await connection.run({
    mode: 'readonly',
    stores: SINGLE,
    body: (tx) => Promise.all(SINGLE.map((name) => tx.objectStore(name).get(sessionId))),
    sessionId,
    signal,
  });
  const goOn = () => connection.refuseWhenClosed();
  let bytes = await inSlices(bytesOfAll(single), { signal, goOn });
  for (const name of MANY) {
    const batches = { connection, name, sessionId, signal };
    for await (const records of recordsInBatches(batches)) bytes += records;
  }
  return bytes;
}

interface Batches {
  readonly connection: Connection;
  readonly name: (typeof MANY)[number];
  readonly sessionId: string;
  readonly signal: AbortSignalLike | undefined;
}

/** Gives the bytes of each batch. */
async function* recordsInBatches({ connection, name, sessionId, signal }: Batches) {
  let range = allKeysOf(sessionId);
  for (let count = FIRST_BATCH; ; ) {
    const { keys, records } = await connection.run({
      mode: 'readonly',
      stores: [name],
      body: (tx) => batchOf(tx, name, range, count),
      sessionId,
      signal,
    });
    const goOn = () => connection.refuseWhenClosed();
    const bytes = await inSlices(bytesOfAll(records), { signal, goOn });
    yield bytes;
    const last = keys.at(-1);
    if (last === undefined || keys.length < count) return;
    range = IDBKeyRange.bound(last, [sessionId, []], true);
    count = bytes > BATCH_BYTES ? Math.ceil(count / 2) : Math.min(LARGEST_BATCH, count * 2);
  }
}

async function batchOf(
  tx: Transaction<'readonly'>,
  name: StoreName,
  range: IDBKeyRange,
  count: number,
): Promise<{ readonly keys: readonly IDBValidKey[]; readonly records: readonly unknown[] }> {
  const store = tx.objectStore(name);
  const [keys, records] = await Promise.all([
    store.getAllKeys(range, count),
    store.getAll(range, count),
  ]);
  return { keys, records };
}

/** A figure, a flag, a field: what any value takes beside its text. */
const VALUE_BYTES = 8;

/** About as many bytes as the structured clone of the values takes, which has each object once. */
function* bytesOfAll(values: readonly unknown[]): Steps<number> {
  let bytes = 0;
  const rest = [...values];
  // Damage may have made a value that holds itself.
  const counted = new Set<unknown>();
  while (rest.length > 0) {
    const value = rest.pop();
    if (counted.has(value)) continue;
    if (typeof value === 'object' && value !== null) counted.add(value);
    bytes += bytesOf(value);
    for (const child of childrenOf(value)) rest.push(child);
    yield;
  }
  return bytes;
}

/** Without what it holds. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return VALUE_BYTES + bytesOfText(value);
  if (value instanceof Blob) return VALUE_BYTES + value.size;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    return VALUE_BYTES + value.byteLength;
  }
  return VALUE_BYTES;
}

/** Browsers keep a text of Latin letters in one byte each, and any other in two. */
function bytesOfText(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length;
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  // The places of an array that hold nothing are not stored, and there may be very many.
  if (Array.isArray(value)) return Object.values(value);
  if (value instanceof Map) return [...value].flat();
  if (value instanceof Set) return [...value];
  if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flat();
}

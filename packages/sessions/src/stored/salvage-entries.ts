import type { Entry, Message } from '@agent-memory/core';
import { shape, storeRules, wholeSessions } from '@agent-memory/core/internal';

const { UNREADABLE_TEXT } = storeRules;

/** Entries that make one tree, and a sentence for each thing that had to be repaired. */
export interface Salvaged {
  readonly entries: readonly Entry[];
  readonly damaged: readonly string[];
}

/** Hints at what stood in the places that cannot be read. */
export interface Remnants {
  /** The rest of a record. Its role and its time are kept; its id and its parent where they fit. */
  readonly remains?: (place: number) => unknown;
  /** The id of the entry that the conversation ends in, by the session's record. */
  readonly headId?: string | null | undefined;
}

/**
 * Gives every readable entry of a damaged session, as one tree [STO-6].
 *
 * - A place whose record cannot be read gets an entry that says so, under the id that the entries
 *   behind it, or the session's record, know it by; all others stay.
 * - An entry whose parent cannot be told follows the one stored before it.
 *
 * @example
 * const readable = [memory.entries()[0], undefined, memory.entries()[2]];
 * const { entries, damaged } = salvagedEntries(readable, { headId: 'e-3' });
 *
 * @param records what is stored, by place; `undefined` for a place that holds nothing that can be read
 *   whole.
 */
export function salvagedEntries(
  records: readonly (Entry | undefined)[],
  { remains = () => undefined, headId = null }: Remnants = {},
): Salvaged {
  const children = new Map<string | null, Entry>();
  for (const record of records) {
    if (record && !children.has(record.parentId)) children.set(record.parentId, record);
  }
  const lostIds = idsOfHoles(records, { remains, headId });
  const known = new Map<string | null, Entry>();
  const entries: Entry[] = [];
  const holes: number[] = [];
  const moved: number[] = [];
  for (const [place, record] of records.entries()) {
    const isReadable = record !== undefined && !known.has(record.id);
    const entry = isReadable
      ? placedEntry(place, record, known, entries)
      : placeholder(
          place,
          { id: lostIds.get(place), children, entries, rest: remains(place) },
          known,
        );
    if (!isReadable) holes.push(place);
    else if (entry !== record) moved.push(place);
    entries.push(entry);
    known.set(entry.id, entry);
  }
  const isGuessed = typeof headId === 'string' && !children.has(headId);
  const end = isGuessed ? holes.find((place) => entries[place]?.id === headId) : undefined;
  const damaged = [
    ...(holes.length > 0 ? [`${saying(holes)} cannot be read; a note stands there instead.`] : []),
    ...(end !== undefined ? [`The note at position ${end} is taken to be the end.`] : []),
    ...(moved.length > 0 ? [`${saying(moved)} now follows what is stored before it.`] : []),
  ];
  return { entries, damaged };
}

/** The id that each unreadable place is known by: that of a parent nobody has, of the first child behind it. */
function idsOfHoles(
  records: readonly (Entry | undefined)[],
  { remains, headId }: Required<Remnants>,
): ReadonlyMap<number, string> {
  const ids = new Set(records.map((record) => record?.id));
  const found = new Map<number, string>();
  const holes: number[] = [];
  const taken = new Set<string>();
  for (const [place, record] of records.entries()) {
    if (!record) {
      holes.push(place);
      continue;
    }
    const { parentId } = record;
    if (parentId === null || ids.has(parentId) || taken.has(parentId)) continue;
    const hole = holes.pop();
    if (hole === undefined) continue;
    taken.add(parentId);
    found.set(hole, parentId);
  }
  if (typeof headId !== 'string' || ids.has(headId) || taken.has(headId)) return found;
  const head = holes.find((hole) => fieldsOf(remains(hole)).id === headId) ?? holes.at(-1);
  if (head !== undefined) found.set(head, headId);
  return found;
}

/** The entry where the tree lets it stand; the same object where nothing had to be repaired. */
function placedEntry(
  place: number,
  record: Entry,
  known: ReadonlyMap<string | null, Entry>,
  ahead: readonly Entry[],
): Entry {
  if (!wholeSessions.entryFault(place, record, known)) return record;
  const itsParent = record.parentId === null ? undefined : known.get(record.parentId);
  const isBeginning = record.parentId === null;
  const parent = isBeginning ? undefined : (itsParent ?? ahead.at(-1));
  const seq = parent ? parent.seq + 1 : 0;
  const { position: _, ...rest } = record;
  const unitStart = record.unitStart === parent?.unitStart ? record.unitStart : seq;
  return {
    ...rest,
    seq,
    ...(seq !== place && { position: place }),
    parentId: parent?.id ?? null,
    unitStart,
  };
}

function placeholder(
  place: number,
  {
    id = `unreadable-${place}`,
    children,
    entries,
    rest,
  }: {
    readonly id: string | undefined;
    /** The first entry that follows each id. */
    readonly children: ReadonlyMap<string | null, Entry>;
    readonly entries: readonly Entry[];
    readonly rest: unknown;
  },
  known: ReadonlyMap<string | null, Entry>,
): Entry {
  const child = children.get(id);
  // Its child says where it stood, and so does that where it followed.
  const parent = child
    ? parentAt(entries, child.seq - 2)
    : (parentIn(rest, known) ?? entries.at(-1));
  const seq = parent ? parent.seq + 1 : 0;
  const near = entries.at(-1) ?? child;
  return {
    id: freeId(id, known),
    seq,
    ...(seq !== place && { position: place }),
    parentId: parent?.id ?? null,
    createdAtMs: timeIn(rest) ?? near?.createdAtMs ?? 0,
    unitStart: seq,
    message: { role: roleIn(rest), parts: [{ type: 'text', text: UNREADABLE_TEXT }] },
    tokens: { value: Math.ceil(UNREADABLE_TEXT.length / 3), source: 'estimated', encoding: 'none' },
  };
}

/** The newest entry with this place in its conversation; the newest of all where there is none. */
function parentAt(entries: readonly Entry[], seq: number): Entry | undefined {
  if (seq < 0) return undefined;
  return entries.findLast((entry) => entry.seq === seq) ?? entries.at(-1);
}

function freeId(id: string, known: ReadonlyMap<string | null, Entry>): string {
  let free = id;
  for (let count = 2; known.has(free); count += 1) free = `${id}-${count}`;
  return free;
}

/** The parent that the rest of a record names, where it also knows how far from the start that stands. */
function parentIn(rest: unknown, known: ReadonlyMap<string | null, Entry>): Entry | undefined {
  const { parentId, seq } = fieldsOf(rest);
  const parent = typeof parentId === 'string' ? known.get(parentId) : undefined;
  return parent && parent.seq + 1 === seq ? parent : undefined;
}

function fieldsOf(rest: unknown): Partial<Record<keyof Entry, unknown>> {
  return typeof rest === 'object' && rest !== null ? rest : {};
}

function timeIn(rest: unknown): number | undefined {
  const { createdAtMs } = fieldsOf(rest);
  return shape.isTime(createdAtMs) ? createdAtMs : undefined;
}

/** Nobody else speaks in text alone. */
function roleIn(rest: unknown): Message['role'] {
  const { message } = (rest ?? {}) as { readonly message?: { readonly role?: unknown } | null };
  return message?.role === 'assistant' ? 'assistant' : 'user';
}

function saying(places: readonly number[]): string {
  const [first] = places;
  if (places.length === 1) return `The message at position ${first}`;
  return `Each of ${places.length} messages (at position ${places.slice(0, 5).join(', ')}${places.length > 5 ? ', …' : ''})`;
}

import { StoreCorruptError } from '../ground/errors/store-errors.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import type { Entry } from '../transcript/entry.ts';
import { placeOf, type Transcript } from '../transcript/transcript.ts';
import { transcriptAt } from '../transcript/transcript-at.ts';
import type { StoredSession } from './memory-store.ts';

type StoredTree = Pick<StoredSession, 'info' | 'entries' | 'headId'>;

/**
 * The transcript of a stored session: its path from the head back to the start by `parentId`, and
 * the rest of its entries elsewhere.
 * @throws StoreCorruptError if entries do not make one tree, or the head is not among them.
 */
export function storedTranscript(stored: StoredTree): Transcript {
  return transcriptAt(stored.entries, checkTree(stored));
}

/**
 * Checks that stored entries make one tree, and gives the head, which is among them.
 * @throws StoreCorruptError
 */
export function checkTree(stored: StoredTree): string | null {
  return runToEnd(checkingTree(stored));
}

/** The same in steps. */
export function* checkingTree({ info, entries, headId }: StoredTree): Steps<string | null> {
  const known = new Map<string | null, Entry>();
  for (const [place, entry] of entries.entries()) {
    if (place % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const fault = entryFault(place, entry, known);
    if (fault) throw new StoreCorruptError(info.id, `the message at position ${place} ${fault}.`);
    known.set(entry.id, entry);
  }
  const head = headId === undefined ? (entries.at(-1)?.id ?? null) : headId;
  if (head !== null && !known.has(head)) {
    throw new StoreCorruptError(info.id, `it ends in a message "${head}" that it does not hold.`);
  }
  return head;
}

/** The fault of an entry behind those that are known. */
export function entryFault(
  place: number,
  entry: Entry,
  known: ReadonlyMap<string | null, Entry>,
): string | undefined {
  const { id, seq, parentId, unitStart } = entry;
  if (placeOf(entry) !== place) return 'says that it stands elsewhere';
  if (known.has(id)) return 'has the id of an earlier one';
  const parent = known.get(parentId);
  if (parentId !== null && !parent) return 'does not follow an earlier entry';
  if (seq !== (parent ? parent.seq + 1 : 0)) return 'is not where the one it follows says';
  if (unitStart !== seq && unitStart !== parent?.unitStart) return 'belongs to no unit';
  return undefined;
}

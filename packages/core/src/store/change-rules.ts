import { StoreConflictError } from '../ground/errors/store-errors.ts';
import { isSameValue } from '../message/same-value.ts';
import type { Entry } from '../transcript/entry.ts';
import { placeOf } from '../transcript/transcript.ts';
import type { SessionChange } from './memory-store.ts';
import type { ValuesBeside } from './outbox.ts';

/** What stands at a place of a stored session; of a message that cannot be read nobody knows which it was. */
export type ThereInStore = Entry | 'unreadable' | 'missing' | undefined;

/** A stored session, as far as a change has to fit it. */
export interface StoredFacts extends ValuesBeside {
  readonly id: string;
  /** Its user; that of the change where nothing is stored. */
  readonly user?: string | undefined;
  /** So many. */
  readonly entries: number;
  readonly headId?: string | null | undefined;
  /** Asked for the places of the change, the one before them and the last. */
  readonly entryAt: (place: number) => ThereInStore;
  /** Whether an entry of this id is stored; asked for those that a change of no known session names. */
  readonly holds: (entryId: string) => boolean;
}

/**
 * The entries of a change that are not stored yet, where the whole change fits what is stored, by the
 * contract of `MemoryStore`; its history apart.
 * @throws StoreConflictError
 */
export function addedEntries(stored: StoredFacts, change: SessionChange): readonly Entry[] {
  const isTheirs = change.user === undefined || change.user === stored.user;
  if (!isTheirs) throw new StoreConflictError(stored.id, 0, 'of another user');
  const added: Entry[] = [];
  for (const entry of change.entries ?? []) {
    const place = placeOf(entry);
    const next = stored.entries + added.length;
    const there = place < stored.entries ? stored.entryAt(place) : added[place - stored.entries];
    if (place === next) added.push(entry);
    else if (!isRepeat(there, entry)) throw new StoreConflictError(stored.id, place);
  }
  checkTokenPositions(stored, added, change);
  checkFollowing(stored, added, change);
  checkBasis(stored, added, change);
  checkReferences(stored, added, change);
  if (!rewritesOthers(change, stored)) return added;
  throw new StoreConflictError(stored.id, stored.entries, 'of what stands beside its messages');
}

/** The same id alone does not tell: two tabs may have given it to different messages. */
function isRepeat(there: ThereInStore, { id, message }: Entry): boolean {
  if (typeof there !== 'object') return there === 'unreadable';
  return there.id === id && isSameValue(there.message, message);
}

/** A count for an entry that is not there means that the caller knows another session. */
function checkTokenPositions(
  { id, entries }: StoredFacts,
  added: readonly Entry[],
  { tokens }: SessionChange,
): void {
  for (const place of tokens?.keys() ?? []) {
    const isStored = Number.isInteger(place) && place >= 0 && place < entries + added.length;
    if (!isStored) throw new StoreConflictError(id, place);
  }
}

/** A writer that does not know that the head was moved must not continue from where it was. */
function checkFollowing(
  { id, entries, headId }: StoredFacts,
  [first]: readonly Entry[],
  { head }: SessionChange,
): void {
  if (!first || headId === undefined || head || first.parentId === headId) return;
  throw new StoreConflictError(id, entries);
}

/** A change made on another transcript must not be stored onto this one. */
function checkBasis(
  stored: StoredFacts,
  added: readonly Entry[],
  { basis, entries: [first] = [], head: newHead }: SessionChange,
): void {
  if (!basis) return;
  if (first && basis.previousEntryId !== undefined) {
    const previous = placeOf(first) - 1;
    if (!isSameId(stored.entryAt(previous), basis.previousEntryId)) {
      throw new StoreConflictError(stored.id, Math.max(0, previous));
    }
  }
  const entries = stored.entries + added.length;
  const last = added.at(-1) ?? stored.entryAt(stored.entries - 1);
  const { headId: expectedHeadId = basis.lastEntryId } = basis;
  const headId = newHead ? newHead.value : added.length > 0 ? undefined : stored.headId;
  const isSameHead =
    headId === undefined ? isSameId(last, expectedHeadId) : headId === expectedHeadId;
  if (entries === basis.entries && isSameId(last, basis.lastEntryId) && isSameHead) return;
  // Where it surely differs from the one that was expected: behind that, or at its end.
  const differs = entries > basis.entries ? basis.entries : Math.max(0, basis.entries - 1);
  throw new StoreConflictError(stored.id, differs);
}

function isSameId(there: ThereInStore, id: string | null): boolean {
  return typeof there === 'string' || (there?.id ?? null) === id;
}

/** Ids of entries that have to be stored; none where the basis proves that the change was made in this session. */
export function namedEntries({ entries = [], basis, head }: SessionChange): readonly string[] {
  const [first] = entries;
  const isMadeHere = basis && (!first || basis.previousEntryId !== undefined);
  if (isMadeHere) return [];
  const isOwnHead = entries.some(({ id }) => id === head?.value);
  return [first?.parentId, isOwnHead ? null : head?.value].filter((id) => typeof id === 'string');
}

/**
 * A change of another session, such as one that had this id before, must not leave here what follows
 * an entry that only the other one has.
 */
function checkReferences(
  stored: StoredFacts,
  added: readonly Entry[],
  change: SessionChange,
): void {
  const last = stored.entryAt(stored.entries - 1);
  const isStored = (id: string) => (typeof last === 'object' && last.id === id) || stored.holds(id);
  if (!namedEntries({ ...change, entries: added }).every(isStored)) {
    throw new StoreConflictError(stored.id, stored.entries);
  }
}

/**
 * Whether a change would replace a value that its maker does not know: what is stored is
 * neither what the basis says nor what the change brings already, as a repeated one does [NS-2].
 */
function rewritesOthers(
  { basis, scratchpad, parts }: SessionChange,
  stored: ValuesBeside,
): boolean {
  const { values } = basis ?? {};
  if (!values) return false;
  const isKnown = (there: unknown, expected: unknown, brought: unknown) =>
    isSameValue(there, expected) || isSameValue(there, brought);
  const isPadKnown =
    !values.scratchpad ||
    !scratchpad ||
    isKnown(stored.scratchpad, values.scratchpad.value, scratchpad.value);
  return (
    !isPadKnown ||
    [...(parts ?? [])].some(
      ([name, value]) =>
        values.parts?.has(name) && !isKnown(stored.parts.get(name), values.parts.get(name), value),
    )
  );
}

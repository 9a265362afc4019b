import { asMemoryError } from '../errors/as-memory-error.ts';
import { checkedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import type { MemoryStore, SessionChange } from '../storage/memory-store.ts';
import type { ChangeToRedact } from '../storage/redacted-change.ts';
import { storeWithFallback } from '../storage/store-with-fallback.ts';
import type { Entry } from '../transcript/entry.ts';
import { storedTranscript } from '../transcript/stored-transcript.ts';
import { headIdOf, type Transcript } from '../transcript/transcript.ts';
import { entriesFrom } from '../transcript/transcript-at.ts';
import type { EffectRunner } from './effect-runner.ts';
import { late } from './late-transition.ts';
import { restoredLayers, restoredPad } from './restored-state.ts';
import type { LoadedSession } from './transition.ts';

/** What of a change may be stored; it is told what was said in the session. */
export type Storable = (change: ChangeToRedact) => Promise<SessionChange>;

/**
 * Brings what one session commits to its store.
 *
 * - Changes reach the store one after another, in the order in which they were given.
 * - What is stored is what `storable` leaves of it; where that fails nothing is stored.
 * - A failed one is reported in the snapshot and to the caller that waits for it; the next one
 *   brings along what it failed to store.
 */
export class StoreWriter<Pad> {
  /** The store that was wished for, with one in memory behind it. */
  readonly store: MemoryStore;
  readonly #runner: EffectRunner<Pad>;
  readonly #wishedName: string;
  readonly #storable: Storable | undefined;
  #writes: Promise<void> = Promise.resolve();
  /** Entries that the store has, from the first that was appended, on whichever branch. */
  #storedEntries = 0;
  /** Where the conversation ends in the store. */
  #storedHeadId: string | null = null;
  /** What earlier writes failed to store, in order; a change takes one compaction at most. */
  #owed: readonly SessionChange[] = [];

  constructor(runner: EffectRunner<Pad>, wished: MemoryStore, storable: Storable | undefined) {
    this.#runner = runner;
    this.#storable = storable;
    this.#wishedName = wished.name;
    this.store = storeWithFallback(wished, inMemoryStore(), (error, phase) =>
      runner.report(error, phase),
    );
  }

  /** @throws StoreCorruptError where what is stored makes no conversation. */
  async load(schema: ScratchpadSchema<Pad>): Promise<LoadedSession<Pad> | undefined> {
    const runner = this.#runner;
    const stored = await this.store.load(runner.snapshot.id);
    if (!stored) return undefined;
    const transcript = storedTranscript(stored);
    this.#storedEntries = stored.entries.length;
    this.#storedHeadId = headIdOf(transcript);
    const layers = restoredLayers(stored, runner.snapshot);
    const checked = (pad: unknown) => checkedScratchpad(schema, pad);
    const pad = restoredPad(stored, checked, (degradation) => {
      void runner.dispatch({ type: 'degradation-set', degradation });
    });
    return { ...stored, opened: { transcript, ...layers, ...pad } };
  }

  /** Writes a change together with whatever earlier ones failed to store, so that no gap stays. */
  write(change: SessionChange): Promise<void> {
    const { transcript } = this.#runner.snapshot;
    const written = this.#writes.then(() => this.#write(transcript, change));
    this.#writes = written.then(
      () => this.#noteRecovery(),
      (cause) => void this.#runner.dispatch({ type: 'error-set', error: asMemoryError(cause) }),
    );
    return written;
  }

  /** Resolves when every write so far has ended, well or badly. */
  settled(): Promise<void> {
    return this.#writes;
  }

  /** Resolves when every entry so far is stored; what an earlier write failed to store is tried again. */
  async allStored(atMs: number): Promise<void> {
    await this.#writes;
    const { transcript } = this.#runner.snapshot;
    const isBehind = this.#storedEntries < entriesIn(transcript);
    if (isBehind || this.#storedHeadId !== headIdOf(transcript)) await this.write({ atMs });
  }

  async #write(transcript: Transcript, change: SessionChange): Promise<void> {
    const entries = entriesFrom(transcript, this.#storedEntries);
    const headId = headIdOf(transcript);
    this.#owed = owedWith(this.#owed, {
      ...change,
      ...(entries.length > 0 && { entries }),
      ...(this.#mustSay(headId, entries) && { head: { value: headId } }),
      basis: basisOf(transcript, entries.at(-1)),
    });
    for (const owed of this.#owed) {
      // What is owed stays as it is said, so that a redaction that failed can be tried again.
      const storable = this.#storable ? await this.#storable({ ...owed, said: transcript }) : owed;
      await this.store.commit(this.#runner.snapshot.id, storable).catch(asTyped);
      this.#owed = this.#owed.slice(1);
    }
    this.#storedEntries = Math.max(this.#storedEntries, entriesIn(transcript));
    this.#storedHeadId = headId;
  }

  /** Whether a change has to say where the conversation ends: its entries alone do not. */
  #mustSay(headId: string | null, entries: readonly Entry[]): boolean {
    if (this.#owed.some(({ head }) => head)) return true;
    const [first] = entries;
    const endsThere = (entries.at(-1)?.id ?? this.#storedHeadId) === headId;
    return !endsThere || (first !== undefined && first.parentId !== this.#storedHeadId);
  }

  /** The fallback brings the wished store up to date as soon as it works again. */
  #noteRecovery(): void {
    const runner = this.#runner;
    if (runner.snapshot.degraded.length === 0 || this.store.name !== this.#wishedName) return;
    void runner.dispatch(late({ type: 'degradation-clear', code: 'STORE_WRITE_FAILED' }));
    void runner.dispatch(late({ type: 'degradation-clear', code: 'STORE_UNAVAILABLE' }));
  }
}

/** All entries of the session, those of other branches included. */
function entriesIn({ length, log }: Transcript): number {
  return length + log.elsewhere.length;
}

/** What a change rests on: a store with another history refuses it. */
function basisOf(
  transcript: Transcript,
  newest: Entry | undefined,
): NonNullable<SessionChange['basis']> {
  const entries = entriesIn(transcript);
  const headId = headIdOf(transcript);
  const last = newest ?? entriesFrom(transcript, entries - 1).at(0);
  const lastEntryId = last?.id ?? null;
  return { entries, lastEntryId, ...(headId !== lastEntryId && { headId }) };
}

/** The change joined to what is owed: the later part wins where both have it, but no compaction's record. */
function owedWith(owed: readonly SessionChange[], change: SessionChange): readonly SessionChange[] {
  const last = owed.at(-1);
  if (!last || (last.compaction && change.compaction)) return [...owed, change];
  const { entries: _, ...rest } = last;
  const tokens = new Map([...(last.tokens ?? []), ...(change.tokens ?? [])]);
  return [...owed.slice(0, -1), { ...rest, ...change, ...(tokens.size > 0 && { tokens }) }];
}

function asTyped(cause: unknown): never {
  throw asMemoryError(cause);
}

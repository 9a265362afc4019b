import { asMemoryError } from '../ground/errors/as-memory-error.ts';
import { errorText } from '../ground/errors/error-text.ts';
import {
  type AgentMemoryError,
  CodeUnavailableError,
  InvalidOptionError,
  SessionClosedError,
} from '../ground/errors/errors.ts';
import { type AbortSignalLike, orAbort } from '../ground/platform/abort.ts';
import { LazyCode } from '../ground/platform/lazy-code.ts';
import { corrected } from '../state/learn.ts';
import { MODELS_PART } from '../state/model-ledger.ts';
import type { Opening } from '../state/session-event.ts';
import { IMPORTED_PART } from '../store/imported-part.ts';
import type { MemoryStore, StoredSession } from '../store/memory-store.ts';
import { ConversationLog } from './append/conversation-log.ts';
import type { IdentifiedDrafts } from './append/identified-drafts.ts';
import { repeatedIdText } from './append/repeated-id.ts';
import { Planner } from './assemble/planner.ts';
import { Policies } from './assemble/policies.ts';
import { attachFeatures } from './attached-features.ts';
import type { BackgroundCalls } from './feature.ts';
import { fetchStoreCode } from './fetch-store-code.ts';
import { Lifecycle } from './lifecycle.ts';
import { firstSnapshot } from './memory-state.ts';
import { NOTES_PART } from './session-notes.ts';
import type { SessionParts } from './session-parts.ts';
import { EffectRunner } from './store/effect-runner.ts';
import { ExactCounts } from './store/exact-counts.ts';
import type { WriterHost } from './store/writer-host.ts';
import { StoredParts } from './stored-parts.ts';
import type { StoreAccess } from './stored-session.ts';

/**
 * The objects of one session, in the order in which they need each other, and the waits that its calls
 * share. Nothing starts before the first call that needs it.
 */
export function sessionOf<Pad>(parts: SessionParts<Pad>) {
  const { id, clock, createId } = parts;
  const policies = new Policies();
  const snapshot = corrected(firstSnapshot(parts, policies.add(parts.policy)));
  const runner = new EffectRunner(snapshot, parts.store, clock, parts.whenNotStored);
  const lifecycle = new Lifecycle(id, runner, load);
  const storedParts = new StoredParts({ runner, lifecycle, checkSent });
  const notes = storedParts.own(NOTES_PART);
  storedParts.own(MODELS_PART);
  const imported = storedParts.own(IMPORTED_PART);
  const backgroundCalls = async (): Promise<BackgroundCalls> => {
    // The stored ledger counts too, and would replace what is told before it is loaded.
    await lifecycle.open();
    return (await compactionCode(undefined)).compactor.calls;
  };
  const features = attachFeatures(parts, { runner, storedParts, lifecycle, backgroundCalls });
  const planner = new Planner({ parts, runner, features, notes, policies });
  const counts = new ExactCounts({ ...parts, runner, planner });
  const objects = { parts, runner, lifecycle, features, planner };
  const compaction = new LazyCode(
    async () => new (await import('./compaction-code.ts')).CompactionCode(objects),
    (cause) =>
      new CodeUnavailableError('compacting, for long contexts and for the scratchpad', {
        phase: 'compact',
        cause,
      }),
  );
  const formats = new LazyCode(
    () => import('./append/foreign-messages.ts'),
    (cause) => new CodeUnavailableError('reading and writing messages', { phase: 'append', cause }),
  );
  const conversation = new ConversationLog({ ...objects, counts, formats, clock, createId });
  return {
    ...objects,
    policies,
    storedParts,
    notes,
    imported,
    counts,
    compaction,
    formats,
    conversation,
    settled,
    compactionCode,

    /** The code that compacts, once all of the session is loaded and what was appended is in it. */
    async compactor(signal: AbortSignalLike | undefined) {
      await settled(signal);
      await lifecycle.older(signal);
      return (await compactionCode(signal)).compactor;
    },

    dispose,
  };

  async function dispose(): Promise<void> {
    const loaded = lifecycle.dispose();
    counts.stop();
    features.dispose();
    compaction.loaded?.compactor.dispose();
    runner.stopListening();
    runner.hurry();
    await loaded;
    lifecycle.drafts?.end()();
    lifecycle.tabs?.close();
    await runner.end();
  }

  /** Resolves when the session is loaded, and what was appended before is in it. */
  async function settled(signal: AbortSignalLike | undefined): Promise<void> {
    await lifecycle.open(signal);
    await orAbort(conversation.settled(), signal);
    lifecycle.refuseDisposed();
  }

  async function checkSent<V>(sent: (value: V) => unknown, before: V, after: V | undefined) {
    if (features.checks.length === 0 || after === undefined) return;
    await (await compactionCode(undefined)).checkSent(sent(before), sent(after));
  }

  async function compactionCode(signal: AbortSignalLike | undefined) {
    const code = await orAbort(compaction.load(), signal);
    lifecycle.refuseDisposed();
    return code;
  }

  /** Loads what the session begins with. Trouble is reported in the snapshot; never rejects. */
  async function load(): Promise<void> {
    const { opening, fault, access } = await begin();
    void runner.dispatch({ type: 'load-end', opening });
    lifecycle.opened({ fault, access });
    await lifecycle.tabs?.start();
    await lifecycle.drafts?.start(conversation);
    void compaction.prefetch();
    void counts.start();
    // Trouble is among the degradations then.
    if (features.readOlder) await runner.whole().catch(() => undefined);
  }

  /** Reads the store, the messages that the session was given, and its system text. */
  async function begin() {
    const { store } = parts;
    let access: StoreAccess<Pad> | undefined;
    const openingWith = (stored: StoredSession | undefined): Opening<Pad> => {
      const restored = stored && access?.restored(stored);
      return restored ? { stored: restored } : {};
    };
    const makeWriter = async (writerHost: WriterHost<Pad>) => {
      const { storeAccess } = await fetchStoreCode();
      if (runner.isOver) throw new SessionClosedError(id);
      access ??= storeAccess(runner, {
        ...parts,
        storedParts,
        store: store as MemoryStore,
        dispose,
        onTakenOver(entries, newIds, before) {
          counts.onAppended(entries, true);
          conversation.onTakenOver(newIds, before);
        },
      });
      return access.writerFor(writerHost);
    };
    const stored =
      store &&
      (await runner.load(makeWriter, (late) => {
        const opening = { ...openingWith(late), ...systemTextOf(parts, late).texts };
        if (late) void runner.dispatch({ type: 'load-end', opening });
      }));
    const opening = openingWith(stored);
    if (opening.stored) await access?.prepare(opening.stored);
    const initial = stored?.entries.length ? {} : await initialDrafts();
    const system = systemTextOf(parts, stored);
    for (const error of [initial.error, system.error]) {
      if (error) void runner.dispatch({ type: 'error-set', error });
    }
    if (initial.repeated) void runner.tell('ID_REPEATED', repeatedIdText(initial.repeated));
    return {
      opening: {
        ...opening,
        ...(initial.drafts && { initial: initial.drafts }),
        ...system.texts,
      },
      // Once something else was stored, the messages to begin with would be left out for good.
      fault: runner.refusal ?? system.error ?? initial.error,
      access: () => access,
    };
  }

  /** A conversation that began elsewhere. One that cannot be read keeps the session from doing anything. */
  async function initialDrafts(): Promise<
    Partial<IdentifiedDrafts> & { readonly error?: AgentMemoryError }
  > {
    if (!parts.initialMessages) return {};
    try {
      const code = await formats.load();
      return await code.initialDrafts(parts.initialMessages, (read) => conversation.drafts(read));
    } catch (cause) {
      return { error: asMemoryError(cause) };
    }
  }
}

/** The system text of this session: a volatile one is what it was when the session began [TIER-1]. */
function systemTextOf<Pad>({ system }: SessionParts<Pad>, stored: StoredSession | undefined) {
  if (system === undefined) return {};
  if (typeof system !== 'function') return { texts: { system } };
  if (stored?.system !== undefined) return { texts: { system: stored.system } };
  try {
    const text: unknown = system();
    if (typeof text !== 'string') throw new TypeError(`it gave something of type ${typeof text}`);
    return { texts: { system: text, newSystemText: text } };
  } catch (cause) {
    // Without its rules no agent continues: every later call hears why they could not be made.
    const error = new InvalidOptionError('system', `gave no text: ${errorText(cause)}.`);
    return { error };
  }
}

import type { FormatsRoom } from '../conversation/conversation-log.ts';
import type { IdentifiedDrafts } from '../conversation/identified-drafts.ts';
import { repeatedIdText } from '../conversation/repeated-id.ts';
import { asMemoryError } from '../errors/as-memory-error.ts';
import { errorText } from '../errors/error-text.ts';
import { type AgentMemoryError, InvalidOptionError, SessionClosedError } from '../errors/errors.ts';
import type { ReadMessage } from '../formats/message-format.ts';
import type { Door } from '../platform/door.ts';
import type { EffectRunner } from '../runner/effect-runner.ts';
import type { WriterHost } from '../runner/writer-host.ts';
import type { Opening } from '../state/session-event.ts';
import type { MemoryStore, StoredSession } from '../storage/memory-store.ts';
import type { Entry } from '../transcript/entry.ts';
import { fetchStoreCode } from './fetch-store-code.ts';
import type { SessionParts } from './session-parts.ts';
import type { StoredParts } from './stored-parts.ts';
import type { StoreAccess } from './stored-session.ts';

/** The values that a session needs to read its beginning. */
interface Reading<Pad> {
  readonly formats: Door<FormatsRoom>;
  drafts(read: readonly ReadMessage[]): Promise<IdentifiedDrafts>;
  readonly storedParts: StoredParts<Pad>;
  /** Told of entries that other tabs have added. */
  readonly onTakenOver: (entries: readonly Entry[]) => void;
}

interface LoadedSession<Pad> {
  readonly opening: Opening<Pad>;
  /** The error that keeps the session from doing anything. */
  readonly fault: AgentMemoryError | undefined;
  /** The way to the store; `undefined` where there is none, or the code for it is not here yet. */
  access(): StoreAccess<Pad> | undefined;
}

/**
 * Reads what a session begins with: its store, the messages it was given, its system text. Trouble is
 * reported in the snapshot; never rejects.
 */
export async function openingOf<Pad>(
  parts: SessionParts<Pad>,
  runner: EffectRunner<Pad>,
  reading: Reading<Pad>,
): Promise<LoadedSession<Pad>> {
  const { store } = parts;
  let access: StoreAccess<Pad> | undefined;
  const openingWith = (stored: StoredSession | undefined): Opening<Pad> => {
    const restored = stored && access?.restored(stored);
    return { atMs: parts.clock.nowMs(), ...(restored && { stored: restored }) };
  };
  const makeWriter = async (host: WriterHost<Pad>) => {
    const { storeAccess } = await fetchStoreCode();
    if (runner.isOver) throw new SessionClosedError(parts.id);
    access ??= storeAccess(runner, { ...parts, ...reading, store: store as MemoryStore });
    return access.writerFor(host);
  };
  const stored =
    store &&
    (await runner.load(makeWriter, (late) => {
      const opening = { ...openingWith(late), ...systemTextOf(parts, late).texts };
      if (late) void runner.dispatch({ type: 'load-end', opening });
    }));
  const opening = openingWith(stored);
  if (opening.stored) await access?.prepare(opening.stored);
  const initial = stored?.entries.length ? {} : await initialOf(parts, reading);
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
    fault: system.error ?? initial.error,
    access: () => access,
  };
}

/** A conversation that began elsewhere. One that cannot be read keeps the session from doing anything. */
async function initialOf<Pad>(
  { initialMessages }: SessionParts<Pad>,
  { formats, drafts }: Reading<Pad>,
): Promise<Partial<IdentifiedDrafts> & { readonly error?: AgentMemoryError }> {
  if (!initialMessages) return {};
  try {
    const { initialDrafts } = await formats.open();
    return await initialDrafts(initialMessages, drafts);
  } catch (cause) {
    return { error: asMemoryError(cause) };
  }
}

interface SystemText {
  readonly texts?: Pick<Opening<unknown>, 'system' | 'newSystemText'>;
  readonly error?: AgentMemoryError;
}

/** The system text of this session: a volatile one is what it was when the session began [TIER-1]. */
function systemTextOf<Pad>(
  { system }: SessionParts<Pad>,
  stored: StoredSession | undefined,
): SystemText {
  if (system === undefined) return {};
  if (typeof system !== 'function') return { texts: { system } };
  if (stored?.system !== undefined) return { texts: { system: stored.system } };
  try {
    const text: unknown = system();
    if (typeof text !== 'string') throw new TypeError(`it gave something of type ${typeof text}`);
    return { texts: { system: text, newSystemText: text } };
  } catch (cause) {
    // Without its rules no agent goes on: every later call hears why they could not be made.
    const error = new InvalidOptionError('system', `gave no text: ${errorText(cause)}.`);
    return { error };
  }
}

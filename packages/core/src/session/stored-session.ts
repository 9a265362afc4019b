import { type IsSameMessage, messageComparison } from '../conversation/same-message.ts';
import { errorText } from '../errors/error-text.ts';
import type { Degradation } from '../plan/context-plan.ts';
import { inSlices } from '../platform/in-slices.ts';
import { nextTask } from '../platform/next-task.ts';
import { damageReport } from '../runner/damage-report.ts';
import type { EffectRunner } from '../runner/effect-runner.ts';
import { OtherTabs } from '../runner/other-tabs.ts';
import { StoreWriter } from '../runner/store-writer.ts';
import type { WriterHost } from '../runner/writer-host.ts';
import { checkedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import { LEARNED_PART } from '../state/learned.ts';
import { learnedUnder, readLearned } from '../state/read-learned.ts';
import type { RestoredSession } from '../state/session-event.ts';
import { fittingOverlays } from '../storage/fitting-overlays.ts';
import type { MemoryStore, StoredSession } from '../storage/memory-store.ts';
import type { StoredPart } from '../storage/stored-part.ts';
import type { Entry } from '../transcript/entry.ts';
import { openingTranscript } from '../transcript/transcript-at.ts';
import { redactionOf } from './redaction-door.ts';
import type { SessionParts } from './session-parts.ts';
import { damageOf, type StoredParts } from './stored-parts.ts';

/** The code that a session fetches where it has a store. */
export interface StoreAccess<Pad> {
  /** Gives the writer of the session, with `redact` ahead of it where one was given. */
  writerFor(host: WriterHost<Pad>): StoreWriter<Pad>;
  readonly tabs: OtherTabs<Pad>;
  restored(stored: StoredSession): RestoredSession<Pad>;
  /**
   * Makes the transcript of a restored session in slices, ahead of the event that asks for it. Resolves in
   * a task of its own: whoever waits for `ready` makes a context in the same one.
   */
  prepare(restored: RestoredSession<unknown>): Promise<void>;
  /** Tells whether an entry shows what was read, as stored; absent where storing leaves all of it. */
  readonly messageComparison: (() => Promise<IsSameMessage>) | undefined;
}

/** The parts of a session that access to its store needs. */
type AccessParts<Pad> = Pick<
  SessionParts<Pad>,
  'redact' | 'clock' | 'whenNotStored' | 'scratchpad'
> & {
  readonly store: MemoryStore;
  readonly storedParts: StoredParts<Pad>;
  /** Told of entries that other tabs have added. */
  readonly onTakenOver: (entries: readonly Entry[]) => void;
};

export function storeAccess<Pad>(
  runner: EffectRunner<Pad>,
  parts: AccessParts<Pad>,
): StoreAccess<Pad> {
  const { store, redact, clock, whenNotStored, scratchpad, storedParts } = parts;
  const redaction = redact && redactionOf(redact);
  const { messageComparison: redacted, storable } = redaction ?? {};
  const restored = (stored: StoredSession) =>
    restoredSession(stored, scratchpad, runner, storedParts);
  const reader = {
    restored,
    isStoredAs: async () => (await redacted?.()) ?? messageComparison(),
    checkedPad: (value: unknown) => checkedScratchpad(scratchpad, value),
    readPart: (name: string, value: unknown) => storedParts.read(name, value),
  };
  const options = { clock, whenNotStored, storable, reader };
  const tabs = new OtherTabs(runner, parts);
  return {
    writerFor: (host) => tabs.with(new StoreWriter(host, store, options)),
    tabs,
    restored,
    prepare: async (opening) => {
      await inSlices(openingTranscript(opening), { clock });
      await nextTask();
    },
    messageComparison: redacted,
  };
}

/** Restores a session; a stored value of no use any more stays in the store, and is reported. */
function restoredSession<Pad>(
  stored: StoredSession,
  schema: ScratchpadSchema<Pad>,
  runner: EffectRunner<Pad>,
  storedParts: StoredParts<Pad>,
): RestoredSession<Pad> {
  const { entries, entriesFrom, headId, compactions, history } = stored;
  const { overlays, settingsKey, damaged: misfit } = fittingOverlays(stored);
  const { parts, damaged: damagedParts } = readParts(storedParts.known(), stored.parts);
  const report = (code: Degradation['code'], message: string, details?: readonly string[]) =>
    void runner.dispatch({
      type: 'degradation-set',
      degradation: { code, message, ...(details && { details }) },
    });
  const [scratchpad, padFault] = restoredPad(stored, schema);
  if (padFault) report('SCRATCHPAD_OUTDATED', `The stored scratchpad was not used. ${padFault}`);
  const learnedPart = parts.get(LEARNED_PART);
  const learned = readLearned(learnedPart);
  const isLost = learnedPart !== undefined && !learned;
  const lost = isLost ? [LEARNED_LOST] : [];
  const damaged = [...(stored.damaged ?? []), ...misfit, ...damagedParts, ...lost];
  if (damaged.length > 0) void runner.dispatch(damageReport(damaged));
  return {
    ...{ entries, overlays, settingsKey, compactions, history, parts },
    ...(entriesFrom !== undefined && { isPartial: true as const }),
    headId: headId === undefined ? (entries.at(-1)?.id ?? null) : headId,
    ...(scratchpad && { scratchpad }),
    ...(learned && { learned: learnedUnder(learned, runner.snapshot) }),
  };
}

const LEARNED_LOST =
  'What this session had learned of its provider is damaged and was left out; it is learned again.';

/** The stored scratchpad, or why it does not fit today's schema. */
function restoredPad<Pad>(
  { scratchpad }: StoredSession,
  schema: ScratchpadSchema<Pad>,
): readonly [{ readonly value: Pad } | undefined, string?] {
  if (scratchpad === undefined) return [undefined];
  try {
    return [{ value: checkedScratchpad(schema, scratchpad) }];
  } catch (error) {
    return [undefined, errorText(error)];
  }
}

/** Stored parts with those that are known read and checked, and a sentence for each that is damaged. */
function readParts(
  known: Iterable<StoredPart<unknown>>,
  stored: ReadonlyMap<string, unknown>,
): { readonly parts: ReadonlyMap<string, unknown>; readonly damaged: readonly string[] } {
  const parts = new Map(stored);
  const damaged: string[] = [];
  for (const { name, damaged: instead, read } of known) {
    if (!stored.has(name)) continue;
    try {
      parts.set(name, read(stored.get(name)));
    } catch (error) {
      if (instead === undefined) parts.delete(name);
      else parts.set(name, instead);
      damaged.push(damageOf(name, error));
    }
  }
  return { parts, damaged };
}

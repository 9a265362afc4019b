import { errorText } from '../ground/errors/error-text.ts';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { nextTask } from '../ground/platform/clock.ts';
import { inSlices } from '../ground/platform/in-slices.ts';
import { LazyCode } from '../ground/platform/lazy-code.ts';
import { checkedScratchpad } from '../live/scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../live/scratchpad/scratchpad.ts';
import { LEARNED_PART } from '../state/learned.ts';
import { learnedUnder, readLearned } from '../state/read-learned.ts';
import type { RestoredSession } from '../state/session-event.ts';
import { fittingOverlays } from '../store/fitting-overlays.ts';
import type { MemoryStore, StoredSession } from '../store/memory-store.ts';
import type { Redact } from '../store/redaction/redact.ts';
import type { ChangeToRedact } from '../store/redaction/redacted-change.ts';
import type { StoredPart } from '../store/stored-part.ts';
import { openingTranscript } from '../transcript/transcript-at.ts';
import { AnswerDrafts } from './append/answer-drafts.ts';
import { type IsSameMessage, messageComparison } from './append/same-message.ts';
import type { SessionParts } from './session-parts.ts';
import { damageReport } from './store/damage-report.ts';
import type { EffectRunner } from './store/effect-runner.ts';
import { OtherTabs } from './store/other-tabs.ts';
import { Writer } from './store/writer.ts';
import type { OnTakenOver, WriterHost } from './store/writer-host.ts';
import { damageOf, type StoredParts } from './stored-parts.ts';

/** The parts of a session that access to its store needs. */
type AccessParts<Pad> = Pick<
  SessionParts<Pad>,
  'redact' | 'clock' | 'createId' | 'user' | 'whenNotStored' | 'scratchpad'
> & {
  readonly store: MemoryStore;
  readonly storedParts: StoredParts<Pad>;
  readonly onTakenOver: OnTakenOver;
  readonly dispose: () => Promise<void>;
};

export type StoreAccess<Pad> = ReturnType<typeof storeAccess<Pad>>;

/** The code that a session fetches where it has a store. */
export function storeAccess<Pad>(runner: EffectRunner<Pad>, parts: AccessParts<Pad>) {
  const { store, redact, clock, user, whenNotStored, scratchpad, storedParts } = parts;
  const redaction = redact && redactionOf(redact);
  /** Tells whether an entry shows what was read, or what storing leaves of it. */
  const isStoredAs = redaction?.messageComparison ?? (async () => messageComparison());
  const restored = (stored: StoredSession) =>
    restoredSession(stored, scratchpad, runner, storedParts);
  const reader = {
    restored,
    isStoredAs,
    checkedPad: (value: unknown) => checkedScratchpad(scratchpad, value),
    readPart: (name: string, value: unknown) => storedParts.read(name, value),
  };
  const tabs = new OtherTabs(runner, { store, clock, user, dispose: parts.dispose });
  const options = {
    ...{ clock, user, whenNotStored, storable: redaction?.storable, reader },
    onStored: () => tabs.tellPage(),
    onTakenOver: parts.onTakenOver,
  };
  return {
    /** Gives the writer of the session, with `redact` before it where one was given. */
    writerFor: (host: WriterHost<Pad>) => tabs.with(new Writer(host, store, options)),
    tabs,
    drafts: new AnswerDrafts({ runner, tabs, ...parts }),
    restored,
    /**
     * Makes the transcript of a restored session in slices, before the event that asks for it. Resolves
     * in a task of its own: anyone who waits for `ready` makes a context in the same one.
     */
    async prepare(opening: RestoredSession<unknown>): Promise<void> {
      await inSlices(openingTranscript(opening), { clock });
      await nextTask();
    },
    messageComparison: isStoredAs,
  };
}

/** Redacts changes ahead of a write, and compares stored messages with read ones [STO-5]; fetched with the first write. */
function redactionOf(redact: Redact) {
  const code = new LazyCode(
    () => import('../store/redaction/redaction.ts'),
    (cause) => new StoreUnavailableError(REDACTION_UNAVAILABLE, { cause }),
  );
  return {
    storable: async (change: ChangeToRedact) => (await code.load()).redactedChange(change, redact),
    async messageComparison(): Promise<IsSameMessage> {
      const { redactedMessage } = await code.load();
      return messageComparison((message) => redactedMessage(message, redact));
    },
  };
}

const REDACTION_UNAVAILABLE =
  'The code that redacts could not be fetched, so nothing was stored. What was said stays in this ' +
  'page, and the next write tries again when the page can reach its files.';

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
  const [scratchpad, padFault] = restoredPad(stored, schema);
  if (padFault) {
    void runner.tell('SCRATCHPAD_OUTDATED', `The stored scratchpad was not used. ${padFault}`);
  }
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

import type { FormatsRoom } from '../conversation/conversation-log.ts';
import { asMemoryError } from '../errors/as-memory-error.ts';
import { errorText } from '../errors/error-text.ts';
import { type AgentMemoryError, InvalidOptionError } from '../errors/errors.ts';
import type { ReadMessage } from '../formats/message-format.ts';
import type { Degradation } from '../plan/context-plan.ts';
import type { Door } from '../platform/door.ts';
import type { EffectRunner } from '../runner/effect-runner.ts';
import { checkedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import { LEARNED_PART, readLearned } from '../state/learned.ts';
import type { Opening, RestoredSession } from '../state/session-event.ts';
import type { StoredSession } from '../storage/memory-store.ts';
import type { EntryDraft } from '../transcript/transcript.ts';
import type { SessionParts } from './session-parts.ts';
import type { ReadParts } from './stored-parts.ts';

/** What a session needs to read messages that it begins with. */
interface Reading {
  readonly formats: Door<FormatsRoom>;
  drafts(read: readonly ReadMessage[]): Promise<readonly EntryDraft[]>;
  /** Reads the stored parts that are known. */
  readParts(stored: ReadonlyMap<string, unknown>): ReadParts;
}

interface LoadedSession<Pad> {
  readonly opening: Opening<Pad>;
  /** What keeps the session from doing anything. */
  readonly fault: AgentMemoryError | undefined;
}

/**
 * Reads what a session begins with: its store, the messages it was given, its system text. Trouble is
 * reported in the snapshot; never rejects.
 */
export async function openingOf<Pad>(
  parts: SessionParts<Pad>,
  runner: EffectRunner<Pad>,
  reading: Reading,
): Promise<LoadedSession<Pad>> {
  const stored = await runner.load();
  const initial = stored?.entries.length ? {} : await initialOf(parts, reading);
  const system = systemTextOf(parts, stored);
  for (const error of [initial.error, system.error]) {
    if (error) void runner.dispatch({ type: 'error-set', error });
  }
  return {
    opening: {
      atMs: parts.clock.nowMs(),
      ...(stored && { stored: restoredSession(stored, parts.scratchpad, runner, reading) }),
      ...(initial.drafts && { initial: initial.drafts }),
      ...system.texts,
    },
    // Once something else was stored, messages that can be had later would be left out for good.
    fault: system.error ?? (initial.error?.recoverable ? initial.error : undefined),
  };
}

/** What is stored and cannot be used any more stays in the store, and is reported. */
function restoredSession<Pad>(
  stored: StoredSession,
  schema: ScratchpadSchema<Pad>,
  runner: EffectRunner<Pad>,
  { readParts }: Reading,
): RestoredSession<Pad> {
  const { entries, headId, overlays, settingsKey, compactions, history } = stored;
  const { parts, damaged: damagedParts } = readParts(stored.parts);
  const report = (code: Degradation['code'], message: string) =>
    void runner.dispatch({ type: 'degradation-set', degradation: { code, message } });
  const [scratchpad, padFault] = restoredPad(stored, schema);
  if (padFault) report('SCRATCHPAD_OUTDATED', `The stored scratchpad was not used. ${padFault}`);
  const learnedPart = parts.get(LEARNED_PART);
  const learned = readLearned(learnedPart);
  const isLost = learnedPart !== undefined && !learned;
  const lost = isLost ? [LEARNED_LOST] : [];
  const damaged = [...(stored.damaged ?? []), ...damagedParts, ...lost];
  if (damaged.length > 0) report('STORED_STATE_DAMAGED', damageSentence(damaged));
  return {
    ...{ entries, overlays, settingsKey, compactions, history, parts },
    headId: headId === undefined ? (entries.at(-1)?.id ?? null) : headId,
    ...(scratchpad && { scratchpad }),
    ...(learned && { learned }),
  };
}

const LEARNED_LOST =
  'What this session had learned of its provider is damaged and was left out; it is learned again.';

function damageSentence(damaged: readonly string[]): string {
  return (
    `Some of what is stored beside the conversation cannot be read: ${damaged.join(' ')} ` +
    'The conversation itself is whole. What cannot be read stays stored until its place is needed.'
  );
}

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

/** A conversation that began elsewhere. One that cannot be read is left out, and the error says so. */
async function initialOf<Pad>(
  { initialMessages }: SessionParts<Pad>,
  { formats, drafts }: Reading,
): Promise<{ readonly drafts?: readonly EntryDraft[]; readonly error?: AgentMemoryError }> {
  if (!initialMessages) return {};
  try {
    const { initialDrafts } = await formats.open();
    return { drafts: await initialDrafts(initialMessages, drafts) };
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

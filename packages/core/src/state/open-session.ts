import { historyOf } from '../history/history.ts';
import type { Message } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';
import { withDrafts } from '../transcript/transcript.ts';
import { openedTranscript } from '../transcript/transcript-at.ts';
import { inNewEpoch } from './change-overlays.ts';
import { corrected, sayingLimit } from './learn.ts';
import type { Opening, RestoredSession } from './session-event.ts';
import { NEVER_STORED, settingsKey } from './settings.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { emit, type Step } from './step.ts';

/** The session as it stands once its store was read: what is stored, under today's settings. */
export function opened<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { stored, initial, system, newSystemText }: Opening<Pad>,
): Step<Pad> {
  const restored = stored ? restoredSession(snapshot, stored) : underOwnSettings(snapshot);
  const next: SessionSnapshot<Pad> = {
    ...restored,
    isLoaded: true,
    transcript: initial ? withDrafts(restored.transcript, initial) : restored.transcript,
    system: systemMessage(system),
    ...(newSystemText !== undefined && {
      unsaved: { ...restored.unsaved, system: { value: newSystemText } },
    }),
  };
  const entries = next.transcript.length;
  const compactions = next.compactions.length;
  const [limited, reports] = sayingLimit(next);
  return [limited, [emit({ type: 'session-load', entries, compactions }), ...reports]];
}

/** The session with older entries in their places [STO-9]. */
export function filled<Pad>(
  snapshot: SessionSnapshot<Pad>,
  fromSeq: number,
  entries: readonly Entry[],
): Step<Pad> {
  const { transcript } = snapshot;
  const { log, length } = transcript;
  log.fill(fromSeq, entries);
  if (log.unloaded > 0) return [snapshot, []];
  // A new object, so that anyone who caches by transcript sees all of it.
  const next = { ...snapshot, transcript: { ...transcript } };
  return [next, [emit({ type: 'entries-load', entries: length })]];
}

/** A text as the system message; none where it says nothing. */
export function systemMessage(text: string | undefined): Message | undefined {
  return text ? { role: 'system', parts: [{ type: 'text', text }] } : undefined;
}

/** The stored conversation, what lies over it, and what was learned. */
function restoredSession<Pad>(
  snapshot: SessionSnapshot<Pad>,
  stored: RestoredSession<Pad>,
): SessionSnapshot<Pad> {
  const { overlays, compactions, scratchpad, history, parts, learned } = stored;
  const restored: SessionSnapshot<Pad> = {
    ...snapshot,
    transcript: openedTranscript(stored),
    overlays,
    compactions,
    history: historyOf(history),
    parts,
    ...(scratchpad && { scratchpad: scratchpad.value }),
    ...learned,
  };
  return corrected(inOwnEpoch(restored, stored.settingsKey));
}

/** The first commit says under which settings the session is, so that another opening can compare. */
function underOwnSettings<Pad>(snapshot: SessionSnapshot<Pad>): SessionSnapshot<Pad> {
  const overlays = { value: snapshot.overlays, settingsKey: settingsKey(snapshot) };
  return { ...snapshot, unsaved: { ...snapshot.unsaved, overlays } };
}

/** Overlays of other settings are derived again [CMP-8]; that is stored with the next commit. */
function inOwnEpoch<Pad>(snapshot: SessionSnapshot<Pad>, storedKey: string): SessionSnapshot<Pad> {
  if (storedKey === settingsKey(snapshot)) return snapshot;
  if (storedKey === NEVER_STORED) return underOwnSettings(snapshot);
  const [next, unsaved] = inNewEpoch(snapshot);
  return { ...next, unsaved };
}

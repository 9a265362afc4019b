import { historyOf } from '../history/history.ts';
import { appended } from '../transcript/transcript.ts';
import { everyEntry, transcriptAt } from '../transcript/transcript-at.ts';
import { corrected } from './learn.ts';
import type { TakeOverEvent } from './session-event.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, emit, type SessionEffect, type Step } from './step.ts';

/** The session as it continues from what its store holds; `state/merge.ts` has decided how. */
export function takenOver<Pad>(
  { unsaved: _, ...snapshot }: SessionSnapshot<Pad>,
  event: TakeOverEvent<Pad>,
): Step<Pad> {
  const { kept, entries, beside, headId, newIds, waiting, change } = event;
  // Where the conversation only continues, its log is the one that everybody has.
  const transcript =
    kept === undefined
      ? entries.reduce(appended, snapshot.transcript)
      : transcriptAt([...everyEntry(snapshot.transcript).slice(0, kept), ...entries], headId);
  const scratchpad = beside.scratchpad ?? snapshot.scratchpad;
  const isOtherPath = transcript.log !== snapshot.transcript.log;
  const next: SessionSnapshot<Pad> = corrected({
    ...snapshot,
    ...beside,
    transcript,
    history: historyOf(event.history),
    headMoves: snapshot.headMoves + (isOtherPath ? 1 : 0),
    ...(waiting && { unsaved: waiting }),
  });
  const [taken, commit]: Step<Pad> = change ? committing(next, change) : [next, []];
  const told: SessionEffect[] = [emit({ type: 'session-refresh', entries: newIds.length, headId })];
  const isNew = new Set(newIds);
  for (const { id: entryId, seq, tokens } of entries) {
    if (isNew.has(entryId)) {
      const said = { type: 'entry-append', entryId, seq, tokens: tokens.value } as const;
      told.push(emit({ ...said, isFromElsewhere: true }));
    }
  }
  if (scratchpad !== snapshot.scratchpad) told.push(emit({ type: 'scratchpad-update' }));
  for (const [name, value] of next.parts) {
    if (value !== snapshot.parts.get(name)) told.push(emit({ type: 'part-update', name }));
  }
  return [taken, [...commit, ...told]];
}

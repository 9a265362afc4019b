import { historyOf } from '../history/history.ts';
import { appended, headIdOf, type Transcript } from '../transcript/transcript.ts';
import { everyEntry, isRun, transcriptAt } from '../transcript/transcript-at.ts';
import { corrected } from './learn.ts';
import type { TakeOverEvent } from './session-event.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, emit, type SessionEffect, type Step } from './step.ts';

/** The session as it continues from what its store holds; `state/merge.ts` has decided how. */
export function takenOver<Pad>(
  { unsaved: _, ...snapshot }: SessionSnapshot<Pad>,
  event: TakeOverEvent<Pad>,
): Step<Pad> {
  const { beside, headId, newIds, waiting, change } = event;
  const transcript = transcriptAfter(snapshot.transcript, event);
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
  const [kept, commit]: Step<Pad> = change ? committing(next, change) : [next, []];
  const told: SessionEffect[] = [emit({ type: 'session-refresh', entries: newIds.length, headId })];
  const isNew = new Set(newIds);
  for (const { id: entryId, seq, tokens } of event.entries) {
    if (isNew.has(entryId)) {
      const said = { type: 'entry-append', entryId, seq, tokens: tokens.value } as const;
      told.push(emit({ ...said, isFromElsewhere: true }));
    }
  }
  if (scratchpad !== snapshot.scratchpad) told.push(emit({ type: 'scratchpad-update' }));
  for (const [name, value] of next.parts) {
    if (value !== snapshot.parts.get(name)) told.push(emit({ type: 'part-update', name }));
  }
  return [kept, [...commit, ...told]];
}

/** Where the conversation only continues, its log is the one that everybody has. */
function transcriptAfter(
  before: Transcript,
  { kept, entries, headId }: Pick<TakeOverEvent, 'kept' | 'entries' | 'headId'>,
): Transcript {
  const { length, log } = before;
  const isAllKept = kept === length + log.elsewhere.length;
  if (isAllKept && isRun(headIdOf(before), entries, headId))
    return entries.reduce(appended, before);
  return transcriptAt([...everyEntry(before).slice(0, kept), ...entries], headId);
}

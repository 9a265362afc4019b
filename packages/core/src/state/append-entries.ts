import type { Entry } from '../transcript/entry.ts';
import { type EntryDraft, withDrafts } from '../transcript/transcript.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, type Step } from './step.ts';

/** A session with more entries behind its head, and what of them is new. */
interface Grown<Pad> {
  readonly next: SessionSnapshot<Pad>;
  readonly entries: readonly Entry[];
}

/** The session with more entries behind its head; the same one where it holds all of them [MSG-5]. */
export function withEntries<Pad>(
  snapshot: SessionSnapshot<Pad>,
  drafts: readonly EntryDraft[],
  atMs: number,
): Step<Pad> {
  const { next, entries } = grownBy(snapshot, drafts);
  return entries.length === 0 ? [snapshot, []] : committing(next, { atMs, entries });
}

/** The same without a commit, for changes that do more. */
export function grownBy<Pad>(
  snapshot: SessionSnapshot<Pad>,
  drafts: readonly EntryDraft[],
): Grown<Pad> {
  const transcript = withDrafts(snapshot.transcript, drafts);
  const entries = transcript.log.slice(snapshot.transcript.length, transcript.length);
  if (entries.length === 0) return { next: snapshot, entries };
  const { overflow } = snapshot;
  // The conversation went on, so the last context went through.
  const settled = overflow && { ...overflow, attempts: 0 };
  const isNewRun = transcript.lastUserSeq !== snapshot.transcript.lastUserSeq;
  const runStartPad = isNewRun ? snapshot.scratchpad : snapshot.runStartPad;
  const next = { ...snapshot, transcript, overflow: settled, runStartPad };
  return { next, entries };
}

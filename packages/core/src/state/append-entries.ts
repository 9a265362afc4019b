import type { Entry } from '../transcript/entry.ts';
import { type EntryDraft, withDrafts } from '../transcript/transcript.ts';
import { goneThrough, learnedParts } from './learn.ts';
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
  if (entries.length === 0) return [snapshot, []];
  const isLearned = next.overflow?.limitTokens !== snapshot.overflow?.limitTokens;
  const parts = isLearned && { parts: learnedParts(next) };
  return committing(next, { atMs, entries, ...parts });
}

/** The same without a commit, for changes that do more. */
export function grownBy<Pad>(
  snapshot: SessionSnapshot<Pad>,
  drafts: readonly EntryDraft[],
): Grown<Pad> {
  const transcript = withDrafts(snapshot.transcript, drafts);
  const entries = transcript.log.slice(snapshot.transcript.length, transcript.length);
  if (entries.length === 0) return { next: snapshot, entries };
  // The conversation went on, so the last context went through; an answer says so of that very one.
  const isAnswered = drafts.some(({ message }) => message.role === 'assistant');
  const settled = isAnswered ? goneThrough(snapshot) : withoutAttempts(snapshot);
  const isNewRun = transcript.lastUserSeq !== snapshot.transcript.lastUserSeq;
  const runStartPad = isNewRun ? snapshot.scratchpad : snapshot.runStartPad;
  const next = { ...settled, transcript, runStartPad };
  return { next, entries };
}

function withoutAttempts<Pad>(snapshot: SessionSnapshot<Pad>): SessionSnapshot<Pad> {
  const { overflow } = snapshot;
  return overflow ? { ...snapshot, overflow: { ...overflow, attempts: 0 } } : snapshot;
}

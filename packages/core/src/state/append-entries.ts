import { type EntryDraft, withDrafts } from '../transcript/transcript.ts';
import { goneThrough, learnedParts } from './learn.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, type Step } from './step.ts';

/** The session with more entries behind its head; the same one where it holds all of them [MSG-5]. */
export function withEntries<Pad>(
  snapshot: SessionSnapshot<Pad>,
  drafts: readonly EntryDraft[],
): Step<Pad> {
  const { next, entries } = grownBy(snapshot, drafts);
  if (entries.length === 0) return [snapshot, []];
  const isLearned = next.overflow?.limitTokens !== snapshot.overflow?.limitTokens;
  const parts = isLearned && { parts: learnedParts(next) };
  return committing(next, { entries, ...parts });
}

/** The same without a commit, for changes that do more. */
export function grownBy<Pad>(snapshot: SessionSnapshot<Pad>, drafts: readonly EntryDraft[]) {
  const transcript = withDrafts(snapshot.transcript, drafts);
  const entries = transcript.log.slice(snapshot.transcript.length, transcript.length);
  if (entries.length === 0) return { next: snapshot, entries };
  // The conversation went on, so the last context went through; an answer says so of that very one.
  const isAnswered = drafts.some(({ message }) => message.role === 'assistant');
  const settled = isAnswered ? goneThrough(snapshot) : withoutAttempts(snapshot);
  return { next: { ...settled, transcript }, entries };
}

function withoutAttempts<Pad>(snapshot: SessionSnapshot<Pad>): SessionSnapshot<Pad> {
  const { overflow } = snapshot;
  return overflow ? { ...snapshot, overflow: { ...overflow, attempts: 0 } } : snapshot;
}

import type { TextCheck } from '../../guard/load-check.ts';
import { bareText } from '../../records/bare-text.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import type { Candidate, Findings, RefusedCandidate } from '../candidate.ts';
import { isSupported } from '../find/support.ts';

/** The surroundings that candidates are chosen in. */
export interface ChoiceParts {
  readonly sessionId: string;
  readonly known: readonly MemoryRecord[];
  /** The guard that the memory itself has: what it holds waits in the quarantine of the memory. */
  readonly guard: TextCheck;
}

/**
 * Leaves out what was found twice, and what is known from the same message in other words. What the memory's own guard holds stays among the candidates: the memory puts it into
 * its quarantine, where a person can look at it [GRD-3].
 */
export function chooseCandidates({ candidates, refused }: Findings, parts: ChoiceParts): Findings {
  const chosen: Candidate[] = [];
  const left: RefusedCandidate[] = [...refused];
  for (const candidate of candidates) {
    const isDouble = isTwice(candidate, chosen) || isKnown(candidate, parts);
    const taken = isDouble ? undefined : checked(candidate, parts);
    if (taken) chosen.push(taken);
    else {
      const rule = isDouble ? 'DUPLICATE' : 'HELD';
      left.push({ rule, entryIds: idsOf(candidate), kind: candidate.kind });
    }
  }
  return { candidates: chosen, refused: left };
}

/** Ids of the messages that a candidate was drawn from, each once. */
export function idsOf({ spans }: Candidate): readonly string[] {
  return [...new Set(spans.map(({ entryId }) => entryId))];
}

function isTwice({ kind, text, spans: [span] }: Candidate, chosen: readonly Candidate[]): boolean {
  return chosen.some(
    (one) =>
      bareText(one.text) === bareText(text) ||
      (one.kind === kind && one.spans[0].entryId === span.entryId && saysSame(one.text, text)),
  );
}

/** A tab that was killed, or another one, may have taken it from this message in other words. */
function isKnown(
  { kind, text, spans: [span] }: Candidate,
  { known, sessionId }: ChoiceParts,
): boolean {
  return known.some(
    (record) =>
      record.kind === kind &&
      record.evidence.some((one) => one.sessionId === sessionId && one.entryId === span.entryId) &&
      bareText(record.text) !== bareText(text) &&
      saysSame(record.text, text),
  );
}

function saysSame(one: string, other: string): boolean {
  return isSupported(one, other) && isSupported(other, one);
}

/** The candidate as it may go to the memory, which looks at it once more; `undefined`: it may not. */
function checked(candidate: Candidate, { guard }: ChoiceParts): Candidate | undefined {
  if (!quotesHeld(guard, candidate)) return candidate;
  // As an inference it is held as those words are, and not let in with the trust of who confirmed them.
  return isHeldBy(guard, candidate.text, 'agent_inferred')
    ? { ...candidate, source: 'agent_inferred' }
    : undefined;
}

/** The words of an answer that a record quotes are looked at as the answer's, and not as the user's. */
function quotesHeld(check: TextCheck, { spans: [, ...references] }: Candidate): boolean {
  return references.some(({ quote }) => isHeldBy(check, quote, 'agent_inferred'));
}

function isHeldBy(check: TextCheck, text: string, source: Candidate['source']): boolean {
  return check(text, { source }).verdict === 'hold';
}

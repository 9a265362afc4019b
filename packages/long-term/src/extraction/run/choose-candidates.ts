import { bareText } from '../../records/bare-text.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import type { Candidate, Findings, RefusedCandidate } from '../candidate.ts';
import { isSupported } from '../find/support.ts';

/**
 * Looks at a text before it may become a record.
 * `hold`: it gives orders, hides characters, or is suspect in another way.
 */
export type CheckText = (
  text: string,
  facts: { readonly source: Candidate['source'] },
) => { readonly verdict: 'pass' | 'hold'; readonly reasons: readonly unknown[] };

/** The surroundings that candidates are chosen in. */
export interface ChoiceParts {
  readonly sessionId: string;
  readonly known: readonly MemoryRecord[];
  readonly checkText: CheckText | undefined;
}

/** Leaves out what was found twice, what is known from the same message in other words, and what the guard holds. */
export function chooseCandidates({ candidates, refused }: Findings, parts: ChoiceParts): Findings {
  const chosen: Candidate[] = [];
  const left: RefusedCandidate[] = [...refused];
  for (const candidate of candidates) {
    const rule =
      isTwice(candidate, chosen) || isKnown(candidate, parts)
        ? 'DUPLICATE'
        : isHeld(candidate, parts)
          ? 'HELD'
          : undefined;
    if (rule === undefined) chosen.push(candidate);
    else left.push({ rule, entryIds: idsOf(candidate), kind: candidate.kind });
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

/** The words of an answer that a record quotes are looked at as the answer's, and not as the user's. */
function isHeld({ text, source, spans }: Candidate, { checkText }: ChoiceParts): boolean {
  if (!checkText) return false;
  const [, ...references] = spans;
  const isOwnHeld = checkText(text, { source }).verdict === 'hold';
  return (
    isOwnHeld ||
    references.some(
      ({ quote }) => checkText(quote, { source: 'agent_inferred' }).verdict === 'hold',
    )
  );
}

import type { SectionOutcome } from '../live/section-texts.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Decision } from './decision.ts';

/** The decision on a section, with what is said alike of each tier that has sections. */
export function sectionDecision(
  { section, sent, wholeTokens, usedPercent, parts }: SectionOutcome,
  own: Pick<Decision, 'tier' | 'fate' | 'rule' | 'numbers'>,
  { source }: Measurer,
): Decision {
  const { tier } = own;
  const isSent = own.fate !== 'not-selected';
  const sentOf = (fate: Decision['fate'], tokens: number) =>
    isSent && (fate === 'sent' || fate === 'pinned') ? tokens : 0;
  return {
    itemId: section.id,
    ...own,
    tokens: { raw: wholeTokens, sent: isSent ? (sent?.tokens ?? 0) : 0, source },
    ...(parts && {
      parts: parts.map(({ id: itemId, tokens, numbers = {}, ...part }) => ({
        ...part,
        itemId,
        tier,
        tokens: { raw: tokens, sent: sentOf(part.fate, tokens), source },
        numbers,
      })),
    }),
    numbers: { ...own.numbers, usedShare: usedPercent / 100 },
  };
}

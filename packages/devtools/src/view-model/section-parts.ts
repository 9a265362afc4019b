import type { Decision } from '@agent-memory/core';

/** The parts of a section by whether they are sent, each list in the order in which the section gave it. */
export interface OrderedParts {
  readonly inside: readonly Decision[];
  readonly leftOut: readonly Decision[];
}

/** Divides the parts of a live section; one that sends tokens is inside, whatever its fate is called. */
export function partsInOrder(parts: readonly Decision[]): OrderedParts {
  const isInside = ({ fate, tokens }: Decision) => fate === 'sent' || tokens.sent > 0;
  return {
    inside: parts.filter(isInside),
    leftOut: parts.filter((part) => !isInside(part)),
  };
}

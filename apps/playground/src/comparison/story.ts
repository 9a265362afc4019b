import type { ComparisonFrame } from './compared-context.ts';

/** The comparison that a first visit sees. */
export const FIRST_COMPARISON = {
  /** A session that comes with the page. */
  sessionId: 'booking',
  value: 'QX7-4921',
  name: 'booking number',
  limitTokens: 3_000,
} as const;

const { name, value } = FIRST_COMPARISON;

/** What happened at a call, in sentences; empty if nothing did. */
export function happenedAt(frame: ComparisonFrame, before: ComparisonFrame | undefined): string {
  const { newest, memory } = frame;
  const sentences: string[] = [];
  if (frame.isSaid && !before?.isSaid) {
    sentences.push(`The guest gives the ${name}, ${value}. Both send it.`);
  }
  const isFull = newest.notSent > 0 && before?.newest.notSent === 0;
  const isLost = before?.newest.place !== undefined && !newest.place;
  if (isFull) sentences.push('The window is full: the left side drops its oldest messages.');
  if (isLost) sentences.push(`The ${name} is ${isFull ? 'among them' : 'dropped on the left'}.`);
  if (frame.compactions > (before?.compactions ?? 0)) {
    const kept = memory.place?.kind === 'summary' ? ` and keeps ${value} in it` : '';
    sentences.push(`agent-memory sums up older messages${kept}.`);
  }
  return sentences.join(' ');
}

/** The latest thing that happened so far. */
export function storySoFar(frames: readonly ComparisonFrame[]): string {
  for (let at = frames.length - 1; at >= 0; at -= 1) {
    const frame = frames[at];
    const told = frame && happenedAt(frame, frames[at - 1]);
    if (told) return told;
  }
  return 'The conversation begins. Both send everything.';
}

/** The end: which of the contexts can answer the last question. */
export function verdict({ newest, memory }: ComparisonFrame): string {
  const left = newest.place ? 'still has' : 'has lost';
  const right = memory.place ? 'still has' : 'has lost';
  return left === right
    ? `The last question needs the ${name}: each of them ${left} it.`
    : `The last question needs the ${name}: the window of newest messages ${left} it, agent-memory ${right} it.`;
}

/** Milliseconds to show a call for, so that the whole conversation takes about 20 seconds. */
export function shownMs(hasHappened: boolean): number {
  return hasHappened ? 2_000 : 330;
}

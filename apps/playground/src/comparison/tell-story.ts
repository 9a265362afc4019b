import { figure } from '../facts/figures.ts';
import type { ComparisonFrame } from './comparison-frame.ts';

/** The words that a comparison uses for its value: `booking number`, `QX7-4921`. */
export interface ValueName {
  readonly name: string;
  readonly value: string;
}

/** One thing that happened at a call, as sentences; empty where nothing did. */
export function happenedAt(
  frame: ComparisonFrame,
  before: ComparisonFrame | undefined,
  { name, value }: ValueName,
): string {
  const { lastMessages, memory, limitTokens } = frame;
  const sentences: string[] = [];
  if (frame.isSaid && !before?.isSaid) {
    sentences.push(`The guest says the ${name}, ${value}. Both ways send it.`);
  }
  if (before?.lastMessages.place && !lastMessages.place) {
    sentences.push(
      `The message with the ${name} is no longer among the newest: it leaves the left context.`,
    );
  }
  if (lastMessages.tooMany > 0 && !before?.lastMessages.tooMany) {
    sentences.push(
      `The newest messages need ${figure(lastMessages.tokens)} of ${figure(limitTokens)} tokens: the left context does not fit.`,
    );
  }
  if (frame.compactions > (before?.compactions ?? 0)) {
    const kept = memory.place?.kind === 'summary' ? ` and keeps ${value}` : '';
    sentences.push(`agent-memory condenses older messages into a summary${kept}.`);
  }
  return sentences.join(' ');
}

/** The newest thing that happened up to now, which stands until another does. */
export function storySoFar(frames: readonly ComparisonFrame[], value: ValueName): string {
  for (let at = frames.length - 1; at >= 0; at -= 1) {
    const frame = frames[at];
    const told = frame && happenedAt(frame, frames[at - 1], value);
    if (told) return told;
  }
  return 'The conversation begins. Both ways send everything.';
}

/** The end: what either context can answer of the last question. */
export function verdict(frame: ComparisonFrame, { name }: ValueName): string {
  const left = frame.lastMessages.place ? 'still holds' : 'has lost';
  const right = frame.memory.place ? 'still holds' : 'has lost';
  const [last, ours] = ['“Last 20 messages”', 'agent-memory'];
  return left === right
    ? `The last question needs the ${name}: either way ${left} it.`
    : `The last question needs the ${name}: ${last} ${left} it, ${ours} ${right} it.`;
}

/** Milliseconds that a call is shown, so that all of them take about 20 seconds. */
export function shownMs(hasHappened: boolean): number {
  return hasHappened ? 2_000 : 330;
}

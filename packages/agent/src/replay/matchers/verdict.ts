/** The outcome of a matcher; the message is for the case that was not wanted. */
export interface Verdict {
  readonly pass: boolean;
  message(): string;
  /** What is worth the time only where the claim fails; stands behind the message. */
  more?(): Promise<string>;
}

/** So many faults are told one by one; more would only repeat what is wrong. */
const MOST_TOLD = 5;

/** Passes where nothing is at fault; else tells the first faults, one a line. */
export function noneOf(faults: readonly string[], claim: string): Verdict {
  const told = faults.slice(0, MOST_TOLD);
  const more = faults.length - told.length;
  const lines = more > 0 ? [...told, `and ${count(more, 'more', 'more')}.`] : told;
  return {
    pass: faults.length === 0,
    message: () =>
      faults.length === 0
        ? `Expected that this does not hold, and it does: ${claim}.`
        : `Expected: ${claim}.\n${lines.map((line) => `- ${line}`).join('\n')}`,
  };
}

/** `1 call`, `2,000 calls`. */
export function count(figure: number, one: string, many = `${one}s`): string {
  return `${figure.toLocaleString('en-US')} ${figure === 1 ? one : many}`;
}

/** `1,200 tokens`. */
export function tokens(figure: number): string {
  return count(Math.round(figure), 'token');
}

/** A call that was not made shows nothing of what was claimed. */
export function refusalOf(call: number, refused: Error): string {
  return `Call ${call} was refused. ${refused.message}`;
}

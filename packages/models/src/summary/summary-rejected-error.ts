/**
 * A model answered with a text that is no summary of what it was given, and the text was thrown away.
 * A memory takes the extractive summary in its place, and nothing is lost.
 */
export class SummaryRejectedError extends Error {
  /** Values that the summary gives and its source lacks; empty where it was refused for another reason. */
  readonly invented: readonly string[];

  constructor(problem: string, invented: readonly string[] = []) {
    super(`The summary was thrown away: ${problem}. The conversation is untouched.`);
    this.name = 'SummaryRejectedError';
    this.invented = invented;
  }
}

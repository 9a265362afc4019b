/** The worker that an index lives in is gone. What was stored is intact; the index is to be made anew. */
export class WorkerEndedError extends Error {
  /** Why, as a sentence. */
  readonly problem: string;

  constructor(problem: string) {
    super(
      `The worker of the index ended: ${problem} What was stored is intact; make the index anew.`,
    );
    this.problem = problem;
    this.name = 'WorkerEndedError';
  }
}

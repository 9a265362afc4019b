/**
 * How long tests wait, in one place. No verdict is about time: these bounds only turn a hang into a
 * failure, on any machine and however busy it is. A wait ends as soon as what it waits for is there.
 */
export const patience = {
  /** For one thing to appear: `expect.poll`, `waitFor`, `findBy…`, Playwright's `expect`. */
  waitMs: 60_000,
  /** For a whole test, and for what stands before and after it; times PROPERTY_RUNS above 1. */
  testMs: 300_000,
  /** For a program to answer: a browser, a server that builds what it serves first. */
  startMs: 300_000,
};

/** Builds for browsers have the code of the worker once, in the worker: it is not there for this thread too. */
export async function loadInPlace(): Promise<void> {
  throw new Error(
    'PDFs are read in a worker, and this environment has none; nothing was stored. Add the PDF from a page, ' +
      'or from a worker that can make workers.',
  );
}

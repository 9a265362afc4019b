/** Has PDFs read in this thread: Node has no worker of the web. */
export async function loadInPlace(): Promise<void> {
  // Found by its global name, so that it is looked for nowhere else.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
}

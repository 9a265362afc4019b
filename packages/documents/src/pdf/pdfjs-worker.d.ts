// The package has no types for the file of its worker, which is imported for its effect alone.
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';

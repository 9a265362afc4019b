// The worker's own file: with the import it listens to the page.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';

export type { PdfPage, PdfReader, PdfReadOptions, PdfRun, ReadPdf } from '../read/pdf-reader.ts';
export { type PdfReaderOptions, pdfReader } from './pdf-reader.ts';

export type { PdfReader } from '../read/pdf-reader.ts';
export { type PdfReaderOptions, pdfReader } from './pdf-reader.ts';

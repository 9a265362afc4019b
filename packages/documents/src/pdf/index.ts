export type { PdfReader } from '../read/pdf-reader.ts';
export { pdfReader } from './pdf-reader.ts';

/** Encodings that can be counted exactly in the page. */
export type TiktokenEncoding = 'o200k_base' | 'cl100k_base';

import { reading } from '@agent-memory/core/internal';
/** The content of a data URL, in the terms of the provider. */
export interface InlineData {
  readonly media_type: string;
  readonly data: string;
}

/** Inline data as a data URL; `undefined` where the URL would not say the same. */
export function dataUrlOf(mediaType: unknown, data: unknown): string | undefined {
  if (!reading.isText(mediaType) || !reading.isText(data)) return undefined;
  const url = `data:${mediaType};base64,${data}`;
  const inline = inlineDataOf(url);
  return inline?.media_type === mediaType && inline.data === data ? url : undefined;
}

/** The content of a data URL; `undefined` for an address. */
export function inlineDataOf(url: string): InlineData | undefined {
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (mediaType === undefined || data === undefined) return undefined;
  return { media_type: mediaType, data };
}

export const PDF = 'application/pdf';

/** A PDF's source as a data URL; `undefined` for every other source. */
export function pdfUrlOf(source: Readonly<Record<string, unknown>>): string | undefined {
  const { type, media_type: mediaType, data, ...others } = source;
  const isPdf = type === 'base64' && mediaType === PDF && Object.keys(others).length === 0;
  return isPdf ? dataUrlOf(mediaType, data) : undefined;
}

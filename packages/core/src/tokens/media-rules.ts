import type { DocumentPart, ImagePart, Message } from '../message/message.ts';

/** Facts beside a picture or a document that its price depends on. */
export interface MediaContext {
  /** The model's name, where it is known. */
  readonly model: string | undefined;
  /** The model that stands in where none is known, as the message says. */
  readonly pricedAs: string | undefined;
}

/** Prices of pictures and documents, in tokens [TOK-4]. */
export interface MediaRules {
  readonly image: (image: ImagePart, context: MediaContext) => number;
  readonly document: (
    document: DocumentPart,
    context: MediaContext,
    count: (text: string) => number,
  ) => number;
}

/** A document known by its id or address alone: about one page. */
export const UNSEEN_DOCUMENT_TOKENS = 2_000;
/** A page of a document that does not say how many it has. */
export const BYTES_PER_PAGE = 50_000;

const ROUGH_PICTURE_TOKENS = 765;
const ROUGH_LOW_DETAIL_TOKENS = 85;
const ROUGH_PAGE_TOKENS = 1_500;
const ROUGH_BYTES_PER_TOKEN = 4;

/**
 * Prices until the providers' own rules are fetched (`media-tokens.ts`): of a picture that of 1,024 by
 * 1,024 pixels with OpenAI, of a document by its size.
 */
export const roughMedia: MediaRules = {
  image: ({ detail }) => (detail === 'low' ? ROUGH_LOW_DETAIL_TOKENS : ROUGH_PICTURE_TOKENS),
  document: ({ data }, _, count) => {
    if (!data?.startsWith('data:')) return UNSEEN_DOCUMENT_TOKENS;
    const comma = data.indexOf(',');
    const [mediaType = '', ...details] = data.slice('data:'.length, comma).toLowerCase().split(';');
    if (comma < 0 || details.at(-1)?.trim() !== 'base64') return count(data);
    const bytes = (data.length - comma) * 0.75;
    if (isText(mediaType.trim())) return Math.ceil(bytes / ROUGH_BYTES_PER_TOKEN);
    return ROUGH_PAGE_TOKENS * Math.ceil(bytes / BYTES_PER_PAGE);
  },
};

export function isText(mediaType: string): boolean {
  return /^text\/|[/+](json|xml|yaml|x-yaml|javascript|csv|markdown)$/.test(mediaType);
}

export function hasMedia({ parts }: Message): boolean {
  return parts.some(({ type }) => type === 'image' || type === 'document');
}

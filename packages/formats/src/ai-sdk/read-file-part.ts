import type { DocumentPart, ImagePart } from '@agent-memory/core/formats';
import { reading } from '@agent-memory/core/internal';
import { dataUrlOf, isAddress } from './media.ts';

/** Where a format keeps the content of a file: `image`, `data` or `url`. */
type ContentField = 'image' | 'data' | 'url';

/**
 * A file as a picture or a document. A picture has an address or a data URL here, a document a data
 * URL: bare base64 becomes one, and `bare` remembers it. A document by its address is one whose text
 * is not at hand; the address is kept unread.
 */
export function readFilePart(
  part: reading.Fields,
  field: ContentField,
  prefix: string,
): ImagePart | DocumentPart {
  const { type: _, [field]: __, ...kept } = part;
  const content = reading.textAt(part, field, prefix);
  const mediaType = reading.isText(part.mediaType) ? part.mediaType : undefined;
  const isBare = !isAddress(content);
  const url = isBare ? dataUrlOf(content, mediaType) : content;
  const bare = isBare ? { bare: true } : {};
  if (field === 'image' || mediaType?.startsWith('image')) {
    // A picture is an `image` by default and a document a `file`.
    const kind = field === 'data' ? { type: 'file' } : {};
    return reading.withExtra({ type: 'image', url }, { ...kept, ...kind, ...bare });
  }
  const { filename, ...others } = kept;
  const named = reading.isText(filename) ? { filename } : {};
  const unread = reading.isText(filename) ? others : kept;
  return url.startsWith('data:')
    ? reading.withExtra({ type: 'document', data: url, ...named }, { ...unread, ...bare })
    : reading.withExtra({ type: 'document', ...named }, { ...unread, [field]: content });
}

/**
 * Where a file is, or what it holds as a data URL; `undefined` where a provider alone knows it.
 *
 * @param isOfSdk whether it came in one of the formats of the AI SDK, which keep addresses unread
 */
export function fileUrlOf(part: ImagePart | DocumentPart, isOfSdk: boolean): string | undefined {
  if (part.type === 'image') return part.url;
  const kept = isOfSdk ? (part.extra?.url ?? part.extra?.data) : undefined;
  return part.data ?? (reading.isText(kept) ? kept : undefined);
}

import {
  type DocumentPart,
  type ImagePart,
  isImageDetail,
  type Part,
  type TextPart,
} from '../../message/message.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import { type Fields, isText, itemsOf, readerOf, textAt } from '../../message/read-field.ts';
import { refuseUnless } from '../../message/refuse-unless.ts';
import { withExtra } from '../openai/openai-chat.ts';

const kindAt = readerOf(isText, 'must name the kind of content');

/** The pieces of a content list at `field`. `extra.type` keeps the kind of each text. */
export function contentParts(content: unknown, field: string): readonly Part[] {
  return itemsOf(content, field, 'must be text or a list of content', (piece, path) => {
    refuseUnless(isPlainObject(piece), path, 'must be content with a `type`');
    const prefix = `${path}.`;
    const type = kindAt(piece, 'type', prefix);
    return textOfPiece(type, piece, prefix) ?? fileOfPiece(type, piece);
  });
}

/** How the pieces of an output lay: a text with its length, `null` for a piece beside the result. */
type Layout = readonly (Fields | null)[];

/** An output: its words, line by line, what stands beside them, and how they lay, unless it was text. */
interface Output {
  readonly text: string;
  readonly beside: readonly Part[];
  readonly layout?: Layout;
}

/** The output of a call at `field`. */
export function readOutput(output: unknown, field: string): Output {
  if (isText(output)) return { text: output, beside: [] };
  const parts = contentParts(output, field);
  const texts = parts.filter((part) => part.type === 'text');
  return {
    text: texts.map(({ text }) => text).join('\n'),
    beside: parts.filter(({ type }) => type !== 'text'),
    layout: parts.map((part) =>
      part.type === 'text' ? { ...part.extra, text: part.text.length } : null,
    ),
  };
}

/** Words, and those with which a model declines. */
function textOfPiece(type: string, piece: Fields, prefix: string): TextPart | undefined {
  if (type === 'refusal') {
    const { refusal: _, ...extra } = piece;
    return { type: 'text', text: textAt(piece, 'refusal', prefix), extra };
  }
  if (type !== 'input_text' && type !== 'output_text') return undefined;
  const { text: _, ...extra } = piece;
  return { type: 'text', text: textAt(piece, 'text', prefix), extra };
}

/** A picture or a file; kept as it came where there is more to it than a part can say. */
function fileOfPiece(type: string, piece: Fields): Part {
  const part =
    type === 'input_image' ? picture(piece) : type === 'input_file' ? file(piece) : undefined;
  return part ?? { type: 'unknown', value: piece };
}

/** A picture that has no address but an id is a file that only the provider can open. */
function picture(piece: Fields): ImagePart | DocumentPart | undefined {
  const { type: _, image_url: url, detail, ...others } = piece;
  if (isText(url) && url !== '') {
    if (isImageDetail(detail)) return withExtra<ImagePart>({ type: 'image', url, detail }, others);
    const extra = 'detail' in piece ? { ...others, detail } : others;
    return withExtra<ImagePart>({ type: 'image', url }, extra);
  }
  const { file_id: fileId, ...unread } = piece;
  return isText(fileId) ? { type: 'document', fileId, extra: unread } : undefined;
}

function file(piece: Fields): DocumentPart {
  const { type: _, file_id: fileId, file_data: data, filename, ...others } = piece;
  const extra = {
    ...others,
    ...('file_id' in piece && !isText(fileId) && { file_id: fileId }),
    ...('file_data' in piece && !isText(data) && { file_data: data }),
    ...('filename' in piece && !isText(filename) && { filename }),
  };
  return withExtra(
    {
      type: 'document',
      ...(isText(fileId) && { fileId }),
      ...(isText(data) && { data }),
      ...(isText(filename) && { filename }),
    },
    extra,
  );
}

import type { Steps } from '@agent-memory/core/internal';
import { RefusedDocument } from '../refusal.ts';

const DECODED_AT_ONCE = 256 * 1024;
/** An HTML page says its encoding within its first bytes. */
const PROLOGUE_BYTES = 1024;
const DECLARED = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})/i;

/**
 * The text of bytes, a part in a step: by its byte order mark, by the encoding that an HTML page names, else as
 * UTF-8.
 *
 * @throws RefusedDocument if a byte has no meaning in that encoding, or the bytes are no text.
 */
export function* textOfBytes(bytes: Uint8Array, isHtml: boolean): Steps<string> {
  const encoding = markOf(bytes) ?? (isHtml ? declaredIn(bytes) : undefined) ?? 'utf-8';
  const decoder = decoderOf(encoding);
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += DECODED_AT_ONCE) {
    parts.push(decoded(decoder, bytes.subarray(start, start + DECODED_AT_ONCE), true, encoding));
    yield;
  }
  parts.push(decoded(decoder, new Uint8Array(), false, encoding));
  return parts.join('');
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const prologue = new TextDecoder('latin1').decode(bytes.subarray(0, PROLOGUE_BYTES));
  return DECLARED.exec(prologue)?.[1]?.toLowerCase();
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    if (error instanceof RangeError) throw brokenIn(encoding);
    throw error;
  }
}

function decoded(
  decoder: TextDecoder,
  bytes: Uint8Array,
  stream: boolean,
  encoding: string,
): string {
  let text: string;
  try {
    text = decoder.decode(bytes, { stream });
  } catch (error) {
    if (error instanceof TypeError) throw brokenIn(encoding);
    throw error;
  }
  if (text.includes('\u0000')) throw noText();
  return text;
}

function brokenIn(encoding: string): RefusedDocument {
  return new RefusedDocument(
    'BROKEN_ENCODING',
    `The bytes of the document are no ${encoding} text; nothing was stored.`,
    'Save it as UTF-8, or decode it and give the text.',
  );
}

function noText(): RefusedDocument {
  return new RefusedDocument(
    'WRONG_TYPE',
    'The document is binary, and no text; nothing was stored.',
    'Give text, Markdown, HTML or a PDF.',
  );
}

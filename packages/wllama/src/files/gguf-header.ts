import { foundInstead } from '@agent-memory/models/device';

/** The parts of a GGUF file's metadata that decide how it is run. */
export interface GgufHeader {
  /** `llama`, `qwen2` …; '' where the file does not say it. */
  readonly architecture: string;
  readonly name?: string;
  /** Tokens that the model was trained to see at once. */
  readonly trainedWindow?: number;
  /** Jinja template by which messages become one text. */
  readonly chatTemplate?: string;
  /** Files that the model is split into. */
  readonly fileCount: number;
}

/** The outcome of reading the beginning of a file. */
export type HeaderReading =
  | { readonly kind: 'header'; readonly header: GgufHeader }
  /** The header continues behind these bytes. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'unreadable'; readonly found: string };

const MAGIC_BYTES = 4;
const OLDEST_VERSION = 2;
const NEWEST_VERSION = 3;
const TEXT = 8;
const LIST = 9;
/** Bytes of a value by its type; texts and lists say their own length. */
const WIDTHS: readonly number[] = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];

/**
 * Reads the metadata of a GGUF file from its beginning.
 *
 * Source: GGUF specification, "File Structure"; lengths have 64 bits since version 2.
 */
export function readGgufHeader(bytes: Uint8Array): HeaderReading {
  const found = foundInstead(bytes, 'gguf');
  if (found !== undefined) return { kind: 'unreadable', found };
  const cursor = new Cursor(bytes, MAGIC_BYTES);
  const version = cursor.number(4);
  const tensors = cursor.number(8);
  const entries = cursor.number(8);
  if (cursor.isCut) return { kind: 'cut' };
  if (version < OLDEST_VERSION || version > NEWEST_VERSION || tensors < 0) {
    return { kind: 'unreadable', found: `a GGUF file of version ${version}` };
  }
  const metadata = new Map<string, string | number>();
  for (let entry = 0; entry < entries && !cursor.isCut; entry += 1) {
    const key = cursor.text();
    const type = cursor.number(4);
    if (cursor.isCut) break;
    if (!isType(type)) return { kind: 'unreadable', found: 'a damaged GGUF file' };
    const value = valueAt(cursor, type);
    if (value !== undefined) metadata.set(key, value);
  }
  return cursor.isCut ? { kind: 'cut' } : { kind: 'header', header: headerOf(metadata) };
}

function headerOf(metadata: ReadonlyMap<string, string | number>): GgufHeader {
  const textAt = (key: string): string | undefined => {
    const value = metadata.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const architecture = textAt('general.architecture') ?? '';
  const name = textAt('general.name');
  const chatTemplate = textAt('tokenizer.chat_template');
  const trainedWindow = Number(metadata.get(`${architecture}.context_length`) ?? 0);
  return {
    architecture,
    ...(name !== undefined && { name }),
    ...(trainedWindow > 0 && { trainedWindow }),
    ...(chatTemplate !== undefined && { chatTemplate }),
    fileCount: Math.max(1, Number(metadata.get('split.count') ?? 1)),
  };
}

function isType(type: number): boolean {
  return type in WIDTHS;
}

/** A whole number or a text; other values are passed over. */
function valueAt(cursor: Cursor, type: number): string | number | undefined {
  if (type === TEXT) return cursor.text();
  const width = WIDTHS[type] ?? 0;
  if (type === LIST) passList(cursor);
  else if (isWhole(type)) return cursor.number(width);
  else cursor.pass(width);
  return undefined;
}

/** Lists of lists are in no file that llama.cpp writes; the reading ends at one. */
function passList(cursor: Cursor): void {
  const type = cursor.number(4);
  const length = cursor.number(8);
  if (type === TEXT) {
    for (let place = 0; place < length && !cursor.isCut; place += 1) cursor.pass(cursor.number(8));
  } else {
    const width = WIDTHS[type] ?? 0;
    cursor.pass(width > 0 ? width * length : Number.POSITIVE_INFINITY);
  }
}

function isWhole(type: number): boolean {
  return type <= 5 || type === 10 || type === 11;
}

/** Reads on through bytes; behind their end it is cut, and gives zeros and ''. */
class Cursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;
  isCut = false;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  pass(bytes: number): number {
    const begin = this.#at;
    if (!(begin + bytes <= this.#bytes.length)) this.isCut = true;
    else this.#at += bytes;
    return begin;
  }

  /** Without a sign: a negative number is of no use in a header. */
  number(width: number): number {
    const at = this.pass(width);
    if (this.isCut) return 0;
    if (width === 1) return this.#view.getUint8(at);
    if (width === 2) return this.#view.getUint16(at, true);
    if (width === 4) return this.#view.getUint32(at, true);
    return Number(this.#view.getBigUint64(at, true));
  }

  text(): string {
    const length = this.number(8);
    const at = this.pass(length);
    if (this.isCut) return '';
    return new TextDecoder().decode(this.#bytes.subarray(at, at + length));
  }
}

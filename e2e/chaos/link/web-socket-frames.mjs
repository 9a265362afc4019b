// @ts-check

/**
 * A message as it came in whole, or the wish of the other side to end.
 *
 * @typedef {{ readonly kind: 'text', readonly text: string } | { readonly kind: 'close' }} Incoming
 */

const OPCODE = { continuation: 0, text: 1, close: 8 };
const FINAL = 0x80;
const MASKED = 0x80;
const MASK_BYTES = 4;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

/** Reads what a browser sends over a WebSocket, in whatever pieces it comes. */
export class FrameReader {
  /** Not read yet. @type {Buffer} */
  #rest = Buffer.alloc(0);
  /** Frames of a message of which the last one has not come. @type {Buffer[]} */
  #parts = [];

  /**
   * @param {Buffer} bytes
   * @returns {Incoming[]} the messages that these bytes complete
   * @see https://www.rfc-editor.org/rfc/rfc6455#section-5.2
   */
  read(bytes) {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    /** @type {Incoming[]} */
    const messages = [];
    for (let frame = frameAt(this.#rest); frame; frame = frameAt(this.#rest)) {
      this.#rest = this.#rest.subarray(frame.end);
      if (frame.opcode === OPCODE.close) messages.push({ kind: 'close' });
      if (frame.opcode > OPCODE.text) continue;
      this.#parts.push(frame.payload);
      if (!frame.isFinal) continue;
      messages.push({ kind: 'text', text: Buffer.concat(this.#parts).toString('utf8') });
      this.#parts = [];
    }
    return messages;
  }
}

/**
 * A text as a server sends it.
 *
 * @param {string} text
 * @returns {Buffer}
 */
export function textFrame(text) {
  const payload = Buffer.from(text, 'utf8');
  return Buffer.concat([headOf(payload.length), payload]);
}

/** @param {number} length */
function headOf(length) {
  const first = FINAL | OPCODE.text;
  if (length < TWO_BYTES) return Buffer.from([first, length]);
  if (length < 65_536) {
    const head = Buffer.from([first, TWO_BYTES, 0, 0]);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = EIGHT_BYTES;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/**
 * The first frame of the bytes, or nothing while some of it is missing.
 *
 * @param {Buffer} bytes
 */
function frameAt(bytes) {
  const [first = 0, second = 0] = bytes;
  const isMasked = (second & MASKED) !== 0;
  const payloadLength = lengthIn(bytes, second & ~MASKED);
  if (payloadLength === undefined) return undefined;
  const start = payloadLength.end + (isMasked ? MASK_BYTES : 0);
  const end = start + payloadLength.length;
  if (bytes.length < end) return undefined;
  const payload = Buffer.from(bytes.subarray(start, end));
  if (isMasked) unmask(payload, bytes.subarray(payloadLength.end, start));
  return { opcode: first & 0x0f, isFinal: (first & FINAL) !== 0, payload, end };
}

/**
 * How long the payload is, and where that has been said; nothing while it has not.
 *
 * @param {Buffer} bytes
 * @param {number} short the length, or how many bytes say it
 */
function lengthIn(bytes, short) {
  if (bytes.length < 2) return undefined;
  if (short < TWO_BYTES) return { length: short, end: 2 };
  const end = short === TWO_BYTES ? 4 : 10;
  if (bytes.length < end) return undefined;
  const length = short === TWO_BYTES ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { length, end };
}

/**
 * @param {Buffer} payload changed in place
 * @param {Buffer} mask
 */
function unmask(payload, mask) {
  for (let at = 0; at < payload.length; at += 1) {
    payload[at] = (payload[at] ?? 0) ^ (mask[at % MASK_BYTES] ?? 0);
  }
}

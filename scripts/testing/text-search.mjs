// @ts-check

/** Bytes that are looked at together, and as many values of them as the marks have room for. */
const HEAD_BYTES = 4;
const MARKS = 1 << 16;

/**
 * @typedef {object} Sought
 * @property {string} text
 * @property {Buffer} bytes
 */

/** Looks for many texts at once, in one pass over the bytes. */
export class TextSearch {
  /** @type {Map<number, Sought[]>} */
  #byHead = new Map();
  /** Most heads in the bytes belong to no text, and are told by this without a lookup. */
  #marks = new Uint8Array(MARKS);

  /** @param {readonly string[]} texts of four characters at least */
  constructor(texts) {
    for (const text of texts) {
      for (const bytes of encodingsOf(text)) this.#add({ text, bytes });
    }
  }

  /**
   * @param {Buffer} bytes
   * @returns {string[]} each text once
   */
  in(bytes) {
    /** @type {Set<string>} */
    const found = new Set();
    let head = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      head = ((head << 8) | (bytes[at] ?? 0)) >>> 0;
      if (this.#marks[markOf(head)] === 0) continue;
      const from = at - HEAD_BYTES + 1;
      for (const sought of this.#byHead.get(head) ?? []) {
        if (from >= 0 && standsAt(bytes, from, sought.bytes)) found.add(sought.text);
      }
    }
    return [...found];
  }

  /** @param {Sought} sought */
  #add(sought) {
    if (sought.bytes.length < HEAD_BYTES)
      throw new Error(`"${sought.text}" is too short to look for.`);
    const head = sought.bytes.readUInt32BE(0);
    this.#marks[markOf(head)] = 1;
    this.#byHead.set(head, [...(this.#byHead.get(head) ?? []), sought]);
  }
}

/** @param {number} head */
function markOf(head) {
  return (head ^ (head >>> 16)) & (MARKS - 1);
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @param {Buffer} sought
 */
function standsAt(bytes, from, sought) {
  return bytes.subarray(from, from + sought.length).equals(sought);
}

/** As they are encoded in values and, the other way round, in keys. @param {string} text */
function encodingsOf(text) {
  const wide = Buffer.from(text, 'utf16le');
  return [Buffer.from(text, 'utf8'), Buffer.from(text, 'latin1'), wide, Buffer.from(wide).swap16()];
}

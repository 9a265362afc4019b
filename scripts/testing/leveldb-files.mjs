// @ts-check
import { fromSnappy } from './snappy.mjs';

/** @see https://github.com/google/leveldb/blob/main/doc/table_format.md */
const FOOTER_BYTES = 48;
const SNAPPY = 1;
/** @see https://github.com/google/leveldb/blob/main/doc/log_format.md */
const LOG_BLOCK_BYTES = 32_768;
const LOG_HEADER_BYTES = 7;

/**
 * The blocks of a table, decompressed.
 *
 * @param {Buffer} table
 * @returns {Generator<Buffer>}
 */
export function* blocksOf(table) {
  const footer = new Reader(table.subarray(table.length - FOOTER_BYTES));
  footer.handle();
  const index = blockAt(table, footer.handle());
  yield index;
  const restarts = index.readUInt32LE(index.length - 4);
  const entries = new Reader(index.subarray(0, index.length - 4 - 4 * restarts));
  while (!entries.isAtEnd) {
    entries.number();
    const keyBytes = entries.number();
    const valueBytes = entries.number();
    entries.bytes(keyBytes);
    yield blockAt(table, new Reader(entries.bytes(valueBytes)).handle());
  }
}

/**
 * A log without the headers that stand in the middle of what is larger than a block.
 *
 * @param {Buffer} log
 * @returns {Buffer}
 */
export function contentsOfLog(log) {
  const parts = [];
  for (let at = 0; at + LOG_HEADER_BYTES <= log.length; ) {
    const left = LOG_BLOCK_BYTES - (at % LOG_BLOCK_BYTES);
    if (left < LOG_HEADER_BYTES) {
      at += left;
      continue;
    }
    const length = log.readUInt16LE(at + 4);
    if (length === 0 && log.readUInt8(at + 6) === 0) break;
    parts.push(log.subarray(at + LOG_HEADER_BYTES, at + LOG_HEADER_BYTES + length));
    at += LOG_HEADER_BYTES + length;
  }
  return Buffer.concat(parts);
}

/**
 * @param {Buffer} table
 * @param {{ readonly offset: number, readonly size: number }} handle
 */
function blockAt(table, { offset, size }) {
  const stored = table.subarray(offset, offset + size);
  return table.readUInt8(offset + size) === SNAPPY ? fromSnappy(stored) : stored;
}

/** Reads what tables are written in, from front to back. */
class Reader {
  #bytes;
  #at = 0;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  get isAtEnd() {
    return this.#at >= this.#bytes.length;
  }

  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes.readUInt8(this.#at);
      this.#at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  handle() {
    return { offset: this.number(), size: this.number() };
  }

  /** @param {number} count */
  bytes(count) {
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}

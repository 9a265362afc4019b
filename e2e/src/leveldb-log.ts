import { readFile, truncate } from 'node:fs/promises';

/** Sizes of LevelDB's log: blocks, and the header of a record (checksum, length, type). */
const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;

/**
 * Cuts a log of LevelDB behind the header of its last record, as a kill or a full disk can leave it.
 *
 * @see https://github.com/google/leveldb/blob/main/doc/log_format.md
 */
export async function tearLastRecord(file: string): Promise<void> {
  const log = await readFile(file);
  let last = -1;
  for (let at = 0; at + HEADER_BYTES <= log.length; ) {
    const leftInBlock = BLOCK_BYTES - (at % BLOCK_BYTES);
    if (leftInBlock < HEADER_BYTES) {
      at += leftInBlock;
      continue;
    }
    const length = log.readUInt16LE(at + 4);
    const type = log.readUInt8(at + 6);
    // Room that was reserved ahead is zeros.
    if (type === 0 && length === 0) break;
    last = at;
    at += HEADER_BYTES + length;
  }
  if (last < 0) throw new Error(`${file} holds no record.`);
  await truncate(file, last + HEADER_BYTES);
}

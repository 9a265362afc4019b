// @ts-check
import { readdir, readFile, truncate } from 'node:fs/promises';
import path from 'node:path';

/** Sizes of LevelDB's log: blocks, and the header of a record (checksum, length, type). */
const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;

/**
 * Where the last record of a log of LevelDB begins; undefined where it holds none.
 *
 * @param {Buffer} log
 * @returns {number | undefined}
 * @see https://github.com/google/leveldb/blob/main/doc/log_format.md
 */
export function lastRecordAt(log) {
  /** @type {number | undefined} */
  let last;
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
  return last;
}

/**
 * Cuts a log of LevelDB behind the header of its last record, as a kill or a full disk can leave it.
 *
 * @param {string} file
 */
export async function tearLastRecord(file) {
  const last = lastRecordAt(await readFile(file));
  if (last === undefined) throw new Error(`${file} holds no record.`);
  await truncate(file, last + HEADER_BYTES);
}

/**
 * The log that Chromium writes for the databases of one origin.
 *
 * @param {string} profile
 * @param {string} origin
 * @returns {Promise<string>}
 */
export async function logOf(profile, origin) {
  const { protocol, hostname, port } = new URL(origin);
  const name = `${protocol.slice(0, -1)}_${hostname}_${port}.indexeddb.leveldb`;
  const folder = path.join(profile, 'Default', 'IndexedDB', name);
  const [log, ...more] = (await readdir(folder)).filter((file) => file.endsWith('.log'));
  if (log === undefined || more.length > 0) {
    throw new Error(`${folder} holds ${log === undefined ? 'no log' : 'several logs'}.`);
  }
  return path.join(folder, log);
}

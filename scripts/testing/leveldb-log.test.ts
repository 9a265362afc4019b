import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lastRecordAt, tearLastRecord } from './leveldb-log.mjs';

function record(length: number): Buffer {
  const bytes = Buffer.alloc(7 + length, 0xab);
  bytes.writeUInt16LE(length, 4);
  bytes.writeUInt8(1, 6);
  return bytes;
}

test('[STO-7] the last record is found behind others, in a later block, and ahead of reserved room', () => {
  expect(lastRecordAt(Buffer.alloc(0))).toBe(undefined);
  expect(lastRecordAt(Buffer.alloc(64))).toBe(undefined);
  expect(lastRecordAt(Buffer.concat([record(10), record(3)]))).toBe(17);
  expect(lastRecordAt(Buffer.concat([record(10), record(3), Buffer.alloc(100)]))).toBe(17);
  // Three bytes are left in the block, too few for a header.
  const filled = record(32_768 - 7 - 3);
  expect(lastRecordAt(Buffer.concat([filled, Buffer.alloc(3), record(5)]))).toBe(32_768);
});

test('[STO-7] a torn log ends with a header whose record is missing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leveldb-log-'));
  const file = path.join(folder, '000003.log');
  await writeFile(file, Buffer.concat([record(10), record(300)]));
  await tearLastRecord(file);
  expect((await readFile(file)).length).toBe(17 + 7);
  await rm(folder, { recursive: true });
});

// @ts-check
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../scripts/command.mjs';
import { undoneAtTheEnd } from './left-behind.mjs';

const CHUNKS = [1_048_576, 65_536, 4_096].map((bytes) => Buffer.alloc(bytes, 0x61));

/** This machine does not let us mount a file system. */
export class NoMountError extends Error {
  /** @override */
  name = 'NoMountError';
}

/** A file system of its own, so small that it can be filled. */
export class SmallDisk {
  /** @readonly */
  folder;
  #filler;

  /** @param {string} folder where it is mounted */
  constructor(folder) {
    this.folder = folder;
    this.#filler = path.join(folder, 'filler');
  }

  /** Takes all the room that is left, down to the last page. */
  fill() {
    const file = openSync(this.#filler, 'a');
    for (const chunk of CHUNKS) while (hasRoomFor(file, chunk));
    closeSync(file);
  }

  free() {
    if (existsSync(this.#filler)) rmSync(this.#filler);
  }
}

/**
 * Lends a small file system.
 *
 * @template Result
 * @param {number} megabytes
 * @param {(disk: SmallDisk) => Promise<Result>} use
 * @returns {Promise<Result>}
 * @throws NoMountError where mounting is not allowed.
 */
export async function withSmallDisk(megabytes, use) {
  const folder = await mkdtemp(path.join(tmpdir(), 'chaos-disk-'));
  const mounted = await runCommand(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder],
    { output: 'hidden' },
  );
  try {
    if (mounted.exitCode !== 0) throw new NoMountError(mounted.output.trim());
    const isUndone = undoneAtTheEnd(() => unmount(folder));
    try {
      return await use(new SmallDisk(folder));
    } finally {
      unmount(folder);
      isUndone();
    }
  } finally {
    await rmdir(folder);
  }
}

/** @param {string} folder */
function unmount(folder) {
  // Lazily: a process of a killed browser may hold a file for a moment more.
  spawnSync('umount', ['-l', folder]);
}

/**
 * @param {number} file
 * @param {Buffer} chunk
 */
function hasRoomFor(file, chunk) {
  try {
    return writeSync(file, chunk) > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

// @ts-check
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { undoneAtTheEnd } from './left-behind.mjs';

/**
 * Lends a folder for a browser's profile.
 *
 * @template Result
 * @param {(profile: string) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function withProfile(use) {
  const profile = await mkdtemp(path.join(tmpdir(), 'chaos-'));
  const isUndone = undoneAtTheEnd(() => rmSync(profile, { recursive: true, force: true }));
  try {
    return await use(profile);
  } finally {
    isUndone();
    // Processes of a browser that was killed may still be writing.
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

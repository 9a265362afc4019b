// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Lends a folder for a browser's profile.
 *
 * @template Result
 * @param {(profile: string) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function withProfile(use) {
  const profile = await mkdtemp(path.join(tmpdir(), 'chaos-'));
  try {
    return await use(profile);
  } finally {
    // Processes of a browser that was killed may still be writing.
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

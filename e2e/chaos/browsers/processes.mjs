// @ts-check
import { readdir, readFile } from 'node:fs/promises';

/** How Chromium names the process that holds IndexedDB, on its command line. */
const STORAGE_SERVICE = '--utility-sub-type=storage.mojom.StorageService';

/**
 * The process of a running Chromium that holds its storage.
 *
 * @param {number} group of its processes
 * @returns {Promise<number | undefined>}
 */
export async function storageServiceOf(group) {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const id of ids) {
    const [stat, command] = await Promise.all([
      read(`/proc/${id}/stat`),
      read(`/proc/${id}/cmdline`),
    ]);
    if (groupIn(stat) === group && command.includes(STORAGE_SERVICE)) return Number(id);
  }
  return undefined;
}

/**
 * The group in a line of `/proc/PID/stat`: the third field after the name, which may hold anything.
 *
 * @param {string} stat
 */
export function groupIn(stat) {
  return Number(
    stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[2],
  );
}

/** A process may end while it is looked at. @param {string} file */
async function read(file) {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}

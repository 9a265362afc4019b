// @ts-check
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { blocksOf, contentsOfLog } from './leveldb-files.mjs';
import { TextSearch } from './text-search.mjs';

/**
 * A text that can be read in a file of a profile.
 *
 * @typedef {{ readonly text: string, readonly file: string }} Readable
 */

/**
 * Looks for texts in every file of a browser's profile, byte by byte, as they are encoded in values
 * (Latin-1, UTF-8, UTF-16) and in keys (UTF-16, the other way round), and in what is compressed there.
 *
 * @param {string} profile
 * @param {readonly string[]} texts
 * @returns {Promise<readonly Readable[]>}
 */
export async function readableTexts(profile, texts) {
  const search = new TextSearch(texts);
  /** @type {Readable[]} */
  const found = [];
  for await (const file of filesIn(profile)) {
    const there = new Set((await contentsOf(file)).flatMap((bytes) => search.in(bytes)));
    for (const text of there) found.push({ text, file: path.relative(profile, file) });
  }
  return found;
}

/**
 * @param {string} folder
 * @returns {AsyncGenerator<string>}
 */
async function* filesIn(folder) {
  const children = await readdir(folder, { withFileTypes: true }).catch(goneMeanwhile);
  for (const child of children ?? []) {
    const place = path.join(folder, child.name);
    if (child.isDirectory()) yield* filesIn(place);
    else if (child.isFile()) yield place;
  }
}

/**
 * @param {string} file
 * @returns {Promise<readonly Buffer[]>}
 */
async function contentsOf(file) {
  const bytes = await readFile(file).catch(goneMeanwhile);
  if (!bytes) return [];
  if (file.endsWith('.ldb')) return [bytes, ...blocksOf(bytes)];
  const isLog = file.endsWith('.log') || path.basename(file).startsWith('MANIFEST-');
  return isLog ? [bytes, contentsOfLog(bytes)] : [bytes];
}

/** A running browser deletes files under the reader. @param {unknown} error */
function goneMeanwhile(error) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * In what a folder of text files differs from another, a sentence a file.
 *
 * @param {string} wanted absolute path
 * @param {string} found absolute path; may not be there
 * @returns {string[]} sorted by file
 */
export function differences(wanted, found) {
  const wantedFiles = filesUnder(wanted);
  const foundFiles = filesUnder(found);
  return [...new Set([...wantedFiles, ...foundFiles])].sort().flatMap((file) => {
    if (!foundFiles.includes(file)) return [`${file} is missing.`];
    if (!wantedFiles.includes(file)) return [`${file} is left over.`];
    const line = firstDifference(
      readFileSync(path.join(wanted, file), 'utf8'),
      readFileSync(path.join(found, file), 'utf8'),
    );
    return line === undefined ? [] : [`${file} differs from line ${line} on.`];
  });
}

/** @param {string} folder */
function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(folder, path.join(found.parentPath, found.name)))
    .map((file) => file.replaceAll(path.sep, '/'));
}

/**
 * @param {string} wanted
 * @param {string} found
 */
function firstDifference(wanted, found) {
  if (wanted === found) return undefined;
  const foundLines = found.split('\n');
  // Texts that differ only behind their last common line differ from the line after it on.
  const index = wanted.split('\n').findIndex((line, at) => line !== foundLines[at]);
  return index === -1 ? wanted.split('\n').length + 1 : index + 1;
}

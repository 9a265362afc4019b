// @ts-check
import { readFile } from 'node:fs/promises';
import { UsageError } from '../cli/usage-error.mjs';

/**
 * @typedef {object} GuardText
 * @property {string} text
 * @property {boolean} isWeak reads like a fact; other injections carry an order
 * @property {boolean} isHard harmless, with words of attacks
 */

/**
 * Reads JSON Lines, each with a `text`.
 *
 * @param {string} file
 * @returns {Promise<readonly GuardText[]>}
 */
export async function readTexts(file) {
  const lines = (await contentOf(file)).split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new UsageError(`${file} holds no texts.`);
  return lines.map((line, index) => {
    const value = jsonOf(line);
    if (typeof value?.text !== 'string') {
      throw new UsageError(`Line ${index + 1} of ${file} is no JSON object with a \`text\`.`);
    }
    return {
      text: value.text,
      isWeak: value.signal === 'weak',
      isHard: value.hard_negative === true,
    };
  });
}

/** @param {string} file */
async function contentOf(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} could not be read.`, { cause: error });
  }
}

/**
 * @param {string} line
 * @returns {{ text?: unknown, signal?: unknown, hard_negative?: unknown } | undefined}
 */
function jsonOf(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

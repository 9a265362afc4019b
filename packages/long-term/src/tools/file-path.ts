import { ToolProblem } from './tool-failure.ts';

/** PERSISTED: the keys of records that are files begin with it. */
export const ROOT = '/memories';
/** Longest path, in characters; a key of a record holds it. */
const LONGEST_PATH = 400;
/** Characters without a shape of their own, by which two paths would look alike. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
/** Dots and slashes in disguise. */
const ENCODED = /%(?:2e|2f|5c|00)/iu;

/**
 * A path as a key: `/memories`, or names below it, without a slash at its end.
 *
 * @throws ToolProblem if it leads elsewhere, or has a name that is none.
 */
export function filePath(given: unknown, field: string): string {
  if (typeof given !== 'string') throw problem(field, 'must be a path');
  const path = given.endsWith('/') ? given.slice(0, -1) : given;
  if (path !== ROOT && !path.startsWith(`${ROOT}/`)) {
    throw problem(field, `must begin with ${ROOT}; got "${given.slice(0, 80).toWellFormed()}"`);
  }
  if (path.length > LONGEST_PATH) {
    throw problem(field, `must have at most ${LONGEST_PATH} characters`);
  }
  if (!path.isWellFormed() || HIDDEN.test(path) || path.includes('\\') || ENCODED.test(path)) {
    throw problem(field, 'must have neither backslashes nor hidden or encoded characters');
  }
  for (const name of path.split('/').slice(1)) {
    if (name === '' || name === '.' || name === '..') {
      throw problem(field, `must not have "." or ".." or an empty name in it: it stays in ${ROOT}`);
    }
    if (name !== name.trim()) {
      throw problem(field, `must not have a name that begins or ends with a space`);
    }
  }
  return path;
}

/** Whether a path lies in a directory, however deep. */
export function isWithin(path: string, directory: string): boolean {
  return path.startsWith(`${directory}/`);
}

function problem(field: string, why: string): ToolProblem {
  return new ToolProblem(`Error: \`${field}\` ${why}. Nothing was changed.`);
}

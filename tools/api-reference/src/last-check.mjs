// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../../../scripts/repository.mjs';
import { digestOf } from '../../../scripts/stamp.mjs';

const FILE = inRepository('tools', 'api-reference', '.cache', 'last-check');

/** Everything that decides how a check ends. */
const INPUTS = [
  'packages',
  'tools/api-reference',
  'docs/api',
  'scripts',
  'tsconfig.base.json',
  'pnpm-lock.yaml',
];

/** Folders of what is made or installed; the lockfile stands for the latter. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.cache']);

/** The digest of what the last check that passed looked at; `undefined` where there was none. */
export function readDigest() {
  return existsSync(FILE) ? readFileSync(FILE, 'utf8') : undefined;
}

/** @param {string} digest */
export function writeDigest(digest) {
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, digest);
}

/** One digest over everything that decides how a check ends; it takes a fraction of a second. */
export function digestOfInputs() {
  const files = INPUTS.flatMap((input) => filesAt(inRepository(input)));
  return digestOf(files.map((file) => ({ path: file, text: readFileSync(file, 'utf8') })));
}

/**
 * @param {string} place absolute path of a file or a folder
 * @returns {string[]}
 */
function filesAt(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place).flatMap((name) =>
    LEFT_OUT.has(name) ? [] : filesAt(path.join(place, name)),
  );
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the root package.json. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** @param {readonly string[]} parts */
export const inRepository = (...parts) => path.join(root, ...parts);

/**
 * The program that a package installed, such as `tsc`.
 *
 * @param {string} name
 * @param {string} [folder] the workspace package that depends on it; the root by default
 */
export const bin = (name, folder = '.') =>
  inRepository(folder, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);

/** @param {string} file */
export const readJson = (file) => JSON.parse(readFileSync(inRepository(file), 'utf8'));

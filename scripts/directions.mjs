import { readdirSync, readFileSync } from 'node:fs';
import { arrowsOf, arrowsUpward, circlesOf, foldersInTable } from './import-directions.mjs';
import { inRepository } from './repository.mjs';
import { Refusal } from './say.mjs';

/** Where the floor plan of core stands; nowhere else. */
const PAGE = 'packages/core/src/README.md';
const HEADING = '## Folders, ground floor first';
const LONGEST_FILE_LINES = 450;

/**
 * Holds all imports against the floor plan: core's folders import only from rows above their own, and nowhere is a
 * circle of files or folders, types included. No file is longer than can be held in mind.
 */
export function checkDirections() {
  const order = foldersInTable(readFileSync(inRepository(PAGE), 'utf8'), HEADING);
  const faults = [...foldersIn('packages'), ...foldersIn('apps'), 'e2e', 'bench'].flatMap(
    (folder) => faultsOf(folder, order),
  );
  if (faults.length === 0) return;
  throw new Refusal(`${faults.join('\n')}\n\n${PAGE} says which folder may import which.`);
}

/**
 * @param {string} parent
 * @returns {readonly string[]}
 */
function foldersIn(parent) {
  return readdirSync(inRepository(parent), { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .map(({ name }) => `${parent}/${name}`);
}

/**
 * @param {string} folder
 * @param {readonly string[]} order
 */
function faultsOf(folder, order) {
  const sources = sourcesUnder(`${folder}/src`);
  const arrows = arrowsOf(sources);
  const upward =
    folder === 'packages/core' ? [...arrowsUpward(arrows, order), ...missing(sources, order)] : [];
  return [...upward, ...circlesOf(arrows), ...tooLong(sources)].map(
    (fault) => `${folder}: ${fault}`,
  );
}

/**
 * @param {string} folder
 * @returns {ReadonlyMap<string, string>} by path relative to the folder; tests are left out
 */
function sourcesUnder(folder) {
  const files = readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.test(-d)?\.tsx?$/.test(file));
  return new Map(files.map((file) => [file, readFileSync(inRepository(folder, file), 'utf8')]));
}

/**
 * @param {ReadonlyMap<string, string>} sources
 * @param {readonly string[]} order
 */
function missing(sources, order) {
  const folders = new Set([...sources.keys()].map((file) => file.split('/')[0]));
  return order
    .filter((folder) => !folders.has(folder))
    .map((folder) => `the list names ${folder}/, and there is no such folder.`);
}

/** @param {ReadonlyMap<string, string>} sources */
function tooLong(sources) {
  return [...sources]
    .map(([file, source]) => ({ file, lines: source.split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONGEST_FILE_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, over ${LONGEST_FILE_LINES}.`);
}

// @ts-check
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from './usage-error.mjs';

/**
 * Makes sure that the report can be written later, before minutes are spent on measuring.
 *
 * @param {string} file absolute path
 */
export async function checkReportFile(file) {
  try {
    await mkdir(path.dirname(file), { recursive: true });
  } catch (error) {
    throw new UsageError(`The folder for the report ${file} cannot be made.`, { cause: error });
  }
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isDirectory()) {
    throw new UsageError(`The report needs a file to be written to, and ${file} is a folder.`);
  }
}

/**
 * Writes a benchmark's figures for machines.
 *
 * @param {string} file absolute path
 * @param {string} bench the benchmark's name
 * @param {readonly object[]} rows
 */
export async function writeReport(file, bench, rows) {
  try {
    await writeFile(file, `${JSON.stringify({ bench, rows }, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(
      `The report could not be written to ${file}; the figures are only in the table.`,
      { cause: error },
    );
  }
}

// @ts-check
import { fileURLToPath } from 'node:url';
import { readFlags } from '../cli/flags.mjs';

/**
 * Prints the absolute path of the adapter module. Importing it first makes a missing build show here
 * and not in whatever tool asked for the path.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  readFlags(args, []);
  const adapter = new URL('../replay/adapter.mjs', import.meta.url);
  await import(adapter.href);
  terminal.print(fileURLToPath(adapter));
}

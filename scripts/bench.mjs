import { buildLibraries } from './build.mjs';
import { runCommand } from './command.mjs';
import { install } from './install.mjs';
import { inRepository } from './repository.mjs';

/**
 * `npm run bench -- NAME …`: benchmarks measure the libraries as they would be published.
 *
 * @param {readonly string[]} commandArguments the name of a benchmark and its own arguments
 */
export async function bench(commandArguments) {
  await install('everything');
  await buildLibraries();
  const main = inRepository('bench', 'main.mjs');
  const { exitCode } = await runCommand(process.execPath, [main, ...commandArguments], {
    output: 'through',
  });
  return exitCode;
}

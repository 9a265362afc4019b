import { buildLibraries } from './build.mjs';
import { runCommand } from './command.mjs';
import { install } from './install.mjs';
import { writeRecipes } from './recipes.mjs';
import { inRepository } from './repository.mjs';
import { Refusal } from './say.mjs';

/**
 * `npm run docs`: writes the API reference in docs/api from the doc comments of the packages, and the
 * code of the recipes where their tests run it.
 */
export async function docs() {
  await install('everything');
  writeRecipes();
  const { exitCode } = await runReference('write', 'shown');
  return exitCode;
}

/**
 * Refuses public names without documentation, examples that do not compile, and a stale reference.
 * Shows nothing while it runs, so that it can run beside other checks.
 */
export async function checkDocs() {
  const { exitCode, output } = await runReference('check', 'hidden');
  if (exitCode !== 0) {
    throw new Refusal(`${output}\nThe documentation of the packages does not hold; see above.`);
  }
}

/**
 * In a process of its own: it compiles with a TypeScript of its own, which takes much memory.
 *
 * @param {'write' | 'check'} command
 * @param {'shown' | 'hidden'} output
 */
async function runReference(command, output) {
  // Signatures are read from the declarations that are published.
  await buildLibraries();
  const main = inRepository('tools', 'api-reference', 'src', 'main.mjs');
  return runCommand(process.execPath, [main, command], { output });
}

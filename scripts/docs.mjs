import { runCommand } from './command.mjs';
import { install } from './install.mjs';
import { inRepository } from './repository.mjs';
import { Refusal } from './say.mjs';

/** `npm run docs`: writes the API reference in docs/api from the doc comments of the packages. */
export async function docs() {
  await install('everything');
  return runReference('write');
}

/** Refuses public names without documentation, examples that do not compile, and a stale reference. */
export async function checkDocs() {
  if ((await runReference('check')) !== 0) {
    throw new Refusal('The documentation of the packages does not hold; see above.');
  }
}

/**
 * In a process of its own: it compiles with a TypeScript of its own, which takes much memory.
 *
 * @param {'write' | 'check'} command
 */
async function runReference(command) {
  const main = inRepository('tools', 'api-reference', 'src', 'main.mjs');
  const { exitCode } = await runCommand(process.execPath, [main, command]);
  return exitCode;
}

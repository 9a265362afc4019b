import { readdirSync } from 'node:fs';
import { buildLibraries } from './build.mjs';
import { runCommand } from './command.mjs';
import { bin, inRepository } from './repository.mjs';
import { Refusal } from './say.mjs';

/** The folders of examples, each an app of its own that uses the built libraries as any app does. */
const examples = readdirSync(inRepository('examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Checks the code of the examples against the declarations of the libraries as they are published. */
export async function checkExamples() {
  await buildLibraries();
  const results = await Promise.all(
    examples.map((name) => runCommand(bin('tsc'), ['--project', inRepository('examples', name)])),
  );
  if (results.some(({ exitCode }) => exitCode !== 0)) {
    throw new Refusal('The examples do not fit the libraries; see above.');
  }
}

/**
 * Builds an example as its build script does, from the built libraries.
 *
 * @param {string} name of its folder
 * @param {{ buildArguments?: readonly string[], env?: Record<string, string> }} [options]
 */
export async function buildExample(name, { buildArguments = [], env = {} } = {}) {
  const folder = `examples/${name}`;
  const program = bin(name === 'nextjs' ? 'next' : 'vite', folder);
  const { exitCode, output } = await runCommand(program, ['build', ...buildArguments], {
    cwd: inRepository(folder),
    env: { NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', ...env },
    output: 'hidden',
  });
  if (exitCode !== 0) throw new Refusal(`The example "${name}" could not be built:\n${output}`);
}

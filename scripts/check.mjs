import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { buildLibraries } from './build.mjs';
import { runCommand } from './command.mjs';
import { checkDirections } from './directions.mjs';
import { checkDocs } from './docs.mjs';
import { checkExamples } from './examples.mjs';
import { install } from './install.mjs';
import { packLibraries } from './pack.mjs';
import { bin, inRepository } from './repository.mjs';
import { Refusal, say } from './say.mjs';
import { sizeReport } from './size-report.mjs';
import { checkSurface } from './unused-surface.mjs';

/**
 * Checks that only read. The one of the documentation takes as long as the others together, and goes
 * on beside them.
 *
 * Each check rejects with a Refusal when it fails, and has shown why by then.
 */
const reading = [
  { name: 'format and lint', run: () => passes('biome', ['ci', '--colors=off', '.']) },
  { name: 'directions of imports', run: checkDirections },
  { name: 'types', run: () => passes('tsc', ['-b']) },
  { name: 'unused code', run: () => passes('knip', []) },
  { name: 'amount of source and prose', run: async () => sizeReport() },
  { name: 'options and names without a caller', run: checkSurface },
];

/** Checks that build the libraries anew, from which the one of the documentation reads. */
const building = [
  { name: 'published packages', run: checkPackages },
  { name: 'examples', run: checkExamples },
  { name: 'size budget', run: checkSizes },
];

/** `npm run check`: everything about the code that can be told without running its tests. */
export async function check() {
  await install('everything');
  return (await runChecks()).length === 0 ? 0 : 1;
}

/**
 * Runs every check, also when an earlier one fails.
 *
 * @returns {Promise<readonly string[]>} the names of those that failed
 */
export async function runChecks() {
  const documentation = Promise.allSettled([checkDocs()]);
  const failed = [];
  for (const { name, run } of [
    ...reading,
    { name: 'documentation', run: async () => unwrapped(await documentation) },
    ...building,
  ]) {
    say(`\nChecking ${name} …`);
    try {
      await run();
    } catch (error) {
      say(error instanceof Refusal ? error.message : error);
      failed.push(name);
    }
  }
  say(failed.length === 0 ? '\nAll checks passed.' : `\nFailed checks: ${failed.join(', ')}.`);
  return failed;
}

/** @param {readonly [PromiseSettledResult<void>]} results */
function unwrapped([result]) {
  if (result.status === 'rejected') throw result.reason;
}

/**
 * @param {string} program
 * @param {readonly string[]} programArguments
 */
async function passes(program, programArguments) {
  const { exitCode } = await runCommand(bin(program), programArguments);
  if (exitCode !== 0) throw new Refusal(`${program} found what stands above.`);
}

/** Packs each library as it would be published and looks at the packed files. */
async function checkPackages() {
  const folder = inRepository('.cache', 'packed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildLibraries({ clean: true });
  await packLibraries(folder);
  for (const tarball of readdirSync(folder)) {
    await passes('publint', ['--strict', inRepository('.cache', 'packed', tarball)]);
  }
}

/** In a process of its own, because building with vite turns the whole process to production. */
async function checkSizes() {
  const { exitCode } = await runCommand(process.execPath, [
    inRepository('scripts', 'run.mjs'),
    'size',
  ]);
  if (exitCode !== 0) throw new Refusal('The size budget does not hold; see above.');
}

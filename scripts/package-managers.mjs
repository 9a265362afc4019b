import { runCommand } from './command.mjs';
import { readJson } from './repository.mjs';
import { Refusal, say } from './say.mjs';

/** Nothing can be installed, and the registry is not to be had: somebody else's fault. */
export class NoRegistryError extends Refusal {}

const environment = {
  // `npm run -s` silences every npm and pnpm below it, their errors included.
  npm_config_loglevel: undefined,
  npm_config_fetch_retry_mintimeout: '1000',
  // Set to production it would leave out the development dependencies.
  NODE_ENV: undefined,
};

/**
 * Runs the pnpm that package.json pins, fetched by npm where it is not there yet.
 *
 * @param {readonly string[]} pnpmArguments
 * @param {{ quiet?: boolean }} [options] a quiet run shows no progress
 * @returns what it wrote to its stdout
 * @throws {Refusal} with the reason when it fails.
 */
export async function runPnpm(pnpmArguments, { quiet = false } = {}) {
  refuseUnpinned('pnpm', pnpmArguments);
  const { packageManager } = readJson('package.json');
  const { exitCode, output, stdout } = await runCommand(
    program('npx'),
    ['--yes', '--prefer-offline', packageManager, ...pnpmArguments],
    { env: environment, output: quiet ? 'hidden' : 'progress' },
  );
  if (exitCode === 0) return stdout;
  const failure = installFailure(output);
  if (failure) throw failure;
  say(output);
  throw new Refusal(`"pnpm ${pnpmArguments.join(' ')}" failed; its own words stand above.`);
}

/**
 * Installs in a folder what its package-lock.json names, and no scripts of packages run.
 *
 * @param {string} folder
 * @throws {Refusal} with the reason when it fails; a `NoRegistryError` without a registry.
 */
export async function installLocked(folder) {
  await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], folder);
}

/**
 * Runs a script of the app in a folder, with what is installed there.
 *
 * @param {string} folder
 * @param {string} script
 * @param {Record<string, string>} [env]
 * @throws {Refusal} with what the script says when it fails.
 */
export async function runScript(folder, script, env = {}) {
  await runNpm(['run', script], folder, env);
}

/** Asks npm itself, which knows of proxies and mirrors, whether the registry answers. */
export async function isRegistryThere() {
  try {
    await runNpm(['view', 'react', 'version', '--prefer-online']);
    return true;
  } catch (error) {
    if (error instanceof NoRegistryError) return false;
    throw error;
  }
}

/**
 * @param {readonly string[]} npmArguments
 * @param {string} [folder]
 * @param {Record<string, string>} [env]
 */
async function runNpm(npmArguments, folder, env = {}) {
  refuseUnpinned('npm', npmArguments);
  const { exitCode, output } = await runCommand(program('npm'), npmArguments, {
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { ...environment, npm_config_loglevel: 'error', npm_config_fetch_retries: '1', ...env },
    output: 'hidden',
  });
  if (exitCode === 0) return;
  const failure = installFailure(output);
  throw failure ?? new Refusal(`"npm ${npmArguments.join(' ')}" failed:\n${output}`);
}

/** @param {'npm' | 'npx'} name */
const program = (name) => (process.platform === 'win32' ? `${name}.cmd` : name);

/**
 * Lets through what installs the versions of a lockfile, or nothing. What would let the registry
 * choose a version is refused: the same commit could pass its tests today and fail them tomorrow.
 *
 * @param {'npm' | 'pnpm'} manager
 * @param {readonly string[]} managerArguments
 * @throws when a version would be left open.
 */
export function refuseUnpinned(manager, managerArguments) {
  const says = (/** @type {string} */ word) => managerArguments.includes(word);
  const isPinned =
    manager === 'npm'
      ? ['ci', 'view', 'run'].includes(managerArguments[0] ?? '')
      : ['sbom', 'licenses'].includes(managerArguments[0] ?? '') ||
        says('pack') ||
        (managerArguments[0] === 'install' && says('--frozen-lockfile'));
  if (isPinned) return;
  throw new Error(
    `"${manager} ${managerArguments.join(' ')}" would let the registry choose versions: install from a lockfile instead.`,
  );
}

const noNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|META_FETCH_FAIL/;

/**
 * The one sentence for a failed install, where its output tells a cause that has one.
 *
 * @param {string} output
 */
export function installFailure(output) {
  if (noNetwork.test(output)) {
    return new NoRegistryError(
      'The packages could not be downloaded because the package registry cannot be reached: connect to the network and run the command again.',
    );
  }
  if (/ENOSPC/.test(output)) {
    return new Refusal(
      'The packages could not be installed because the disk is full: free some space and run the command again.',
    );
  }
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return new Refusal(
      'pnpm-lock.yaml does not fit the package.json files: run "pnpm install" and commit the lockfile.',
    );
  }
  return undefined;
}
